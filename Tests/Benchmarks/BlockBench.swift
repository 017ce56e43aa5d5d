import Foundation

/// 200 Swift blocks of 20 pages, compiled and run against a small package, and checked again.
struct BlockBench: Bench {
  let name = "blocks"

  func run() {
    do {
      try measure(pages: 20, blocks: 10)
    } catch {
      Report.failed("Swift blocks", error)
    }
  }

  private func measure(pages: Int, blocks: Int) throws {
    let folder = try ScratchFolder()
    for path in ["docs", "Sources/Doors"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: true)
    }
    try CheckBench.write(Self.manifest, to: folder.path("Package.swift"))
    try CheckBench.write(Self.source, to: folder.path("Sources/Doors/Door.swift"))
    try CheckBench.write(#"{"documents": ["docs/*.md"]}"#, to: folder.path(".docgen.json"))
    for page in 0..<pages {
      let text = (0..<blocks).map { Self.block(page, $0) }.joined()
      try CheckBench.write(
        "---\ndocgen: verify swift\n---\n\n" + text, to: folder.path("docs/\(page).md"))
    }
    let configuration = folder.path(".docgen.json")
    let cold = try CheckBench.best(of: 2) {
      try? FileManager.default.removeItem(atPath: folder.path(".build"))
      try CheckBench.docgen("check", "--run", "--no-cache", "-c", configuration)
    }
    func again() throws { try CheckBench.docgen("check", "--run", "-c", configuration) }
    try again()
    let warm = try CheckBench.best(of: 5, again)
    Report.line(
      "\(pages * blocks) Swift blocks, run", "\(Report.number(cold)) s",
      beside: "with the build of the package; promised: under 60 s")
    Report.line(
      "  once more, nothing changed", "\(Report.number(warm)) s", beside: "promised: under 1 s")
  }

  private static func block(_ page: Int, _ number: Int) -> String {
    """
    ```swift
    struct Room\(number) {
      var doors = [Door(width: \(page + 1))]
      func total(_ other: Int) -> Int { doors.reduce(other) { $0 + $1.width } }
    }
    let room = Room\(number)()
    room.total(\(number))  // => \(page + 1 + number)
    print("room \\(room.doors.count)")  // prints: room 1
    try Door(width: \(page)).enter(\(number))\(number > page ? "  // throws: narrow" : "")
    ```

    """
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "doors", products: [.library(name: "Doors", targets: ["Doors"])],
      targets: [.target(name: "Doors")])

    """

  private static let source = """
    public enum DoorError: Error { case narrow }
    public struct Door {
      public var width: Int
      public init(width: Int) { self.width = width }
      public func enter(_ size: Int) throws { if size > width { throw DoorError.narrow } }
    }

    """
}
