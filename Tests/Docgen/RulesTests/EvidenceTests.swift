import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// The certainty of a finding about a name or a file, by the repository's history.
@Suite struct EvidenceTests {
  /// A claim on a page, and the severity of its finding; `nil` if there is none.
  struct Case: Sendable {
    var text: String
    var repository = KnownRepository()
    var path = "docs/a.md"
    var severity: Diagnostic.Severity?
  }

  private static let removed = KnownRepository().removing("HouseQueue")

  @Test(arguments: [
    Case(text: "`HouseQueue` opens it.", repository: removed, severity: .error),
    Case(text: "`DoorMachine.HouseQueue` opens it.", repository: removed, severity: .error),
    // A name that never existed may belong to other software.
    Case(text: "`HouseQueue` opens it.", severity: .note),
  ])
  func `the history makes a missing name an error`(of name: Case) { expect(name) }

  @Test(arguments: [
    Case(text: "The HouseQueue opens it.", repository: removed, severity: .warning),
    Case(text: "HouseQueue.flush() opens it.", repository: removed, severity: .warning),
    Case(text: "| HouseQueue | opens |", repository: removed, severity: .warning),
    Case(
      text: "```text\nApp -> HouseQueue -> Door\n```", repository: removed, severity: .warning),
    Case(text: "The HouseQueue opens it."),
    Case(text: "[HouseQueue](https://example.com) opens it.", repository: removed),
    Case(text: "```text\nHouseQueue/main.c\nSources/HouseQueue.swift\n```", repository: removed),
    Case(text: "```yaml\nname: HouseQueue\n```", repository: removed),
    Case(
      text: "```swift\nclass HouseQueue { func f() { print(1) } }\n```\n\nA HouseQueue.",
      repository: removed),
  ])
  func `a removed name in plain text is a warning, a name that never existed is silent`(
    of name: Case
  ) { expect(name) }

  @Test func `a line that is newer than the removal is a hint`() {
    var repository = Self.removed
    repository.isLineOlder = false
    expect(Case(text: "`HouseQueue` opens it.", repository: repository, severity: .note))
  }

  @Test func `without history a missing name is a warning`() {
    expect(
      Case(
        text: "`HouseQueue` opens it.", repository: KnownRepository(hasHistory: false),
        severity: .warning))
  }

  @Test func `a commit that adds a dependency may have moved the name there`() {
    var repository = Self.removed
    repository.newDependency = true
    expect(Case(text: "`HouseQueue` opens it.", repository: repository, severity: .warning))
  }

  @Test func `a name that only examples declared is a warning`() {
    let repository = KnownRepository().removing("HouseQueue", isExample: true)
    expect(Case(text: "`HouseQueue` opens it.", repository: repository, severity: .warning))
  }

  @Test(arguments: [
    Case(text: "`HouseQueue`", repository: KnownRepository(code: ["HouseQueue"])),
    Case(text: "`HouseQueue`", repository: KnownRepository(comments: ["HouseQueue"])),
    Case(text: "`HouseQueue`", repository: KnownRepository(text: ["HouseQueue"])),
    Case(text: "`HouseQueue`", repository: KnownRepository(paths: ["Apps/HouseQueue/main.c"])),
    Case(
      text: "`HouseQueueTests`", repository: KnownRepository(paths: ["HouseQueueTests.swift"])),
    Case(text: "`HouseQueue`\n\n```swift\nstruct HouseQueue {}\n```"),
    Case(text: "`HouseQueue`\n\n```swift\nHouseQueue().run()\n```"),
    Case(text: "`UIViewController` and `viewDidLoad()` on an `iPad`, see `SwiftLint`."),
    Case(text: "`MyHouse`, `YourAPI`, `FooView`"),
    Case(text: "`.env`, `Package.resolved`, `House.xcworkspace`, `com.example.houseApp`"),
  ])
  func `a name that something else in the repository has is silent`(_ name: Case) { expect(name) }

  @Test(arguments: [
    KnownRepository(comments: ["HouseQueue"]).removing("HouseQueue")
  ])
  func `a name that the history removed is an error although a comment still has it`(
    repository: KnownRepository
  ) {
    expect(Case(text: "`HouseQueue` opens it.", repository: repository, severity: .error))
  }

