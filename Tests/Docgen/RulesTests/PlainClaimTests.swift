import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Claims that a single fact of the project decides: each in its harmful form, and in forms that look
/// alike and are true.
@Suite struct PlainClaimTests {
  private static let sources = [
    "Sources/Harbor/Harbor.swift": """
    public struct Rope {}
    public struct Lifter {
      public init(address: URL, home: URL?) {}
      public func lift(using rope: Rope, crates: [Int]) {}
      public func tie(using rope: Rope, knots: Int...) {}
      public func moor(using rope: Rope, piers: Int, _ ships: Int) {}
    }
    public struct Voyage {
      public init(name: String, length: Int, cargo: Int, crewCount: Int) {}
      init(name: String, length: Int, cargo: Int, crewCount: Int, weather: Int) {}
    }
    public final class ShipPapers {}
    public final class CrewPapers {}
    public struct DeckPapers {}
    """,
    "Sources/HarborCore/Core.swift": """
    public struct Pier {}
    public struct Quay {}
    public struct Crane {}
    """,
    "Sources/HarborTools/Tools.swift": "public struct Buoy {}\nextension Quay { var a: Int { 1 } }",
    "Sources/HarborTools/Docks.swift": """
    public protocol Dock {
      func free() -> Int
      func moor()
      func close()
    }
    public struct TarredPier {}
    public struct WoodenPier: Dock {}
    public enum CraneError: Error {
      case stuck(Rope)
      case lost(Int)
    }
    public struct Parcels<Load> {}
    public enum Pulley { public static var isQuick = false }
    public struct Bill { let ship, pier, cargo, weight, owner: Int }
    extension Bill { public struct Header {} }
    public struct Notification { let ropeCount, pierCount, craneCount: Int }
    """,
    "Sources/HarborCopyA/Copy.swift":
      "public enum CopyError: Error {\n  case torn(Int)\n  case wet\n}",
    "Sources/HarborCopyB/Copy.swift":
      "public enum CopyError: Error {\n  case torn(Int)\n  case wet\n}",
  ]
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Harbor", platforms: [.macOS(.v15)],
      targets: [
        .target(name: "Harbor", swiftSettings: [.enableUpcomingFeature("Piers")]),
        .target(name: "HarborCore"), .target(name: "HarborTools"),
      ])
    """

  // MARK: - Blocks

  @Test(
    arguments: [
      ("lifter.lift(using: rope, crates: 3, 4)", "`lift(using:crates:)` takes one value"),
      ("lifter.lift(using: rope, crates: [3, 4])", nil),
      ("lifter.tie(using: rope, knots: 3, 4)", nil),
      ("lifter.moor(using: rope, piers: 3, 4)", nil), ("other.lift(crates: 3, 4)", nil),
      ("Lifter(address: URL(string: \"a\"), home: nil)", "takes `URL` as `address:`"),
      ("Lifter(address: URL(string: \"a\")!, home: URL(string: \"b\"))", nil),
      ("Lifter(address: URL(filePath: \"a\"), home: nil)", nil),
      (
        "final class Guard: URLSessionTaskDelegate {}", "`Guard` must inherit from `NSObject`"
      ),
      ("final class Guard: NSObject, URLSessionTaskDelegate {}", nil),
      ("final class Guard: Watcher, URLSessionTaskDelegate {}", nil),
    ] as [(String, String?)])
  func `a block uses the values and modules of the project`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      (
        "The package uses these settings in `Package.swift`:",
        ".enableUpcomingFeature(\"Quays\")", "has no `.enableUpcomingFeature(\"Quays\")`"
      ),
      (
        "The package uses these settings in `Package.swift`:",
        ".enableUpcomingFeature(\"Piers\")", nil
      ),
      ("Add this to your `Package.swift`:", ".enableUpcomingFeature(\"Quays\")", nil),
    ] as [(String, String, String?)])
  func `the manifest has the settings that a page quotes`(
    lead: String, code: String, message: String?
  ) {
    expect("\(lead)\n\n```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("expr Harbor.DebugCrane.shared", "the module `Harbor` has no `DebugCrane`"),
      ("expr Harbor.ShipPapers.shared", nil), ("open Harbor.DebugCrane.app", nil),
      ("expr com.Harbor.DebugCrane.shared", nil), ("expr Other.DebugCrane.shared", nil),
    ] as [(String, String?)])
  func `a command names a type of the module`(code: String, message: String?) {
    expect("```bash\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("import HarborCORE", "the module `HarborCORE` is spelled `HarborCore`"),
      ("import HarborCore", nil), ("import HarborDocks", nil), ("import harborcore now", nil),
    ] as [(String, String?)])
  func `a block without a language imports a module of the project`(code: String, message: String?)
  {
    expect("```\n\(code)\n```", message)
  }

  // MARK: - Lists

  @Test(arguments: [("two", true), ("three", false)])
  func `paragraphs with bold names are counted`(number: String, isReported: Bool) {
    expect(
      "The harbor has \(number) gates:\n\n**North**: wide\n\n**South**: low\n\n**West**: old\n\n**Rules**:\n1. One",
      isReported ? "\(number) gates" : nil)
  }

  @Test(arguments: [("CLAUDE.md", true), ("docs/a.md", false)])
  func `an attribute in a list of the project's means is used`(path: String, isReported: Bool) {
    let list = "- `@AppStorage`: the width\n- `@State`: the height"
    let found = findings(list, path: path, repository: KnownRepository(code: ["State"]))
    let message = "no source uses `@AppStorage`"
    #expect(found.map(\.summary) == (isReported ? [message] : []), "\(found)")
  }

  @Test(
    arguments: [
      ("A voyage has the following arguments:", "- `name`: a\n- `length`: b\n- `cargo`: c", true),
      (
        "A voyage has the following arguments:",
        "- [required] `name`: a\n- `length`: b\n- `cargo`: c", true
      ),
      (
        "A voyage has the following arguments:",
        "- `name`: a\n- `length`: b\n- `cargo`: c\n- `crewCount`: d", false
      ),
      ("A voyage has some arguments:", "- `name`: a\n- `length`: b\n- `cargo`: c", false),
      ("A trip has the following arguments:", "- `name`: a\n- `length`: b\n- `cargo`: c", false),
    ])
  func `a list of arguments has all of them`(lead: String, list: String, isReported: Bool) {
    expect("\(lead)\n\n\(list)", isReported ? "`crewCount` is missing" : nil)
  }

  @Test(
    arguments: [
      ("These structs exist:", "- `ShipPapers`\n- `CrewPapers`", "is a class, not a struct"),
      ("These classes exist:", "- `ShipPapers`\n- `CrewPapers`", nil),
      ("These structs conform to:", "- `ShipPapers`\n- `CrewPapers`", nil),
      ("These structs exist:", "- `ShipPapers`\n- `DeckPapers`", nil),
    ] as [(String, String, String?)])
  func `a list of types has the kind before it`(lead: String, list: String, message: String?) {
    expect("\(lead)\n\n\(list)", message)
  }

  @Test(
    arguments: [
      ("**HarborCore** (the basics)", "`Buoy` is declared in `HarborTools`, not in `HarborCore`"),
      ("**Basics**", nil), ("**HarborTools**", nil),
    ] as [(String, String?)])
  func `a module declares the types of its list`(lead: String, message: String?) {
    let list = "- `Pier` - a\n  - `Quay` - b\n  - `Crane` - c\n  - `Buoy` - d"
    expect("\(lead)\n- Types:\n  \(list)", message)
  }

  @Test(
    arguments: [
      ("- `a` one\n- `b` two\n- `c` three\n- `b` two", "the list has `b` twice"),
      ("- `a` one\n- `b` two\n- `c` three\n- `b` four", nil),
      ("- `a` one\n- `b` two\n- `b` two", nil),
    ] as [(String, String?)])
  func `a list has each entry once`(list: String, message: String?) { expect(list, message) }

  // MARK: - Text

  @Test(
    arguments: [
      ("No formal test suite exists.", 12, true), ("No test suite exists.", 3, false),
      ("Only placeholder tests exist.", 12, true), ("No test data exists.", 12, false),
    ])
  func `a package with tests has tests`(text: String, tests: Int, isReported: Bool) {
    let file = String(repeating: "  @Test func a() {}\n", count: tests)
    let found = findings(text, ["Tests/HarborTests/A.swift": file])
    let message = "the package has \(tests) tests, the page says that it has none"
    #expect(found.map(\.summary) == (isReported ? [message] : []), "\(found)")
  }

  @Test(
    arguments: [
      ("See section \"Wide piers\".", "no heading of the page is called `Wide piers`"),
      ("See section \"Piers\".\n\n## The piers\n\nText.", nil),
      ("This section \"Piers\" is short.", nil),
    ] as [(String, String?)])
  func `a page has the section that it names`(text: String, message: String?) {
    expect(text, message)
  }

  @Test(
    arguments: [
      ("`--fast` makes it fast: `-- fast on`", "the option is written `--fast`, without a space"),
      ("`--fast` makes it fast: `-- slow on`", nil), ("`-- fast on` is a comment", nil),
    ] as [(String, String?)])
  func `an option has no space after its dashes`(text: String, message: String?) {
    expect(text, message)
  }

  @Test(arguments: [
    ("- The deployment target is macOS 15.2+", Diagnostic.Severity.warning),
    ("- Requires macOS 15.2+", .note),
  ])
  func `a deployment target is that of the manifest`(text: String, severity: Diagnostic.Severity) {
    let found = findings("## Requirements\n\n\(text)")
    #expect(found.map(\.severity) == [severity], "\(found)")
  }

  @Test(arguments: [
    ("<aside>\nThe `OldQueue<Int>` sends them.\n</aside>", true),
    ("<!-- The OldQueue sends them. -->", false),
    ("<aside>\nThe `ShipPapers` are here.\n</aside>", false),
  ])
  func `a removed name in HTML is reported`(text: String, isReported: Bool) {
    let found = findings(text, repository: KnownRepository().removing("OldQueue"))
    #expect(found.contains { $0.summary.contains("OldQueue") } == isReported, "\(found)")
  }

  @Test(arguments: [
    ("Assets, Info.plist", true), ("the Info.plist", false), ("Assets, Colors.plist", false),
  ])
  func `a drawn folder has the files of its comment`(comment: String, isReported: Bool) {
    let tree = """
      Sources/
      ├── App/
      │   ├── Info.plist
      │   └── Main.swift
      └── Resources/     # \(comment)
      """
    let files = ["Sources/App/Info.plist", "Sources/App/Main.swift", "Sources/Resources/a.png"]
    let found = findings(
      "```\n\(tree)\n```", Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
    let message = "`Sources/Resources` has no file `Info.plist`"
    #expect(found.map(\.summary) == (isReported ? [message] : []), "\(found)")
  }

  // MARK: - Support

  func expect(_ text: String, _ message: String?) {
    let found = findings(text).filter { $0.severity != .note }
    #expect(found.isEmpty == (message == nil), "\(text): \(found)")
    #expect(found.allSatisfy { $0.summary.contains(message ?? "") }, "\(found)")
  }

  func findings(
    _ text: String, _ others: [String: String] = [:], path: String = "docs/a.md",
    repository: KnownRepository = KnownRepository()
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array("# A page\n\n\(text)\n".utf8))
    let files = Self.sources.merging(others) { $1 }.merging(["Package.swift": Self.manifest]) { $1 }
    let paths = files.keys + [page.path]
    let context = ProjectContext(
      pages: [page],
      kind: { path in
        paths.contains(path)
          ? .file : paths.contains { $0.hasPrefix(path + "/") } ? .folder : nil
      },
      names: { folder in
        let start = folder.isEmpty ? "" : folder + "/"
        let inside = paths.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
        return Array(Set(inside.compactMap { $0.split(separator: "/").first.map(String.init) }))
      },
      hasFile: { _ in false },
      linkedFiles: LinkedFiles(files: { paths }, read: { files[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: Self.sources.map {
        SourceInput(path: $0, module: String($0.split(separator: "/")[1]), $1)
      })
    let manifest = PackageManifest(file: "Package.swift", bytes: Array(Self.manifest.utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], manifests: [manifest]),
      templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
