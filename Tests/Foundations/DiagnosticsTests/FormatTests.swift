import Diagnostics
import TestTools
import Testing

private let source = SourceText(
  """
  stateDiagram-v2
      idle --> syncing: performSync()
      syncing --> pulling: queue drained
      syncing --> rateLimited: third 429
  """)

private let finding = Diagnostic(
  rule: RuleID("transition-label"),
  at: SourceLocation(file: "docs/a.md", range: SourceRange(line: 4, column: 30, length: 9)),
  "`syncing --> rateLimited` is drawn with another trigger", caretLabel: "documented",
  evidence: [
    Evidence(.declared, "second 429", at: SourceLocation(file: "Sources/A.swift", line: 88)),
    Evidence(.fix, "docgen fix docs/a.md"),
  ])

@Suite struct FormatTests {
  @Test func `text shows the place, the lines with carets, and the evidence`() {
    let text = TextFormat(sources: ["docs/a.md": source]).text(for: finding)
    #expect(
      text == """
        docs/a.md:4:30: error: `syncing --> rateLimited` is drawn with another trigger [transition-label]
          |
        2 |     idle --> syncing: performSync()
        3 |     syncing --> pulling: queue drained
        4 |     syncing --> rateLimited: third 429
          |                              ^~~~~~~~~ documented
          = declared  second 429  Sources/A.swift:88
          = fix       docgen fix docs/a.md

        """)
  }

  @Test func `carets mark characters, not bytes`() {
    let text = SourceText("é🌍漢\tx")
    let range = SourceRange(line: 1, column: 11, length: 1)
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "f", range: range), "here")
    let lines = TextFormat(sources: ["f": text]).text(for: diagnostic).split(separator: "\n")
    #expect(lines[2] == "1 | é🌍漢    x")
    #expect(lines[3] == "  |          ^")
  }

  @Test(arguments: [40, 80]) func `quoted lines fit into the terminal`(columns: Int) {
    let text = SourceText(String(repeating: "word ", count: 100))
    let range = SourceRange(line: 1, column: 201, length: 4)
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "f", range: range), "here")
    let lines = TextFormat(sources: ["f": text], columns: columns).text(for: diagnostic)
      .split(separator: "\n")
    #expect(lines[2].count <= columns && lines[2].count > columns - 10)
    let caret = lines[3].prefix { $0 != "^" }.count
    #expect(lines[2].dropFirst(caret).hasPrefix("word"))
  }

  @Test func `carets have the color of the severity`() {
    for (severity, color) in [(Diagnostic.Severity.error, "31"), (.warning, "33"), (.note, "36")] {
      var colored = finding
      colored.severity = severity
      let text = TextFormat(style: TextStyle(usesColor: true), sources: ["docs/a.md": source])
        .text(for: colored)
      #expect(text.contains("\u{1B}[1;\(color)m^~~~~~~~~\u{1B}[0m"), "\(text)")
    }
  }

  @Test func `findings about one thing have a heading, and advice is not repeated`() {
    var second = finding
    second.summary = "another"
    let text = TextFormat().text(for: [finding, second], heading: "a diagram, 2 findings:")
    #expect(
      text == """
        a diagram, 2 findings:

        docs/a.md:4:30: error: `syncing --> rateLimited` is drawn with another trigger [transition-label]
          = declared  second 429  Sources/A.swift:88
          = fix       docgen fix docs/a.md

        docs/a.md:4:30: error: another [transition-label]
          = declared  second 429  Sources/A.swift:88

        """)
    #expect(TextFormat().line(for: second) == "docs/a.md:4:30: error: another [transition-label]")
  }

  @Test func `a long line shows the part around the carets`() {
    let text = SourceText(
      String(repeating: "é", count: 5_000) + "x" + String(repeating: "y", count: 5_000))
    let range = SourceRange(line: 1, column: 10_001, length: 4_000)
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "f", range: range), "here")
    let lines = TextFormat(sources: ["f": text]).text(for: diagnostic).split(separator: "\n")
    #expect(lines[2].hasPrefix("1 | …éé"))
    #expect(lines[2].hasSuffix("éxyyy" + String(repeating: "y", count: 156) + "…"))
    #expect(lines[3].count < 240)
    #expect(lines[2].prefix { $0 != "x" }.count == lines[3].prefix { $0 != "^" }.count)
  }

  @Test func `control characters of a document cannot affect the terminal`() {
    let text = SourceText("\u{1B}[31mred")
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "f", line: 1), "here")
    #expect(!TextFormat(sources: ["f": text]).text(for: diagnostic).contains("\u{1B}"))
  }

  @Test func `control characters of names stay on their line and cannot affect the terminal`() {
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "a\nb\u{1B}.md", line: 2), "no `\u{7}`",
      evidence: [Evidence(.help, "\u{8}", at: SourceLocation(file: "\r", line: 1))])
    #expect(
      TextFormat().text(for: diagnostic)
        == "a␊b␛.md:2:1: error: no `␇` [r]\n  = help  ␈  ␍:1\n")
  }

  @Test func `caret labels with further information appear in formats without carets too`() {
    func text(_ label: String) -> String {
      let diagnostic = Diagnostic(
        rule: RuleID("r"), at: SourceLocation(file: "f", line: 1), "here", caretLabel: label)
      return GitHubFormat.text(for: [diagnostic])
    }
    #expect(text("documented") == "::error file=f,line=1,col=1,title=r::here\n")
    #expect(
      text("did you mean `x`?")
        == "::error file=f,line=1,col=1,title=r::here%0Ahelp: did you mean `x`?\n")
    #expect(
      text("expected a name")
        == "::error file=f,line=1,col=1,title=r::here%0Anote: expected a name\n")
  }

  @Test func `a location outside the text is reported without a quotation`() {
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "f", line: 900), "here")
    #expect(
      TextFormat(sources: ["f": SourceText("x")]).text(for: diagnostic)
        == "f:900:1: error: here [r]\n")
  }

  @Test func `annotations escape the delimiters of GitHub's commands`() {
    let diagnostic = Diagnostic(
      rule: RuleID("r"), at: SourceLocation(file: "a,b:c.md", line: 3), "100%\nsure")
    #expect(
      GitHubFormat.text(for: [diagnostic])
        == "::error file=a%2Cb%3Ac.md,line=3,col=1,title=r::100%25%0Asure\n")
  }
}