  @Test(arguments: [
    "docs/MigrationGuide.md", "docs/MigratingTo2.0.md", "CHANGES.md", "proposals/0001-queue.md",
    "docs/archive/queue.md", "docs/plan.md", "docs/reports/queue.md", "REFOCUS_TRACKER.md",
    "docs/notes-2025-11-17.md", "docs/release-notes.md", "Release Notes/600.md", "prds/queue.md",
    "docs/adrs/queue.md",
  ])
  func `pages about another time are hints`(path: String) {
    expect(
      Case(text: "`HouseQueue` opens it.", repository: Self.removed, path: path, severity: .note))
  }

  @Test(arguments: [
    "`HouseQueue` was removed.", "Use `Frame` instead of `HouseQueue`.",
    "- Remove `HouseQueue`", "- Create `HouseQueue`", "| `HouseQueue` | move to `Frame` |",
    "- ✅ Added `HouseQueue`",
    "## Files to Modify\n\n`HouseQueue`", "## Phase 2: Queue\n\n`HouseQueue`",
    "## 2026-01-04 — The queue\n\n`HouseQueue`",
    "**Status:** Complete\n\n`HouseQueue` opens it.", "## v2.1\n\n`HouseQueue`",
    "# Queue\n\n`HouseQueue` opens it.\n\n## User stories\n",
    "## Deprecated\n\n`HouseQueue` opens it.", "## 1.2.0\n\n`HouseQueue` opens it.",
  ])
  func `sections and sentences about another time are hints`(text: String) {
    expect(Case(text: text, repository: Self.removed, severity: .note))
  }

  @Test(arguments: [
    "**Status:** Abgeschlossen", "**Status:** B1 (Fix) + B2\nabgeschlossen, B3 offen",
    "- Status: not yet implemented", "| Status | Draft |", "> **Superseded (2026-06):** gone",
    "Statut : brouillon", "Estado: completado", "状态：已完成", "**ステータス**: 下書き",
    "**Source:** the code (Stand 1.5.1 Build 8), not the draft", "Stand: 2026-07-04",
    "**Status**: Draft — approved direction",
  ])
  func `findings on a page with the status of a plan or record are hints`(line: String) {
    let text = "\(line)\n\n`HouseQueue` opens it."
    expect(Case(text: text, repository: Self.removed, severity: .note))
  }

  @Test(arguments: [
    "Status: Active\n\n`HouseQueue` opens it.", "Status: abandon ship\n\n`HouseQueue` opens it.",
    "Draft beer\n\n`HouseQueue` opens it.", "Stand: at the door\n\n`HouseQueue` opens it.",
    "The status is complete: no.\n\n`HouseQueue` opens it.",
    "## 3.1 The queue\n\n`HouseQueue` opens it.", "The status of `HouseQueue` is kept.",
  ])
  func `a numbered section and a word in passing are about now`(text: String) {
    expect(Case(text: text, repository: Self.removed, severity: .error))
  }

  @Test(arguments: ["README.md", "App/README.de.md", "CLAUDE.md", "docs/CONTRIBUTING.md"])
  func `a living page is current whatever status it states`(path: String) {
    for status in ["Status: WIP", "**Status:** Abgeschlossen", "> Draft"] {
      let text = "\(status)\n\n`HouseQueue` opens it."
      expect(Case(text: text, repository: Self.removed, path: path, severity: .error))
    }
  }

  @Test(arguments: [
    ("skills/queues/references/a.md", Diagnostic.Severity.note), ("skills/house/a.md", .error),
    ("docs/a.md", .error),
  ])
  func `pages of a skill for agents are hints unless it has the name of a module`(
    path: String, severity: Diagnostic.Severity
  ) {
    let name = Case(
      text: "`HouseQueue` opens it.", repository: Self.removed, path: path, severity: severity)
    expect(
      name, pages: ["skills/queues/SKILL.md": "# Queues\n", "skills/house/SKILL.md": "# House\n"])
  }

  @Test(
    arguments: [
      ("Draft", "specs/1/data-model.md", .note), ("Superseded", "specs/1/contracts/a.md", .note),
      ("Implemented", "specs/1/data-model.md", .error),
      ("Retroactive — back-specifies the code", "specs/1/data-model.md", .error),
      ("Draft", "specs/2/data-model.md", .error), ("Draft", "docs/a.md", .error),
    ] as [(String, String, Diagnostic.Severity)])
  func `the status of a specification holds for the pages next to it`(
    status: String, path: String, severity: Diagnostic.Severity
  ) {
    let name = Case(
      text: "`HouseQueue` opens it.", repository: Self.removed, path: path, severity: severity)
    expect(name, pages: ["specs/1/spec.md": "# Queue\n\n**Status**: \(status)\n"])
  }

