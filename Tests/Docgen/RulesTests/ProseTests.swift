import Diagnostics
import Markdown
import Models
import Rules
import Templates
import Testing

/// Prose on a page about the door of `Door.source`, and its findings.
struct ProseCase: Sendable, CustomTestStringConvertible {
  var text: String
  var finding: String?

  init(_ text: String, _ finding: String? = nil) {
    self.text = text
    self.finding = finding
  }

  var testDescription: String { text }
}

private let names = [
  ProseCase("`DoorMachine`"), ProseCase("`DoorMachine.state`"), ProseCase("`House.DoorState`"),
  ProseCase("`DoorMachine.apply(_:)`"), ProseCase("`apply()`"), ProseCase("`apply(_:)`"),
  ProseCase("`hold(door:at:)`"), ProseCase("`.keyTurned`"), ProseCase("`.open(angle)`"),
  ProseCase("`keyTurned`"), ProseCase("`DoorState.allCases`"), ProseCase("`door.apply()`"),
  // These do not look like names in code.
  ProseCase("`closed`"), ProseCase("`Hinge`"), ProseCase("`make docs`"), ProseCase("`a-b`"),
  ProseCase("`snake_case`"), ProseCase("`.md`"), ProseCase("`key.word`"), ProseCase("`3.5`"),
  ProseCase("`OAuth`", "nothing in the code is called `OAuth`"),
  ProseCase("`[DoorState]`"), ProseCase("`()`"), ProseCase("`.`"), ProseCase("`..a`"),
  // Names from elsewhere that the code uses.
  ProseCase("`DoorMachin.x`", "nothing in the code is called `DoorMachin`"),
  ProseCase("`DoorEngine`", "nothing in the code is called `DoorEngine`"),
  ProseCase("`DoorMachine.door`", "`DoorMachine` has no member `door`"),
  ProseCase("`DoorMachine.closed`", "`DoorMachine` has no member `closed`"),
  ProseCase("`DoorMachine.apply(event:)`", "`apply` takes `(_:)`"),
  ProseCase("`hold(door:)`", "`hold` takes `(door:at:)`"),
  ProseCase("`House.Window`", "the module `House` has no `Window`"),
  ProseCase("`.keyLost`", "nothing in the code is called `keyLost`"),
  ProseCase("`.ajar`", "nothing in the code is called `ajar`"),
  ProseCase("`unlock()`", "nothing in the code is called `unlock`"),
  ProseCase("`door.unlock()`", "nothing in the code is called `unlock`"),
  ProseCase("`keyLost`", "nothing in the code is called `keyLost`"),
]

private let files = [
  ProseCase("`Sources/House/Door.swift`"), ProseCase("`Door.swift`"),
  ProseCase("`Door.swift:12`"), ProseCase("`Sources/House/Door.swift:3:7`"),
  ProseCase("`docs/`"), ProseCase("`and/or`"), ProseCase("`text/markdown`"),
  ProseCase("`.build/x.swift`"), ProseCase("`Sources/**/*.swift`"), ProseCase("`/usr/lib`"),
  ProseCase("`Elsewhere.swift`"),
  ProseCase("`Sources/House/Window.swift`", "`Sources/House/Window.swift` does not exist"),
  ProseCase("`Sources/Door.swift`", "`Sources/Door.swift` does not exist"),
  ProseCase("`Window.swift`", "no file is called `Window.swift`"),
  ProseCase("`Door.swift:400`", "`Sources/House/Door.swift` has 39 lines"),
  ProseCase("`docs/gone.md`", "`docs/gone.md` does not exist"),
]

private let links = [
  ProseCase("[a](b.md)"), ProseCase("[a](b.md#retry-and-back-off)"), ProseCase("[a](#a-page)"),
  ProseCase("[a](https://swift.org/x.md)"), ProseCase("[a](mailto:a@b.c)"),
  ProseCase("[a](//swift.org/x)"), ProseCase("[a](../../issues)"),
  ProseCase("[a](../Sources/House/Door.swift#L3)"), ProseCase("[a](/Sources)"),
  ProseCase("[a](b.md?plain=1)"), ProseCase("![a](b%2Emd)"), ProseCase("[a](#by-hand)"),
  ProseCase("[a](#top)"), ProseCase("[a]\n\n[a]: b.md"),
  ProseCase("[a](c.md)", "`docs/c.md` does not exist"),
  ProseCase("![a](c.png)", "`docs/c.png` does not exist"),
  ProseCase("[a](b.md#retry)", "`docs/b.md` has no heading `#retry`"),
  ProseCase("[a](#gone)", "`docs/a.md` has no heading `#gone`"),
  ProseCase("[a](../Sources/Gone)", "`Sources/Gone` does not exist"),
  ProseCase("[a][b]\n\n[b]: c.md", "`docs/c.md` does not exist"),
  ProseCase("[a](../Sources/House/Door.swift#L40)", "`Sources/House/Door.swift` has 39 lines"),
  ProseCase("[a](../Sources/House/Door.swift#L3-L40)", "`Sources/House/Door.swift` has 39 lines"),
]