@Suite struct UnifiedDiffTests {
  @Test func `equal texts have no difference`() {
    #expect(UnifiedDiff.between("a\nb\n", "a\nb\n") == nil)
  }

  @Test func `a change is shown with its context and its place in the file`() {
    let old = (1...9).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 5\n", with: "line five\nand more\n")
    #expect(
      UnifiedDiff.between(old, new, firstLine: 11) == """
        @@ -13,5 +13,6 @@
         line 3
         line 4
        -line 5
        +line five
        +and more
         line 6
         line 7

        """)
  }

  @Test func `distant changes are separate hunks, and applying them yields the new text`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        "\(Int.random(in: 0..<5, using: &random))\n"
      }
      var new = old
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        if Bool.random(using: &random) || place == new.count {
          new.insert("new\n", at: place)
        } else {
          new.remove(at: place)
        }
      }
      let diff = UnifiedDiff.between(old.joined(), new.joined())
      #expect(applied(diff, to: old) == new)
    }
  }

  @Test func `long texts are compared by the lines that are unique in both`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let old = (0..<3_000).map { "\($0.isMultiple(of: 7) ? 0 : $0)\n" }
      var new = old
      for _ in 0..<50 {
        let place = Int.random(in: 0..<new.count, using: &random)
        if Bool.random(using: &random) { new[place] = "new\n" } else { new.remove(at: place) }
      }
      let diff = UnifiedDiff.between(old.joined(), new.joined(), context: 0) ?? ""
      #expect(applied(diff, to: old) == new)
      #expect(diff.split(separator: "\n").count { $0 == "+new" } <= 50)
      #expect(diff.split(separator: "\n").count { $0.hasPrefix("+") } < 600)
    }
  }

  @Test func `a text that changes in every line takes time in proportion to its length`() {
    func duration(_ count: Int, _ new: @escaping (Int) -> String) -> Duration {
      let old = (0..<count).map { "line \($0)\n" }.joined()
      let new = (0..<count).map(new).joined()
      return processorTime { _ = UnifiedDiff.between(old, new) }
    }
    let changes: [(Int) -> String] = [
      { "  line \($0)\n" }, { "line \($0 ^ 1)\n" }, { _ in "same\n" },
    ]
    for new in changes {
      let small = (0..<3).map { _ in duration(2_000, new) }.min() ?? .zero
      // Sixteen times the length; quadratic time would be 256 times as long.
      #expect(duration(32_000, new) < small * 64)
    }
  }

  /// Applies a unified diff like `patch`, trusting its line numbers.
  private func applied(_ diff: String?, to old: [String]) -> [String] {
    guard let diff else { return old }
    var result: [String] = []
    var next = 0
    for line in diff.split(separator: "\n") {
      switch line.first {
      case "@":
        let start = line.dropFirst(4).prefix { $0 != "," }
        let index = (Int(start) ?? 1) - 1
        while next < index {
          result.append(old[next])
          next += 1
        }
      case "+": result.append(line.dropFirst() + "\n")
      case "-": next += 1
      default:
        result.append(old[next])
        next += 1
      }
    }
    return result + old[next...]
  }
}

@Suite struct NearMissTests {
  @Test(arguments: [
    ("particpants", "participants"), ("secnarios", "scenarios"), ("machne", "machine"),
    ("MACHINE", "machine"), ("zzz", nil), ("m", nil),
  ])
  func `a mistyped name finds a near one, a foreign one none`(name: String, expected: String?) {
    #expect(
      NearMiss.best(for: name, among: ["participants", "scenarios", "machine"]) == expected)
  }
}

@Suite struct SourceTextTests {
  @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\n\r\n\r", "", "\n"])
  func `offset and position are inverse at every byte`(text: String) {
    let source = SourceText(text)
    for offset in 0...text.utf8.count {
      #expect(source.offset(of: source.position(of: offset)) == offset)
    }
  }

  @Test func `lines are returned without their endings of any kind`() {
    let source = SourceText("a\r\nb\rc\nd")
    #expect((1...4).map(source.line) == ["a", "b", "c", "d"])
    #expect(source.line(99).isEmpty)
  }
}
