import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Incomplete lists, and lists that are selections on purpose.
@Suite struct IncompleteListTests {
  private static let source = """
    enum Mood {
      case calm, merry, gloomy, furious
      case tired(hours: Int)
      private case secret
    }
    enum Task { case requestData, requestPlain, requestFile, requestJSON, upload, download, pause }
    enum Weather { case sunny, rainy, windy, merry }
    struct Boat {
      let keel: Int
      var rudder: Int
      var anchor: Int
      var sailArea: Int
      private var leak: Int
      var length: Int { 1 }
    }
    struct Wave<Height> {
      static func smallWave() -> Wave { Wave() }
      static func wideWave() -> Wave { Wave() }
      static func darkWave() -> Wave { Wave() }
      static func tallWave() -> Wave { Wave() }
      func otherWave() {}
    }
    enum Signal { case redFlag, blueFlag, redLight, blueLight, longHorn, shortHorn, fog, bell, gun }
    class Vessel {}
    final class Ferry: Vessel {}
    final class Barge: Vessel {}
    final class Canoe: Vessel {}
    final class Galley: Vessel {}
    final class MockVessel: Vessel {}
    """
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Harbor",
      products: [.library(name: "HarborKit", targets: ["Piers"])],
      targets: [
        .target(name: "Piers"), .target(name: "Docks"), .target(name: "Cranes"),
        .target(name: "Tides"), .executableTarget(name: "harbor"),
        .testTarget(name: "PiersTests"),
      ])
    """
  private static let project = ProjectModel(
    code: CodeModel(
      reading: [SourceInput(path: "Sources/Piers/Boat.swift", module: "Piers", source)]),
    traces: [],
    manifests: [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))])

  private func findings(
    _ text: String, path: String = "docs/a.md", newer words: Set<String>? = nil,
    files: [String] = []
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array((text + "\n").utf8))
    var repository = KnownRepository()
    repository.newWords = words ?? []
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      isIgnored: { _ in false }, repository: repository)
    var project = Self.project
    if !files.isEmpty {
      let inputs = files.map { SourceInput(path: $0, "") }
      project = ProjectModel(code: CodeModel(reading: inputs), traces: [])
    }
    return CheckedPage(
      page, project: project, templates: TemplateSource(texts: [:]),
      context: words == nil ? nil : context
    ).findings().filter { $0.rule.rawValue == "incomplete-list" }
  }

  @Test func `a list that was complete when it was written is a warning`() {
    let list = "- `calm`: quiet\n- `merry`\n- `gloomy`\n- `furious`"
    #expect(findings(list, newer: ["tired"]).map(\.severity) == [.warning])
    #expect(findings(list, newer: []).map(\.severity) == [.note])
  }

  @Test func `a table of the files of a folder lacks one`() {
    let files = ["Door", "Window", "Roof", "Porch", "Roof+Tiles"].map {
      "Sources/House/\($0).swift"
    }
    let table =
      "| File | Holds |\n|---|---|\n| `Door.swift` | a |\n| `Window` | b |\n| `Roof` | c |"
    let found = findings(table, newer: ["Porch"], files: files)
    #expect(
      found.map(\.summary) == [
        "the table names 3 of the 4 files of `Sources/House`: `Porch` is missing"
      ])
    #expect(found.map(\.severity) == [.warning])
    #expect(findings(table, newer: [], files: files).isEmpty)
  }

  @Test(
    arguments: [
      (
        "- `calm`: quiet\n- `merry`\n- `gloomy`\n- `furious`",
        "the list names 4 of the 5 cases of `Mood`: `tired` is missing"
      ),
      (
        "It has moods:\n\n1. `.calm`\n2. `Mood.merry`\n3. `.gloomy`\n4. `tired(hours:)`",
        "the list names 4 of the 5 cases of `Mood`: `furious` is missing"
      ),
      (
        "- `calm`, `merry`\n- `gloomy` / `furious`",
        "the list names 4 of the 5 cases of `Mood`: `tired` is missing"
      ),
      (
        "| Mood | Meaning |\n|---|---|\n| `calm` | a |\n| `gloomy` | b |\n| **`furious`** | c |\n| [`tired`](#a) | d |",
        "the table names 4 of the 5 cases of `Mood`: `merry` is missing"
      ),
      (
        "## Boat\n\n| Column |\n|---|\n| `keel` |\n| `rudder` |\n| `anchor` |",
        "the table names 3 of the 4 properties of `Boat`: `sailArea` is missing"
      ),
      (
        "- **Piers**: a\n- **Docks**: b\n- **Cranes**: c",
        "the list names 3 of the 4 targets of `Package.swift`: `Tides` is missing"
      ),
      (
        "## Targets\n\n### Piers\n\na\n\n### Docks\n\nb\n\n### Cranes\n\nc",
        "the headings name 3 of the 4 targets of `Package.swift`: `Tides` is missing"
      ),
      (
        "- `Piers`\n- `Docks`\n- `Cranes`\n- `Tides`\n- `Ghosts`\n- `PiersTests`",
        nil
      ),
      (
        "- `requestData`\n- `requestPlain`\n- `requestFile`",
        "the list names 3 of the 4 cases of `Task` that begin with `request`: `requestJSON` is missing"
      ),
      (
        "- `smallWave`\n- `wideWave`\n- `darkWave`",
        "the list names 3 of the 4 functions of `Wave`: `tallWave` is missing"
      ),
      ("- `smallWave`\n- `wideWave`\n- `otherWave`", nil),
      (
        "- redFlag\n- blueFlag\n- redLight\n- blueLight\n- longHorn\n- shortHorn\n- fog\n- bell",
        "the list names 8 of the 9 cases of `Signal`: `gun` is missing"
      ),
      ("- redFlag\n- blueFlag\n- redLight\n- blueLight\n- longHorn", nil),
      (
        "- `Ferry`\n- `Barge`\n- `Canoe`",
        "the list names 3 of the 4 subclasses of `Vessel`: `Galley` is missing"
      ),
    ] as [(String, String?)])
  func `an incomplete list is a hint`(text: String, summary: String?) {
    let found = findings(text)
    #expect(found.map(\.summary) == [summary].compactMap(\.self))
    #expect(found.allSatisfy { $0.severity == .note })
  }

  @Test func `a list of functions below the name of their type is a warning`() {
    let list = "- `smallWave`\n- `wideWave`\n- `darkWave`"
    #expect(findings("## Kinds of waves\n\n\(list)").map(\.severity) == [.warning])
    #expect(findings("## Kinds\n\n\(list)").map(\.severity) == [.note])
  }

  @Test(arguments: [
    ("A boat has the following properties:", "b.keel\nb.rudder\nb.anchor // in the water", 1),
    ("A boat has the following properties:", "b.keel\nb.rudder\nb.anchor\nb.sailArea", 0),
    ("A boat has the following properties:", "b.keel\nb.rudder()\nb.anchor", 0),
    ("Read them:", "b.keel\nb.rudder\nb.anchor", 0),
  ])
  func `a block of properties is a list`(lead: String, code: String, count: Int) {
    let found = findings("\(lead)\n\n```swift\n\(code)\n```")
    #expect(found.count { $0.severity == .warning } == count, "\(found)")
  }

  @Test(arguments: [
    "All moods are cases:\n\n- `calm`\n- `merry`\n- `gloomy`\n- `furious`",
    "`Mood` has the following cases.\n\n- `calm`\n- `merry`\n- `gloomy`\n- `furious`",
    "## Mood\n\nThe states are:\n\n- `calm`\n- `merry`\n- `gloomy`\n- `furious`",
    "## All states of a mood\n\n- `calm`\n- `merry`\n- `gloomy`\n- `furious`",
    "The package has the following targets:\n\n- `Piers`\n- `Docks`\n- `Cranes`",
    "These are all subclasses of `Vessel`:\n\n- `Ferry`\n- `Barge`\n- `Canoe`",
    "These are all subclasses of `Vessel`:\n\n- `Ferry`\n- `Barge`\n- `Canoe`\n\nA `Galley` is old.",
  ])
  func `a list that claims to be complete is a warning`(text: String) {
    #expect(findings(text).map(\.severity) == [.warning])
  }

  @Test(arguments: [
    "- `calm`\n- `merry`",
    "- `calm`\n- `merry`\n- `gloomy`\n- `other`\n- `more`",
    "- `calm`\n- `merry`\n- `gloomy`\n- `furious`\n- `tired`",
    "- `calm`\n- `merry`\n- `gloomy`", "- `calm`\n- `merry`\n- `gloomy`\n- `tired`\n- …",
    "- `calm`\n- `merry`\n- `gloomy`\n- `tired`\n- and more",
    "For example:\n\n- `calm`\n- `merry`\n- `gloomy`\n- `tired`",
    "The most important cases are:\n\n- `calm`\n- `merry`\n- `gloomy`\n- `tired`",
    "## Key targets\n\n- `Piers`\n- `Docks`\n- `Cranes`",
    "Cases such as these occur:\n\n- `calm`\n- `merry`\n- `gloomy`\n- `tired`",
    "- `calm`\n- `merry`\n- `gloomy`\n- `furious`\n\nWhoever sleeps is `tired(hours:)`.",
    "- `calm`\n- `merry`\n- `gloomy`\n- `furious`\n\n```swift\ncase tired(hours: Int)\n```",
    "<!-- docgen:begin table type=Mood -->\n- `calm`\n- `merry`\n- `gloomy`\n- `tired`\n<!-- docgen:end -->",
    "## Removed\n\n- `calm`\n- `merry`\n- `gloomy`\n- `furious`",
    "The values are:\n\n- `sunny`\n- `rainy`\n- `frost`\n- `windy`",
    "- calm\n- merry\n- gloomy\n- tired",
    "| From | To |\n|---|---|\n| `calm` | `merry` |\n| `calm` | `gloomy` |\n| `merry` | `calm` |"
      + "\n| `gloomy` | `calm` |",
  ])
  func `a selection is silent`(text: String) {
    #expect(findings(text) == [])
  }

  @Test func `a page about another time has no findings`() {
    #expect(findings("- `calm`\n- `merry`\n- `gloomy`\n- `furious`", path: "CHANGELOG.md") == [])
  }

  @Test func `the finding is at the first entry and shows the declaration`() throws {
    let finding = try #require(
      findings("Text.\n\n- `calm`\n- `merry`\n- `gloomy`\n- `tired`").first)
    #expect(finding.location.range?.start.line == 3)
    #expect(finding.evidence.first?.kind == .declared)
    #expect(finding.evidence.first?.location?.file == "Sources/Piers/Boat.swift")
  }
}
