import Diagnostics
import Mermaid
import Testing

/// Each fix turns a text that the real Mermaid rejects into one that it accepts.
@Suite struct AdviceTests {
  struct Case: Sendable, CustomStringConvertible {
    var text: String
    var fixed: String
    var message: String

    var description: String { text }
  }

  static let cases = [
    Case(
      text: "sequenceDiagram\nA->>B: one; two\nB->>A: x",
      fixed: "sequenceDiagram\nA->>B: one#59; two\nB->>A: x", message: "a text ends at `;`"),
    Case(
      text: "classDiagram\nclass List<T> {\n+a\n}", fixed: "classDiagram\nclass List~T~ {\n+a\n}",
      message: "generic parameters of a class are written between `~`"),
    Case(
      text: "classDiagram\nclass \"My Class\"",
      fixed: "classDiagram\nclass MyClass[\"My Class\"]",
      message: "the name of a class cannot be in quotes"),
    Case(
      text: "sequenceDiagram\nparticipant A: Alice\nA->>A: x",
      fixed: "sequenceDiagram\nparticipant A as Alice\nA->>A: x",
      message: "the name of a participant cannot contain `:`"),
    Case(
      text: "stateDiagram-v2\nA --> B: Foo::bar",
      fixed: "stateDiagram-v2\nA --> B: Foo#58;#58;bar",
      message: "a label cannot contain `::` or end with `:`"),
    Case(
      text: "stateDiagram-v2\nA: b: c:", fixed: "stateDiagram-v2\nA: b: c#58;",
      message: "a label cannot contain `::` or end with `:`"),
    Case(
      text: "classDiagram\nA --> B : a:b", fixed: "classDiagram\nA --> B : a#58;b",
      message: "a label cannot contain a second `:`"),
  ]

  @Test(arguments: cases)
  func `a fix results in an accepted text`(example: Case) throws {
    let document = MermaidParser.parse(example.text)
    let error = try #require(document.errors.first)
    #expect(error.message == example.message)
    let fix = try #require(error.fix)
    #expect(document.source.applying(fix) == example.fixed)
    #expect(MermaidParser.parse(example.fixed).errors.isEmpty)
    #expect(try RealMermaid.verdicts([example.text, example.fixed]).map(\.ok) == [false, true])
  }

  /// `Foo::bar` in a class diagram has two colons to replace, one after the other.
  @Test func `fixes are applied one after the other`() throws {
    var text = "classDiagram\nA --> B : Foo::bar"
    for _ in 0..<2 {
      let document = MermaidParser.parse(text)
      text = document.source.applying(try #require(document.errors.first?.fix))
    }
    #expect(text == "classDiagram\nA --> B : Foo#58;#58;bar")
    #expect(MermaidParser.parse(text).errors.isEmpty)
  }

  @Test func `a reserved word can be shown by an alias`() {
    let error = MermaidParser.parse("sequenceDiagram\nA->>end: x").errors.first
    #expect(error?.message == "`end` is a reserved word and not a participant here")
    #expect(error?.expectation == "a participant or `participant p as end` before it")
  }

  @Test func `a header is not rejected in favor of itself`() {
    for keyword in ["classDiagram", "stateDiagram-v2"] {
      let errors = MermaidParser.parse("\(keyword) direction LR\nA --> B").errors
      #expect(errors.first?.message == "`\(keyword)` must be alone on its line")
      #expect(errors.first?.token == "direction LR")
    }
  }

  /// The test also checks that no message expects the text that it rejects.
  @Test func `no fix replaces a text by itself`() throws {
    var mutation = Mutation(seed: 21, entries: try Corpus.all())
    var count = 0
    for _ in 0..<Amount.of(3_000, full: 60_000) {
      let document = MermaidParser.parse(mutation.next())
      for error in document.errors {
        // A rejected text may begin with the `"` that is expected at its end.
        let isSign = error.token.count < 2 || error.token.contains("\"")
        let isExpected = !isSign && error.expected.contains("`\(error.token)`")
        #expect(!isExpected, "\(error)\n\(document.text)")
        guard let fix = error.fix else { continue }
        count += 1
        #expect(document.source.text(in: fix.range) != fix.replacement, "\(document.text)")
      }
    }
    #expect(count > 100)
  }
}

extension SourceText {
  fileprivate func applying(_ fix: FixIt) -> String {
    let bytes = bytes[..<offset(of: fix.range.start)] + Array(fix.replacement.utf8)
    return String(decoding: bytes + self.bytes[offset(of: fix.range.end)...], as: UTF8.self)
  }
}
