import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Pages that repeat declarations, requirements and files: each cause of a false or missed finding in
/// its harmless form, which is silent, and in its harmful one.
@Suite struct ReferencePageTests {
  private static let source = """
    public struct DockYard {
      public struct TideLevel: Sendable { public var level: Int; public static func high() -> TideLevel { fatalError() } }
      public enum Cargo { case grain, timber, fish, salt }
      public struct Note { public init(id: Int, text: String) {} }
      public var pierCount: Int
      public var craneCount: Int?
    }
    public final class Office { public init(note: Note) {} }
    public func moor(at pier: Int) {}
    public func loadAll(to ship: String) {}
    public func signalTower(from pier: Int) {}

    """

  @Test(
    arguments: [
      (
        "#### DockYard",
        "struct DockYard {\n  var pierCount: Int\n  var shipCount: Int\n  var bargeCount: Int\n}", 2
      ),
      (
        "#### Usage",
        "struct DockYard {\n  var pierCount: Int\n  var shipCount: Int\n  var bargeCount: Int\n}", 0
      ),
      (
        "#### DockYard", "struct DockYard {\n  var shipCount: Int { 3 }\n  var bargeCount: Int\n}",
        0
      ),
      ("#### Usage", "enum TideLevel {\n  case high\n}", 0),
      ("#### TideLevel", "enum TideLevel {\n  case high\n}", 1),
      ("#### TideLevel", "struct TideLevel {\n  var level: Int\n}", 0),
      ("#### Usage", "enum DockYard.Cargo {\n  case grain, timber, fish\n}", 1),
      ("#### Usage", "enum DockYard.Cargo {\n  case grain, timber, fish, salt\n}", 0),
    ] as [(String, String, Int)])
  func `a block in the section of a type quotes it`(heading: String, code: String, count: Int) {
    expect("\(heading)\n\n```swift\n\(code)\n```", count)
  }

  @Test func `a nested type is not the imported one of the same name`() {
    expect("```swift\nlet o = Office(note: Note(\"a\"))\n```", 0)
    expect("```swift\nlet t = DockYard.Note(\"a\")\n```", 1)
  }

  @Test func `a declaration that no call fits is a sketch`() {
    let type = "```swift\nstruct Berth {\n  let name: String\n}\n```\n\n"
    expect(type + "```swift\nBerth(nmae: a)\n```", 1)
    expect(type + "```swift\nBerth(nmae: a)\nBerth(name: a)\nBerth(size: b)\n```", 2)
    expect(type + "```swift\nBerth(width: a)\nBerth(size: b)\n```", 0)
  }

  @Test func `a type with a macro is the reader's`() {
    let known = ["moor(at pier: Int)", "loadAll(to ship: String)", "signalTower(from pier: Int)"]
    let page = known.map { "```swift\nfunc \($0)\n```\n\n" }.joined()
    expect(page + "```swift\nstruct HarborList { var names: [String] }\n```", 1)
    expect(page + "```swift\n@Listed\nstruct HarborList { var names: [String] }\n```", 0)
  }

  @Test func `a path in another case is wrong`() {
    let files = ["Sources/Coast/DockYard.swift", "Docs/a.md"]
    expect("See `Sources/Coast/Dockyard.swift`.", 1, files: files)
    expect("See `Coast/Dockyard.swift`.", 1, files: files)
    expect("See `Sources/Coast/DockYard.swift`.", 0, files: files)
  }

  @Test func `labels may be separated by commas`() {
    expect("Call `moor(at:, pier:)`.", 0, severity: .error)
    expect("Call `DockYard.Note(id:, text:)`.", 0)
    expect("Call `DockYard.Note(id:, title:)`.", 1)
  }

  @Test(arguments: [
    ("| iOS | macOS |\n|---|---|\n| 12.0 | 13 |", 1),
    ("| iOS | macOS |\n|---|---|\n| 15.0 | 13 |", 0),
    ("| iOS | Size |\n|---|---|\n| 12.0 | 13 |", 1),
    ("| iOS | macOS |\n|---|---|\n| 12.0 | 13 |\n| 15.0 | 13 |", 0),
  ])
  func `a table of platforms states the required versions`(table: String, count: Int) {
    expect("## Requirements\n\n\(table)", count)
    expect("## Sizes\n\n\(table)", 0)
  }

  private func expect(
    _ text: String, _ count: Int, files: [String] = [], severity: Diagnostic.Severity = .warning
  ) {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : files.contains($0) ? .file : nil },
      names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(files: { files }), isIgnored: { _ in false },
      repository: KnownRepository())
    let manifest = """
      // swift-tools-version: 6.0
      let package = Package(name: "Coast", platforms: [.iOS(.v15), .macOS(.v13)])
      """
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Coast/DockYard.swift", module: "Coast", Self.source)])
    let found = CheckedPage(
      page,
      project: ProjectModel(
        code: code, traces: [],
        manifests: [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))]),
      templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.severity >= severity }
    #expect(found.count == count, "\(text): \(found.map(\.summary))")
  }
}
