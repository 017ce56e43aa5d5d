import Diagnostics
import Rules
import Testing

@Suite struct SnippetTests {
  @Test func `a region quotes a declaration, a signature or a marked stretch`() {
    #expect(
      content("symbol=Frame") == """
        ```swift
        struct Frame {
          func hold(door: DoorMachine, at height: Int) {}
        }
        ```

        """)
    #expect(
      content("symbol=DoorMachine.apply body=no")?.contains("apply(_ event: Event)\n") == true)
    #expect(content("symbol=DoorMachine.apply")?.contains("\n  switch (state, event) {\n") == true)
    let marked =
      Door.source + "// docgen:snippet hinge\n  let a = 1\n\n  let b = 2\n// docgen:end hinge\n"
    #expect(
      content("file=Sources/House/Door.swift mark=hinge", source: marked)
        == "```swift\nlet a = 1\n\nlet b = 2\n```\n")
  }

  @Test(arguments: [
    ("", "missing-argument the marker names nothing to quote"),
    ("symbol=Frame mark=a", "missing-argument the marker names nothing to quote"),
    ("symbol=Frme", "region-source the sources declare no `Frme`"),
    (
      "file=Sources/House/Dor.swift mark=a",
      "region-source `Sources/House/Dor.swift` is not a source file of the project"
    ),
    (
      "file=Sources/House/Door.swift mark=a",
      "region-source `Sources/House/Door.swift` has no snippet `a`"
    ),
  ])
  func `code that cannot be quoted is reported`(keys: String, summary: String) {
    let found = Door.findings(on: "<!-- docgen:begin snippet \(keys) -->\n<!-- docgen:end -->\n")
    #expect(found.count == 1 && found[0].hasSuffix(summary), "\(found)")
  }

  @Test(arguments: [
    "struct Frame {\n  func hold(door: DoorMachine, at height: Int) {}\n}",
    "struct Frame { func hold(\n    door: DoorMachine, at height: Int) {} }",
    "struct Frame {\n  // …\n}", "struct Frame { … }", "// …\n  func hold(door: … ) {}\n// ...",
  ])
  func `an equal block agrees`(block: String) {
    #expect(verified(block).isEmpty)
  }

  @Test(arguments: [
    ("struct Frame {\n  func hold(door: DoorMachine) {}\n}", "4:30"),
    ("struct Frme {\n  // …\n}", "3:10"),
    ("struct Frame {\n  // …\n  func drop()\n  // …\n}", "5:8"),
    ("struct Frame {", "3:14"), ("", "3:1"),
  ])
  func `a different block is reported at its first difference`(block: String, place: String) {
    let found = verified(block)
    #expect(
      found == ["\(place) stale-snippet the block does not match the current code of `Frame`"])
  }

  @Test func `a Swift block must parse, except for omissions`() {
    #expect(Door.findings(on: "```swift\nfor try await entry in a(…) { … }\n```\n").isEmpty)
    #expect(Door.findings(on: "```\nfunc (\n```\n").isEmpty)
    let found = Door.findings(on: "text\n\n```swift\nlet a = 1\nlet = 2\n```\n")
    #expect(found.count == 1 && found[0].hasPrefix("5:5 swift-block"), "\(found)")
  }

  @Test(arguments: [
    "{% for a in b %}let {{ a }}: Int{% endfor %}", "<% x %> = 1", "A\n└── B",
    "struct <Name>Mapper {\n}", "import <Context>Domain", "protocol Name.Service { func a() }",
  ])
  func `a template, a drawing or a nested name in a Swift block is ignored`(block: String) {
    #expect(Door.findings(on: "```swift\n\(block)\n```\n").isEmpty)
  }

  @Test(arguments: [
    ("let a = f(1\nlet b = 2", Diagnostic.Severity.warning), ("f(a: 1\n  b: 2)", .warning),
    ("let a = f(1))", .warning), ("let a: Set<Name> = f(1", .warning),
    // The author means a notation or part of a statement.
    ("Flow: load, then save", .note),
    ("} label: { text in\n  Text(text)\n}", .note), ("func a(b:c:) async -> Int", .note),
    ("let a = f(1 ... 2 3", .note),
  ])
  func `an error that looks like a notation is a hint`(
    block: String, severity: Diagnostic.Severity
  ) {
    let found = Door.diagnostics(on: "```swift\n\(block)\n```\n")
    #expect(found.map(\.severity) == [severity], "\(found.map(\.summary))")
  }

  private func verified(_ block: String) -> [String] {
    Door.findings(on: "<!-- docgen:verify snippet symbol=Frame -->\n```swift\n\(block)\n```\n")
      .filter { !$0.contains("swift-block") }
  }

  /// The new content, from the diff of the stale region.
  private func content(_ keys: String, source: String = Door.source) -> String? {
    Door.generated("snippet \(keys)", model: Door.model(source: source))
  }
}

@Suite struct CountTests {
  @Test(arguments: [
    "`DoorState` has three cases.", "The three states of `Door` are few.",
    "`DoorMachine`'s one method", "`Frame` has 1 methods", "two methods of `Frame` and others",
    "`Frame` holds. Two methods do.", "`unknown` has nine methods", "`Frame` | 7 methods",
    "`Frame` calls two methods", "`Door` has four transitions",
  ])
  func `a right count, or none, is silent`(text: String) {
    #expect(Door.findings(on: text + "\n").isEmpty)
  }

  @Test(arguments: [
    ("`DoorState` has four cases.", "1:17", "`DoorState` has 3 cases"),
    ("All goes by the\nfive states of `Door`.", "2:1", "`Door` has 3 states"),
    ("> `Frame` has 24 methods", "1:15", "`Frame` has 1 method"),
    ("- the two events of `Door`", "1:7", "`Door` has 3 events"),
    ("`Door`'s 7 states", "1:10", "`Door` has 3 states"),
  ])
  func `a wrong count is shown`(text: String, place: String, summary: String) {
    #expect(Door.findings(on: text + "\n") == ["\(place) wrong-count \(summary)"])
  }

  @Test func `a value marker counts, in words if the text is a word`() {
    func value(_ text: String) -> [String] {
      Door.findings(
        on: "<!-- docgen:value DoorState.cases.count -->\(text)<!-- /docgen:value -->\n")
    }
    #expect(value("3").isEmpty && value("three").isEmpty && value("Three").isEmpty)
    #expect(
      value("four") == [
        "1:44 stale-value four is no longer the value of `DoorState.cases.count` (three)"
      ])
  }
}