/// The door's `apply(_:)` takes lines 24 to 34, its machine begins at line 11.
private let lines = [
  ProseCase("`apply(_:)` (`Door.swift:24`)"), ProseCase("`apply(_:)` at `Door.swift:30:5`"),
  ProseCase("[`apply(_:)`](../Sources/House/Door.swift#L24)"),
  ProseCase("[`apply(_:)`](../Sources/House/Door.swift#L24-L34)"),
  ProseCase("[DoorMachine](../Sources/House/Door.swift#L11)"),
  ProseCase("[DoorState](/Sources/House/Door.swift#L1)"),
  ProseCase("[here](../Sources/House/Door.swift#L2)"),
  ProseCase("`apply(_:)` and then `Door.swift:2`"),
  ProseCase("`Door.swift:2` (`apply(_:)`)"),
  ProseCase("| a | b |\n|---|---|\n| `DoorMachine` | `Door.swift:11` |"),
  ProseCase("`apply(_:)` (`Door.swift:23`)", "`DoorMachine.apply` is declared in line 24"),
  ProseCase(
    "| a | b |\n|---|---|\n| `DoorMachine` | `Door.swift:12` |",
    "`DoorMachine` is declared in line 11"),
  ProseCase(
    "[`apply(_:)`](../Sources/House/Door.swift#L35)", "`DoorMachine.apply` is declared in line 24"),
  ProseCase(
    "[DoorMachine](../Sources/House/Door.swift#L10-L34)", "`DoorMachine` is declared in line 11"),
]

/// A reference in a document and its text after `docgen fix`.
private let mended = [
  ("`apply(_:)` (`Door.swift:2`)", "Door.swift:24"),
  ("`apply(_:)` (`Sources/House/Door.swift:2:9`)", "Sources/House/Door.swift:24:9"),
  ("[`apply(_:)`](../Sources/House/Door.swift#L3)", "../Sources/House/Door.swift#L24"),
  ("[`apply(_:)`](/Sources/House/Door.swift#L3-L9)", "/Sources/House/Door.swift#L24-L34"),
  ("[the door](../Source/Door.swift#L3)", "../Sources/House/Door.swift#L3"),
  ("[the door](/Door.swift)", "/Sources/House/Door.swift"),
  ("[b](../b.md#retry-and-back-off)", "b.md#retry-and-back-off"),
]

@Suite struct ProseTests {
  @Test(arguments: names)
  func `inline code is compared with the code`(_ name: ProseCase) {
    expect(name, rule: RuleID("unknown-symbol"))
  }

  @Test(arguments: files)
  func `a file in inline code must exist`(_ file: ProseCase) {
    expect(file, rule: RuleID("unknown-file"))
  }

  @Test(arguments: links)
  func `a link leads somewhere`(_ link: ProseCase) {
    expect(link, rule: RuleID("broken-link"))
  }

  @Test(arguments: lines)
  func `a line next to a name is the line of its declaration`(_ line: ProseCase) {
    expect(line, rule: RuleID("moved-line"))
  }

  @Test(arguments: mended)
  func `lines and files that moved are followed`(written: String, right: String) {
    #expect(findings(on: written).first?.fixIts.first?.replacement == right)
  }

  @Test func `a misspelled file is offered in its right form`() {
    let found = findings(on: "[b](./bb.md)").first
    #expect(found?.evidence.first?.text == "did you mean `b.md`?")
    #expect(found?.fixIts.isEmpty == true)
    let named = findings(on: "`docs/bb.md`").first
    #expect(named?.evidence.first?.text == "did you mean `docs/b.md`?")
  }

  @Test func `the nearest name is offered, with its place`() throws {
    let found = try #require(findings(on: "`DoorMachine.fram`").first)
    #expect(found.evidence.first?.text == "did you mean `DoorMachine.frame`?")
    #expect(found.evidence.first?.location?.file == "Sources/House/Door.swift")
    #expect(found.location.range?.start.column == 2)
  }

  @Test func `generated, ignored and disabled texts are not reported`() {
    #expect(findings(on: "`GitHub`").isEmpty)
    let generated = """
      <!-- docgen:begin table template=names machine=Door -->
      `DoorEngine`
      <!-- docgen:end -->
      """
    #expect(!findings(on: generated).contains { $0.rule.rawValue == "unknown-symbol" })
    let disabled = """
      <!-- docgen:disable unknown-symbol reason="of old" -->
      `DoorEngine`
      """
    #expect(findings(on: disabled).isEmpty)
  }