  @Test func `a missing member of a declared type is a warning, and a removed one is an error`() {
    expect(Case(text: "`DoorMachine.slam()`", severity: .warning))
    expect(
      Case(
        text: "`DoorMachine.slam()`", repository: KnownRepository().removing("slam"),
        severity: .error))
  }

  @Test func `a missing name next to declared ones of the same list is a warning`() {
    let list = "- `DoorMachine`\n- `DoorState`\n- `DoorMachine.Event`\n- `DoorKnob`"
    let declared = ["DoorMachine", "DoorState", "DoorMachine.Event"].filter {
      !findings(Case(text: "`\($0)`")).isEmpty
    }
    #expect(declared == [])
    expect(Case(text: list, severity: .warning))
  }

  @Test func `findings on a page mostly about other software are hints`() {
    let names = ["alphaBeta", "gammaDelta", "zetaEta", "thetaIota", "kappaMu", "nuXi", "rhoSigma"]
    let text = names.map { "`\($0)`" }.joined(separator: " ") + " `DoorMachinr`"
    #expect(findings(Case(text: text)).allSatisfy { $0.severity == .note })
  }

  @Test func `a missing name is one finding per page, with its other lines`() throws {
    let found = findings(Case(text: "`HouseQueue`\n\n`HouseQueue`", repository: Self.removed))
    #expect(found.count == 1)
    #expect(found.first?.evidence.contains { $0.text == "also on line 5" } == true, "\(found)")
  }

  @Test func `further lines of a finding are counted after the first ones`() {
    func notes(_ count: Int) -> [String] {
      let text = [String](repeating: "`HouseQueue`", count: count).joined(separator: "\n\n")
      return findings(Case(text: text, repository: Self.removed)).flatMap(\.evidence).map(\.text)
        .filter { $0.hasPrefix("also on line") }
    }
    #expect(notes(4) == ["also on lines 5, 7, 9"])
    #expect(notes(30).count == 1)
    #expect(notes(30).first?.hasPrefix("also on lines 5, 7, 9, ") == true)
    let listed = notes(30).first?.matches(of: /[0-9]+/).compactMap { Int($0.0) } ?? []
    #expect(listed.count - 1 + (listed.last ?? 0) == 29, "\(notes(30))")
  }

  @Test func `a heading that links to a symbol is not about changes`() {
    func severities(_ heading: String) -> [Diagnostic.Severity] {
      findings(Case(text: "\(heading)\n\n`HouseQueue` opens it.", repository: Self.removed))
        .map(\.severity)
    }
    #expect(severities("## ``DoorMachine/Changes``").contains(.error))
    #expect(severities("## Changes").allSatisfy { $0 == .note })
  }

  @Test func `a rename that the commit shows is a safe fix, a similar name is not`() throws {
    var repository = Self.removed
    repository.newNames["HouseQueue"] = "DoorMachine"
    let renamed = findings(Case(text: "`HouseQueue` opens it.", repository: repository))
    #expect(renamed.first?.fixIts.map(\.replacement) == ["DoorMachine"])
    #expect(renamed.first?.fixIts.first?.isSafe == true)
    let member = findings(Case(text: "`Frame.HouseQueue` opens it.", repository: repository))
    #expect(member.first?.fixIts.contains(where: \.isSafe) == false, "\(member)")
    let similar = findings(Case(text: "`DoorMachime` opens it."))
    #expect(similar.first?.severity == .warning)
    #expect(similar.first?.fixIts.contains(where: \.isSafe) == false)
  }

  @Test(arguments: [
    ("`HouseQueue` / `DoorMachine`", "DoorMachine"),
    ("- `DoorMachine`\n- `HouseQueue`", "DoorMachine"),
    ("`HouseQueue` opens it.", "LegacyDoor"),
  ])
  func `a rename is not a safe fix next to the new name, or to a name with legacy`(
    text: String, new: String
  ) {
    var repository = Self.removed
    repository.newNames["HouseQueue"] = new
    let found = findings(Case(text: text, repository: repository))
    #expect(found.map(\.severity) == [.error], "\(found)")
    #expect(found.first?.fixIts.contains(where: \.isSafe) == false, "\(found)")
  }

