import Diagnostics
import JSON
import Mermaid
import TestTools
import Testing

/// Front matter and `@{…}` are read as js-yaml reads them.
@Suite struct FrontMatterTests {
  @Test func `front matter is judged as the real Mermaid judges it`() throws {
    var source = YAMLTexts(seed: 3)
    let texts = (0..<Amount.of(2_000, full: 40_000)).map { _ in
      "---\n\(source.next())\n---\nsequenceDiagram\n  A->>B: x"
    }
    try compare(texts)
  }

  @Test func `configurations of participants are judged as the real Mermaid judges them`() throws {
    var source = YAMLTexts(seed: 4)
    let texts = (0..<Amount.of(600, full: 10_000)).map { _ in
      "sequenceDiagram\n  participant A@{ \(source.flow(depth: 1).replacing("}", with: "")) }\n"
    }
    try compare(texts)
  }

  /// libyaml reads YAML 1.1: the name of an anchor has letters, digits, `-` and `_` only, a plain
  /// scalar in a flow collection cannot begin with `:` or `?` or end with `:`, and an entry of a
  /// list cannot be indented by a tab.
  private func compare(_ texts: [String]) throws {
    let readsDifferently = #/&(?!a [x\[])|\*(?!a\b)|[{\[,]\s*[:?]|:\s*[,}\]]|-[ ]*\t/#
    let texts = texts.filter { !$0.contains(readsDifferently) }
    var accepted = 0
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts, models: true)) {
      let document = MermaidParser.parse(text)
      let isAccepted = document.errors.isEmpty
      #expect(
        isAccepted == verdict.ok,
        "\(verdict.error ?? "accepted"), ours: \(document.errors.first?.message ?? "accepted")\n\(text)"
      )
      guard verdict.ok, isAccepted else { continue }
      accepted += 1
      #expect(MermaidModel.value(of: document.diagram)?.sorted.encoded == verdict.model, "\(text)")
    }
    #expect(accepted > texts.count / 3)
  }

  /// Each alias doubles the value: written out, it would be larger than any memory.
  @Test(.timeLimit(.minutes(testMinutes))) func `aliases of aliases are bounded`() {
    let lines = ["a0: &a0 [x, x]"] + (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
    let text = "---\n\(lines.joined(separator: "\n"))\ntitle: *a60\n---\nsequenceDiagram\n"
    let errors = MermaidParser.parse(text).errors
    #expect(errors.first?.message == "the aliases expand to too much text")
  }

  @Test(.timeLimit(.minutes(testMinutes)), arguments: ["[", "{", "- ", "? ", "{a: "])
  func `nesting is bounded`(opening: String) {
    let text = "---\n\(String(repeating: opening, count: 100_000))\n---\nsequenceDiagram\n"
    #expect(!MermaidParser.parse(text).errors.isEmpty)
  }

  @Test func `errors point into the front matter`() throws {
    let text = "---\ntitle: x\ncönfig: [a, b\n---\nsequenceDiagram\n"
    let error = try #require(MermaidParser.parse(text).errors.first)
    #expect(error.range.start.line == 3)
    let repeated = "---\r\ntitle: x\r\nä: 1\r\ntitle: y\r\n---\r\nsequenceDiagram\r\n"
    let second = try #require(MermaidParser.parse(repeated).errors.first)
    #expect(second.message == "the key `title` is repeated")
    #expect(second.range.start.line == 4 && second.range.start.column == 1)
    #expect(second.token == "title:")
  }
}

/// Random YAML of the kinds that front matter has, some of it damaged.
private struct YAMLTexts {
  private var random: DiagramGenerator

  init(seed: UInt64) { random = DiagramGenerator(seed: seed) }

  mutating func next() -> String {
    var text = block(depth: 0, indent: "")
    if random.number(0..<3) == 0 { text = damaged(text) }
    return text
  }

  private static let keys = [
    "title", "config", "theme", "\"a b\"", "'q'", "x-y", "1", "true", "null", "long key", "ä",
  ]
  private static let scalars = [
    "Sync", "a b", "\"quoted \\n \\u00e9\"", "'it''s'", "1", "0x1F", "1e3", ".5", "-7", "true",
    "no",
    "~", "null", "", "a: b", "x#y", "x # y", "|\n    a\n     b", ">-\n    a\n    b", "!!str 5",
    "!!int 7",
    "!!int x", "!foo x", "&a x", "*a", "@x", "%x", "`x`", "- x", "? x", "a\n    b", "0o17", "1_000",
    ".inf", "2026-01-01", "\"a\\\n    b\"", "[", "*b", "x: y", "\"a\"#b", "{a:b}", "a,b", "é",
    "&a [x]",
  ]

  private mutating func block(depth: Int, indent: String) -> String {
    let isList = depth > 0 && random.number(0..<4) == 0
    let lines = (0..<random.number(1..<4)).map { _ in
      let head = isList ? "\(indent)-" : "\(indent)\(random.pick(Self.keys)):"
      switch random.number(0..<6) {
      case 0 where depth < 3:
        return "\(head)\n\(block(depth: depth + 1, indent: indent + "  "))"
      case 1: return "\(head) \(flow(depth: depth))"
      case 2: return "\(head) \(random.pick(Self.scalars)) # comment"
      default: return "\(head) \(random.pick(Self.scalars))"
      }
    }
    return lines.joined(separator: "\n")
  }

  mutating func flow(depth: Int) -> String {
    let isList = random.number(0..<2) == 0 && depth != 1
    let items = (0..<random.number(0..<4)).map { _ in
      let value =
        depth < 3 && random.number(0..<4) == 0
        ? flow(depth: depth + 2) : random.pick(Self.scalars).replacing("\n    ", with: " ")
      return isList ? value : "\(random.pick(Self.keys)): \(value)"
    }
    let text = items.joined(separator: ", ")
    return depth == 1 ? text : isList ? "[\(text)]" : "{\(text)}"
  }

  private mutating func damaged(_ text: String) -> String {
    var characters = Array(text)
    guard !characters.isEmpty else { return text }
    let place = random.number(0..<characters.count)
    switch random.number(0..<4) {
    case 0: characters.remove(at: place)
    case 1: characters.insert(random.pick(Array(":#-{}[],\"'&*!|>%@ \t\n")), at: place)
    case 2: characters.swapAt(place, characters.count - 1)
    default: characters.insert(contentsOf: "\n  ", at: place)
    }
    return String(characters)
  }
}