  @Test func `an exception that silences nothing is reported`() {
    let unused = """
      <!-- docgen:disable unknown-symbol reason="of old" -->
      `DoorMachine`

      <!-- docgen:disable broken-link reason="soon" -->
      `DoorEngine`
      """
    #expect(
      findings(on: unused).map { "\($0.rule) \($0.summary)" } == [
        "unused-disable `unknown-symbol` finds nothing here",
        "unused-disable `broken-link` finds nothing here",
        "unknown-symbol nothing in the code is called `DoorEngine`",
      ])
  }

  @Test(
    arguments: [
      ("sections: [States, Text]\n  lines: 40", ["section `States`", "requires 40"]),
      ("diagrams: sequence", ["no diagram is a sequence"]),
      ("patterns: ['by-*d', b, 'T*t']", []),
      ("patterns: [nowhere, '(']", ["no `nowhere`", "contains `(`"]),
      ("lines: many", ["not a number of lines"]), ("colour: red", ["no `colour`"]),
      ("sections: [a", ["cannot be read"]),
    ])
  func `a page must meet the contract in its front matter`(contract: String, expected: [String]) {
    let text = "---\ntitle: T\ncontract:\n  \(contract)\n---\n# Text\n\nby-hand\n"
    let found = broken(text)
    #expect(found.count == expected.count, "\(found)")
    for (summary, part) in zip(found, expected) {
      let isSaid =
        part == "no `nowhere`" ? summary.contains("contains `nowhere`") : summary.contains(part)
      #expect(isSaid, "\(summary)")
    }
  }

  @Test func `a page without a contract has no requirements`() {
    for text in ["---\ntitle: [a\n---\n# A\n", "---\ncontract:\n  lines: 9\n", "# A\n---\n"] {
      #expect(broken(text) == [])
    }
  }

  private func broken(_ text: String) -> [String] {
    let page = Page(path: "docs/a.md", bytes: Array(text.utf8))
    let templates = TemplateSource(texts: [:])
    return CheckedPage(page, project: Door.model(), templates: templates).findings()
      .filter { $0.rule.rawValue == "page-contract" }.map(\.summary)
  }

  @Test func `a page must meet its contract`() {
    var contract = PageContract()
    contract.sections = ["a page", "States"]
    contract.diagrams = ["sequence"]
    contract.lines = 9
    contract.patterns = ["by-*nd", "idle*syncing"]
    #expect(
      findings(on: "text", contract: contract).map(\.summary) == [
        "the section `States` is missing", "no diagram is a sequence",
        "the page has 5 lines; its contract requires 9",
        "no line of the page contains `idle*syncing`",
      ])
    contract.sections = ["A PAGE"]
    contract.lines = 8
    contract.patterns = ["by-*nd"]
    let text = "```mermaid\nsequenceDiagram\n  A->>B: c\n```"
    #expect(
      findings(on: text, contract: contract).allSatisfy { $0.rule.rawValue != "page-contract" })
  }

  private func expect(_ prose: ProseCase, rule: RuleID) {
    let found = findings(on: prose.text)
    #expect(found.map(\.summary) == (prose.finding.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.rule == rule })
  }

  private func findings(
    on text: String, contract: PageContract? = nil
  ) -> [Diagnostic] {
    let page = Page(
      path: "docs/a.md", bytes: Array("# A page\n\n<a id=\"by-hand\"></a>\n\n\(text)\n".utf8))
    let other = Page(path: "docs/b.md", bytes: Array("# Retry and back-off\n".utf8))
    let context = ProjectContext(
      pages: [page, other],
      kind: { path in
        switch path {
        case "docs/a.md", "docs/b.md", "Sources/House/Door.swift": .file
        case "docs", "docs/", "Sources", "Sources/House": .folder
        default: nil
        }
      },
      names: { $0 == "docs" ? ["a.md", "b.md"] : [] }, hasFile: { $0 == "Elsewhere.swift" },
      contract: { _ in contract },
      isIgnored: { $0 == "GitHub" })
    let found = CheckedPage(
      page, project: Door.model(), templates: TemplateSource(texts: [:]),
      context: context
    ).findings()
    return found.map {
      var finding = $0
      finding.location = SourceLocation(
        file: finding.location.file,
        range: finding.location.range.map {
          SourceRange(
            start: SourcePosition(line: $0.start.line - 4, column: $0.start.column), end: $0.end)
        })
      return finding
    }
  }
}