  @Test
  func `a new name with another number is not a safe fix, since the text may repeat the number`() {
    var repository = KnownRepository().removing("HouseQueue16")
    repository.newNames["HouseQueue16"] = "DoorMachine"
    let found = findings(Case(text: "`HouseQueue16` holds 16.", repository: repository))
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.fixIts.contains(where: \.isSafe) == false, "\(found)")
  }

  @Test func `two old names with the same new name are left to the author`() {
    var repository = Self.removed.removing("HouseStack")
    repository.newNames = ["HouseQueue": "DoorMachine", "HouseStack": "DoorMachine"]
    let found = findings(Case(text: "`HouseQueue` or `HouseStack`", repository: repository))
    #expect(found.map(\.severity) == [.error, .error])
    let safe = found.flatMap(\.fixIts).filter(\.isSafe)
    #expect(safe.isEmpty, "\(found)")
  }

  @Test(arguments: [
    ("Tests/A.swift", true), ("Sources/DoorTests.swift", true), ("App/UITests/A.swift", true),
    ("Examples/A.swift", true), ("Sources/MockDoor.swift", true), ("A.docc/B.swift", true),
    ("Sources/Door.swift", false), ("Sources/TestsOfDoor/A.swift", false),
    ("Sources/Latest.swift", false), ("", false),
  ])
  func `tests, examples and test doubles are recognized by their paths`(
    path: String, isExample: Bool
  ) {
    #expect(ExamplePath.isExample(path) == isExample)
  }

  @Test func `a name in a drawing does not count as one from an example`() {
    func severities(_ block: String) -> [Diagnostic.Severity] {
      var repository = Self.removed
      repository.isLineOlder = nil
      return findings(Case(text: "`HouseQueue`\n\n```\n\(block)\n```", repository: repository))
        .map(\.severity)
    }
    #expect(severities("└── HouseQueue") == severities("└── HouseStore"))
    #expect(severities("HouseQueue.open()").isEmpty)
  }

  @Test func `members of a missing type and Swift blocks are further lines of its finding`() {
    let text = "`HouseQueue`\n\n`HouseQueue.size`\n\n```swift\nlet queue = HouseQueue()\n```"
    let found = findings(Case(text: text, repository: Self.removed))
      .filter { $0.rule.rawValue == "unknown-symbol" && $0.summary.contains("HouseQueue") }
    #expect(found.first?.evidence.contains { $0.text == "also on lines 5, 8" } == true, "\(found)")
  }

  @Test(
    arguments: [
      ("struct DoorMachine {", .error, true), ("let count = 3", nil, false), (nil, .error, false),
    ] as [(String?, Diagnostic.Severity?, Bool)])
  func `the history of a line decides whether it moved`(
    old: String?, severity: Diagnostic.Severity?, isSafe: Bool
  ) {
    let file = Door.model().code.types(named: "DoorMachine")[0].location.file
    var repository = KnownRepository()
    repository.oldLine = old
    let found = findings(Case(text: "`DoorMachine` (`\(file):9999`)", repository: repository))
      .filter { $0.rule.rawValue == "moved-line" }
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []), "\(found)")
    let safe = found.flatMap(\.fixIts).filter(\.isSafe)
    #expect(safe.isEmpty == !isSafe, "\(found)")
  }

  @Test func `a line next to a use of the name is silent, one in a file without it is not`() {
    let files = [
      "Sources/House/Bell.swift": "struct DoorBell {}\n",
      "Sources/House/Wire.swift": "let bell = DoorBell()\n",
      "Sources/House/Roof.swift": "let roof = 1\n",
    ]
    let code = CodeModel(
      reading: files.sorted { $0.key < $1.key }.map {
        SourceInput(path: $0.key, module: "House", $0.value)
      })
    let project = ProjectModel(code: code, traces: [], sources: files.mapValues { SourceText($0) })
    func lines(_ text: String) -> [String] {
      CheckedPage(
        Page(path: "docs/a.md", bytes: Array(text.utf8)), project: project,
        templates: TemplateSource(texts: [:])
      ).findings().filter { $0.rule.rawValue == "moved-line" }.map(\.summary)
    }
    #expect(lines("`DoorBell` (`Sources/House/Wire.swift:1`)").isEmpty)
    #expect(
      lines("`DoorBell` (`Sources/House/Roof.swift:1`)") == [
        "`DoorBell` is declared in `Sources/House/Bell.swift`"
      ])
  }

  @Test func `a file is an error if the history deleted it, and silent if it is elsewhere`() throws
  {
    var repository = KnownRepository()
    repository.deletions["Sources/Old.swift"] = FileDeletion(
      path: "Sources/Old.swift", commit: KnownRepository.commit, newPath: "Sources/House/Old.swift")
    let deleted = findings(Case(text: "`Sources/Old.swift`", repository: repository))
    #expect(deleted.map(\.severity) == [.error])
    #expect(deleted.first?.fixIts.first?.replacement == "Sources/House/Old.swift")
    expect(Case(text: "`Sources/Old.swift`", severity: .note))
    // A name of another kind may be a build product.
    repository.deletions["lock.h"] = FileDeletion(
      path: "include/lock.h", commit: KnownRepository.commit)
    expect(Case(text: "`lock.h`", repository: repository, severity: .error))
    expect(Case(text: "`key.h`", repository: repository))
    for repository in [
      KnownRepository(paths: ["Packages/A/Sources/Old.swift"]),
      KnownRepository(ignored: ["Sources/Old.swift"]),
    ] {
      expect(Case(text: "`Sources/Old.swift`", repository: repository))
    }
  }

  @Test(
    arguments: [
      ("DoorMachine.slam()", .warning), ("let door = DoorMachine()\ndoor.slam()", .warning),
      ("Cellar.slam()", nil), ("struct DoorMachine {}\nDoorMachine.slam()", nil),
      ("DoorMachine.slam(...)", .warning),
      // The body of the project's own type uses a member that the type lacks.
      ("extension DoorMachine {\n  func f() { slamTwice() }\n}", .warning),
      ("extension Cellar {\n  func f() { slamTwice() }\n}", nil),
      ("extension DoorMachine {\n  func f() { let slamTwice = 1; print(slamTwice) }\n}", nil),
      // No other module can use this type, so the receiver is the project's, too.
      ("extension DoorMachine {\n  func f() { other.slamTwice() }\n}", .warning),
    ] as [(String, Diagnostic.Severity?)])
  func `an example is compared with the project's types`(
    code: String, severity: Diagnostic.Severity?
  ) {
    let found = findings(Case(text: "```swift\n\(code)\n```"))
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []), "\(found)")
    #expect(found.allSatisfy { $0.rule.rawValue == "outdated-example" }, "\(found)")
  }

  @Test(
    arguments: [
      ("let queue = HouseQueue()", .error), ("func f(queue: HouseQueue) ...", .error),
      ("door.houseQueue.open()", .error), ("houseQueue()", .error),
      // The page may keep something that the project has given up.
      ("final class HouseQueue: Queue {}", .warning),
      // The example's value may be of any type.
      ("open(houseQueue)", nil), ("let houseQueue = 1\nhouseQueue.open()", nil),
    ] as [(String, Diagnostic.Severity?)])
  func `a name in a Swift block that a commit removed later`(
    code: String, severity: Diagnostic.Severity?
  ) {
    let text = "```swift\n\(code)\n```"
    let repository = Self.removed.removing("houseQueue")
    expect(Case(text: text, repository: repository, severity: severity))
    expect(Case(text: text))
    var newer = repository
    newer.isLineOlder = false
    expect(Case(text: text, repository: newer, severity: severity == .error ? .warning : nil))
    let example = KnownRepository().removing("HouseQueue", isExample: true)
    expect(Case(text: text, repository: example))
    expect(Case(text: "## Problem Statement\n\n\(text)", repository: repository, severity: nil))
  }

  private func expect(_ example: Case, pages: [String: String] = [:]) {
    let found = findings(example, pages: pages)
    #expect(found.map(\.severity) == (example.severity.map { [$0] } ?? []), "\(found)")
  }

  private func findings(_ example: Case, pages: [String: String] = [:]) -> [Diagnostic] {
    let page = Page(path: example.path, bytes: Array("# A page\n\n\(example.text)\n".utf8))
    let others = pages.map { Page(path: $0.key, bytes: Array($0.value.utf8)) }
    let context = ProjectContext(
      pages: [page] + others, kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, isIgnored: { _ in false }, repository: example.repository)
    return CheckedPage(
      page, project: Door.model(), templates: TemplateSource(texts: [:]),
      context: context
    ).findings()
  }
}
