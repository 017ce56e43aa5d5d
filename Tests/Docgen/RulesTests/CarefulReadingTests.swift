import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Drifts that careful reading found in unseen projects, and findings that were wrong there: each in
/// its harmful and its harmless form.
@Suite struct CarefulReadingTests {
  private static let source = """
    public struct Crane: Equatable {
      public init(reach: Int) {}
      public var reach: Int
      public var load: Int
      public var isManned: Bool
      public func hoist(crate: Int) {}
    }
    public struct Pier: Equatable { public var depth: Int }
    public struct Manifest: Codable {
      enum CodingKeys: String, CodingKey {
        case name, weight
        case totalBytes = "total_bytes"
        case originalPath = "original_path"
        case mimeType = "mime_type"
      }
    }
    """

  // MARK: - Commands

  private static let scripts = [
    "Scripts/build.sh", "Scripts/paint.sh", "Tools/house", "Makefile",
    ".github/workflows/tests.yml", ".github/workflows/release-dev.yml",
  ]

  @Test(arguments: [
    ("./Scripts/build", "`Scripts/build` does not exist"),
    ("./Scripts/build --fast", "`Scripts/build` does not exist"),
    ("# first\n./Scripts/wash.sh\ngit status", "`Scripts/wash.sh` does not exist"),
    ("./Scripts/build.sh", nil), ("./Tools/other", nil), ("./Sources/build", nil),
    ("The result is\n./Scripts/build", nil), ("make sure\nyou ./Scripts/build", nil),
  ])
  func `a block without a language that only calls scripts is a shell block`(
    text: String, expected: String?
  ) {
    let found = findings("```\n\(text)\n```", files: Self.scripts)
    #expect(found.map(\.summary) == [expected].compactMap(\.self), "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    ("gh workflow run release.yml --ref main", "release.yml"),
    ("gh run list --workflow=release.yml", "release.yml"),
    ("gh workflow run tests.yml", nil), ("gh run list --workflow=tests.yml --limit 5", nil),
    ("gh workflow run release.yml --repo other/house", nil), ("gh workflow run <name>.yml", nil),
  ])
  func `a workflow that the repository lacks is reported`(command: String, name: String?) {
    let found = findings("```sh\n\(command)\n```", files: Self.scripts)
    let expected = name.map { ["`.github/workflows` has no file `\($0)`"] } ?? []
    #expect(found.map(\.summary) == expected, "\(found)")
    // Without workflows in the repository, another one is meant.
    #expect(findings("```sh\n\(command)\n```", files: ["Makefile"]).isEmpty)
  }

  @Test func `a wrong command is reported once, with its other lines`() throws {
    let text = "```sh\n./Scripts/wash.sh\n```\n\n```sh\n./Scripts/wash.sh\n```"
    let found = findings(text, files: Self.scripts)
    #expect(found.count == 1)
    #expect(found.first?.evidence.map(\.text).contains("also on line 8") == true, "\(found)")
  }

  // MARK: - Files

  @Test(arguments: [
    ("Sources/Harbor/Crane.swift:5-70", true), ("Sources/Harbor/Crane.swift:12–70", true),
    ("Sources/Harbor/Crane.swift:5-7", false), ("Sources/Harbor/Crane.swift:9-7", false),
  ])
  func `a range of lines ends in its file`(name: String, isReported: Bool) {
    let found = findings("See `\(name)`.", file: "Sources/Harbor/Crane.swift")
    #expect(found.filter { $0.severity == .error }.count == (isReported ? 1 : 0), "\(found)")
  }

  @Test func `a range of lines is never replaced`() {
    let found = findings(
      "See `Crane.hoist(crate:)` (`Crane.swift:2-3`).", file: "Sources/Harbor/Crane.swift")
    #expect(found.allSatisfy { $0.fixIts.isEmpty }, "\(found)")
  }

  @Test(arguments: [
    ("Tests/HarborTests/Cranes/HoistTests.swift", true), ("Tests/HarborTests/Cranes/", true),
    ("Tests/HarborKitTests/Cranes/", false), ("Tests/DockTests/Cranes/HoistTests.swift", false),
    ("Tests/HarborTests/Ships/", false), ("Samples/HarborTests/Cranes/", false),
  ])
  func `a path that differs in one renamed folder is reported`(path: String, isReported: Bool) {
    let found = findings("See `\(path)`.", files: ["Tests/HarborKitTests/Cranes/HoistTests.swift"])
    let warnings = found.filter { $0.severity == .warning }
    #expect(warnings.count == (isReported ? 1 : 0), "\(found)")
    #expect(
      warnings.allSatisfy { $0.evidence[0].text.contains("`Tests/HarborKitTests/Cranes/") })
    // A word of a code block is no folder of the project.
    #expect(
      findings(
        "See `\(path)`.\n\n```sh\nopen Cranes\n```",
        files: ["Tests/HarborKitTests/Cranes/HoistTests.swift"]
      ).count { $0.severity == .warning }
        == (path.hasSuffix("/") && isReported ? 1 : warnings.count))
    // Two such folders leave it open which one is meant.
    let files = ["A", "B"].map { "Tests/Harbor\($0)Tests/Cranes/HoistTests.swift" }
    #expect(findings("See `\(path)`.", files: files).allSatisfy { $0.severity != .warning })
  }

  // MARK: - Values

  @Test(arguments: [
    ("- Schema version: 17 (see `Store.swift`)", 1),
    ("The schema version is 17, see `Store.swift`", 1),
    ("- Schema version: 18 (see `Store.swift`)", 0), ("- Other version: 17 (see `Store.swift`)", 0),
    ("- Schema version: 17, as `Store.swift` has it", 0),
    ("- Retry limit: 4 (see `Store.swift`)", 0),
  ])
  func `a number that the named file has otherwise is reported`(text: String, count: Int) {
    let source = """
      let store = Store(schemaVersion: 18, mode: 1)
      let retryLimit = 3
      func retry() { let retryLimit = 5 }
      """
    let found = findings(text, file: "Sources/Harbor/Store.swift", source: source)
    let values = found.filter { $0.rule.rawValue == "wrong-value" }
    #expect(values.count == count, "\(found)")
    let message = "`schemaVersion` is 18 in `Sources/Harbor/Store.swift`, the page says 17"
    #expect(values.allSatisfy { $0.summary == message && $0.severity == .warning })
  }

  @Test(arguments: [("Harbor", 1), ("Pier", 0), (":repo", 0)])
  func `a workflow in an address belongs to the package of that name`(name: String, count: Int) {
    let command = "gh api repos/owner/\(name)/actions/workflows/release.yml/dispatches -f ref=main"
    let found = findings(
      "```sh\n\(command)\n```", files: Self.scripts,
      manifest: "let package = Package(name: \"Harbor\")")
    #expect(found.count == count, "\(found)")
  }

  // MARK: - Keys

  private static func table(_ keys: [String]) -> String {
    "| Field | Notes |\n|---|---|\n" + keys.map { "| `\($0)` | a key |\n" }.joined()
  }

  @Test func `a table of coded keys has the keys of the type`() {
    let keys = ["name", "weight", "original_path", "mime_type"]
    #expect(findings(Self.table(keys + ["total_bytes"])).isEmpty)
    let wrong = findings(Self.table(keys + ["byte_size"]))
    #expect(wrong.map(\.summary) == ["`Manifest` has no key `byte_size`"], "\(wrong)")
    #expect(wrong.allSatisfy { $0.severity == .warning })
    let again = findings(Self.table(keys + ["byte_size"]) + "\nA `byte_size` is an integer.")
    #expect(
      again.first?.evidence.contains { $0.text.hasPrefix("also on line") } == true, "\(again)")
    let missing = findings(Self.table(keys))
    #expect(missing.map(\.rule.rawValue) == ["incomplete-list"], "\(missing)")
    #expect(missing.first?.summary.contains("4 of the 5 keys of `Manifest`") == true)
    #expect(missing.allSatisfy { $0.severity == .note })
    // The end of the missing key.
    let end = findings(Self.table(["name", "weight", "total_bytes", "mime_type", "path"]))
    #expect(end.map(\.summary) == ["`Manifest` has no key `path`"], "\(end)")
    // The key occurs elsewhere in the repository, or most keys are another format's.
    let repository = KnownRepository(code: ["byte_size"])
    #expect(
      findings(Self.table(keys + ["byte_size"]), repository).allSatisfy { $0.severity == .note })
    #expect(findings(Self.table(["name", "weight", "byte_size", "user_id"])).isEmpty)
  }

  // MARK: - Copies of types

  @Test(arguments: [
    // Three members of the project's type, or the same first line, make a copy.
    (
      "public struct Crane {\n  var reach: Int\n  var load: Int\n  var isManned: Bool\n  var hook: Int",
      true
    ),
    ("public struct Pier: Equatable {\n  var depth: Int\n  var hook: Int\n  var cargo: Int", true),
    ("public struct Pier {\n  var depth: Int\n  var hook: Int\n  var cargo: Int", false),
    ("struct Pier: Equatable {\n  var depth: Int\n  var hook: Int\n  var cargo: Int", false),
  ])
  func `a copy of a public type is compared with it`(code: String, isCopy: Bool) {
    let found = findings("```swift\n\(code)\n}\n```")
    let owner = code.contains("Crane") ? "Crane" : "Pier"
    let isFound = found.contains { $0.summary == "`\(owner)` has no member `hook`" }
    #expect(isFound == isCopy, "\(found)")
  }

  @Test(arguments: [
    ("case lifted(Int)", true), ("case lifted(height: Int)", false), ("case lifted", false),
    ("case lifted(height: Int, width: Int)", true),
  ])
  func `a copied case has the labels of the project's`(code: String, isReported: Bool) {
    let source = "public enum Motion { case idle, lowered, lifted(height: Int = 3) }"
    let found = findings(
      "```swift\npublic enum Motion {\n  case idle, lowered\n  \(code)\n}\n```", source: source)
    #expect(
      found.count { $0.summary.contains("`Motion.lifted` is declared") } == (isReported ? 1 : 0))
  }

  @Test func `a base of a copied type that a commit removed is reported`() {
    let code =
      "```swift\npublic struct Crane: HoistElement {\n  var reach: Int\n  var load: Int\n}\n```"
    let found = findings(code, KnownRepository().removing("HoistElement"))
    #expect(found.filter { $0.severity == .error }.count == 1, "\(found)")
    #expect(findings(code.replacing(": HoistElement", with: ": Equatable")).isEmpty)
  }

  @Test func `a function of an extension that a commit removed is reported`() {
    let code = "```swift\nlet text = String.base64URL(fromBase64: other)\n```"
    let repository = KnownRepository().removing("base64URL(fromBase64:)")
    let found = findings(code, repository)
    #expect(
      found.map(\.summary) == ["no extension of `String` has `base64URL(fromBase64:)`"], "\(found)")
    #expect(found.allSatisfy { $0.severity == .error })
    // Never declared, or still declared for some type.
    #expect(findings(code).isEmpty)
    let own = "extension String { static func base64URL(fromBase64 text: String) {} }"
    #expect(findings(code, repository, source: Self.source + own).isEmpty)
  }

  // MARK: - Sentences

  @Test(arguments: [
    ("Set the `height` property of `Crane`.", 1), ("Set the `height` parameter on `Crane`.", 1),
    ("Set the `load` property of `Crane`.", 0), ("Set the `height` of `Crane`.", 0),
    ("Set the `crate` parameter on `Crane`.", 0), ("Set the `height` property of `Ship`.", 0),
  ])
  func `a sentence that gives a type a member is checked`(text: String, count: Int) {
    let found = findings(text).filter { $0.severity != .note }
    #expect(found.count { $0.summary == "`Crane` has no member `height`" } == count, "\(found)")
  }

  @Test(arguments: [
    ("- `Crane.swift` - `fetchAllCrates()` reads them", Diagnostic.Severity.warning),
    ("Stop in `Crane.swift` after `fetchAllCrates()`.", .warning),
    ("Stop in `Crane.swift` and think of `fetchAllCrates()`.", .note),
    ("- `Ship.swift` - `fetchAllCrates()` reads them", .note),
  ])
  func `a call directly after a file belongs to the project`(
    text: String, severity: Diagnostic.Severity
  ) {
    let found = findings(text, file: "Sources/Harbor/Crane.swift")
      .filter { $0.rule.rawValue == "unknown-symbol" }
    #expect(found.map(\.severity) == [severity], "\(found)")
  }

  // MARK: - Dependencies

  private static let manifest = """
    // swift-tools-version: 6.0
    let package = Package(
      name: "Harbor",
      dependencies: [
        .package(url: "https://example.com/a/swift-cranes", from: "1.0.0"),
        .package(url: "https://example.com/a/Piers.git", from: "1.0.0"),
        .package(url: "https://example.com/a/ShipKit", from: "1.0.0"),
      ],
      targets: [.target(name: "Harbor", dependencies: ["ShipKit"])])
    """

  @Test(arguments: [
    ("Dependencies", ["Cranes", "Piers", "ShipKit", "AnchorParser"], 1),
    ("Dependencies", ["swift-cranes", "Piers", "ShipKit"], 0),
    ("Ideas", ["Cranes", "Piers", "ShipKit", "AnchorParser"], 0),
    ("Dependencies", ["Piers", "AnchorParser", "WinchParser"], 0),
    ("Dependencies", ["Cranes", "Piers", "ShipKit", "Foundation", "SwiftUI"], 0),
  ])
  func `a list of dependencies names those of the manifest`(
    heading: String, names: [String], count: Int
  ) {
    let list = names.map { "- **\($0)** - for something\n" }.joined()
    let found = findings("## \(heading)\n\n\(list)", manifest: Self.manifest)
      .filter { $0.rule.rawValue == "unknown-dependency" }
    #expect(found.count == count, "\(found)")
    #expect(found.allSatisfy { $0.summary.contains("does not depend on `AnchorParser`") })
    let imported = findings(
      "## \(heading)\n\n\(list)", source: "import AnchorParser\nimport WinchParser\n" + Self.source,
      manifest: Self.manifest)
    #expect(imported.allSatisfy { $0.rule.rawValue != "unknown-dependency" })
  }

  // MARK: - Platforms

  @Test func `a project that declares a platform's types again describes what it lacks`() {
    let names = [
      "Text", "Image", "Button", "Toggle", "Slider", "Stepper", "Picker", "List", "Form", "Group",
      "Section", "Spacer", "Divider", "HStack", "VStack", "ZStack", "Grid", "ScrollView", "TabView",
      "Menu", "Label", "Link", "Color", "Font", "Shape", "Circle", "Rectangle", "Ellipse",
      "Capsule", "Path", "Angle", "Animation", "Transaction", "Alignment",
    ]
    func brief(_ names: [String], _ link: String) -> [Diagnostic.Severity] {
      let types = names.map { "public struct \($0) {}\n" }.joined()
      let house = LinkedHouse([
        "Sources/House/Door.swift": types + "public struct Gate {}\n",
        "Sources/House/House.docc/House.md": "# House\n",
      ])
      return house.findings("# A\n\n``\(link)``", on: "Sources/House/House.docc/A.md")
        .map(\.severity)
    }
    #expect(brief(names, "Toggle/toggleStyle(_:)") == [.note])
    #expect(brief(names, "NavigationLink") == [.note])
    #expect(brief(names, "Toggle/hinges") == [.note])
    #expect(brief(names, "Gate/toggleStyle(_:)") == [.error])
    // A few of the platform's names are a coincidence.
    #expect(brief(Array(names.prefix(8)), "Toggle/toggleStyle(_:)") == [.error])
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(),
    file: String = "Sources/Harbor/Harbor.swift", source: String = source,
    files: [String] = [], manifest: String? = nil
  ) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let all = files + [page.path, file]
    var folders: Set<String> = []
    for path in all {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    let known = folders
    let context = ProjectContext(
      pages: [page], kind: { all.contains($0) ? .file : known.contains($0) ? .folder : nil },
      names: { _ in [] }, hasFile: { _ in false }, linkedFiles: LinkedFiles(files: { all }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(reading: [SourceInput(path: file, module: "Harbor", source)])
    let manifests = manifest.map {
      [PackageManifest(file: "Package.swift", bytes: Array($0.utf8))]
    }
    let model = ProjectModel(
      code: code, traces: [], sources: [file: SourceText(source)], manifests: manifests ?? [])
    return CheckedPage(
      page, project: model, templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
