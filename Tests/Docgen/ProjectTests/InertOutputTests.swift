import Foundation
import TestTools
import Testing

/// Whatever names a checkout has, the output is inert: for a terminal, and for the log of a workflow.
@Suite struct InertOutputTests {
  /// Names that do something where they are shown unescaped.
  private static let corpus = [
    "a\u{1B}[31mb", "a\u{1B}]0;title\u{7}", "a\rb", "a\u{8}\u{8}b", "a\u{9B}31m", "a\u{202E}b",
    "a\u{2066}b\u{2069}", "\n::error::x", "::set-output name=a::b", "##[error]x",
    "a##[add-mask]b", "<script>x</script>", "]]>", "&amp;<b>", "a`` <img src=x>`", "*a*|b[c](d)",
    "a\u{200F}b", "a\u{2028}b", "\u{7F}",
  ]

  private static let commands = [
    ["status"], ["status", "-f", "json"], ["fix", "--dry-run", "--diff"], ["adopt", "--dry-run"],
    ["diff", "HEAD"], ["diff", "-f", "json", "HEAD"], ["diff", "-f", "markdown", "HEAD"],
    ["baseline", "show"], ["model"], ["diagram", "class"],
    ["mermaid", "fmt", "--check", "--diff", "a.mmd"], ["mermaid", "lint", "a.mmd"],
    ["mermaid", "model", "a.mmd"], ["mermaid", "diff", "b.mmd", "a.mmd"],
    ["trace", "validate", "t.jsonl"], ["trace", "summary", "t.jsonl"],
    ["trace", "diff", "traces/open.jsonl", "t.jsonl"],
    ["check", "--color", "always"], ["check", "--hints"], ["check", "--hints", "-f", "json"],
    ["check", "--hints", "-f", "sarif"], ["check", "--hints", "-f", "github"],
    ["check", "--hints", "-f", "junit"], ["check", "--hints", "-f", "markdown"],
  ]

  /// The commands with the name as an operand.
  private static let operands = [
    ["check"], ["explain"], ["diagram", "class"], ["diff"], ["model"], ["mermaid", "fmt"],
    ["trace", "validate"], ["trace", "align"], ["render"], ["new", "page"], ["fix", "-c"],
  ]

  @Test(arguments: corpus) func `names are inert in every command and format`(name: String) throws {
    let project = try SmallProject()
    try project.git("init -q")
    try project.commit("one")
    let word = name.replacing("\n", with: " ")
    try project.write(
      """
      # \(word)

      `\(word)` and `DoorMachine.\(word)` [\(word)](\(word).md) ![x](<\(word).png>)

      <!-- docgen:begin class-diagram types="\(word)" -->
      <!-- docgen:end -->

      <!-- docgen:value \(word) -->1<!-- /docgen:value -->

      ```mermaid
      sequenceDiagram
      A->>B: \(word)
      ```

      """, to: "docs/b.md")
    let file = name.replacing("/", with: "-")
    try project.write("`DoorMachine.widht`\n<!-- docgen:end -->\n", to: "docs/\(file).md")
    try project.write("struct A { let `\(word)`: Int }\nfunc f( {\n", to: "Sources/\(file).swift")
    try project.write("sequenceDiagram\nA->>B:   \(word)\nnote \(word)\n", to: "a.mmd")
    try project.write("sequenceDiagram\nA->>B: x\n", to: "b.mmd")
    let encoded = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    try project.write(
      SmallProject.trace.replacing("\"open\"", with: encoded).replacing("\"push\"", with: encoded),
      to: "t.jsonl")
    try project.write(
      SmallProject.configuration.replacing(
        "{", with: "{ \"ignore\": [], \"contracts\": {\(encoded): {\"sections\": [\(encoded)]}},",
        maxReplacements: 1), to: ".docgen.json")
    let calls = Self.commands + Self.operands.map { $0 + ["--", name] }
    for arguments in calls where !name.contains("\0") {
      let outcome = try Tool.docgen.run(arguments, in: project.folder)
      for text in [outcome.output, outcome.errors] {
        let found = Self.active(text, arguments)
        #expect(found.isEmpty, "\(arguments): \(found) in \(text.debugDescription)")
      }
    }
  }

  /// The parts of an output that a terminal, a log or a page would act on.
  private static func active(_ text: String, _ arguments: [String]) -> [String] {
    var found: [String] = []
    var text = text
    if arguments.contains("always") { text.replace(#/\u{1B}\[[0-9;]*m/#, with: "") }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x09, 0x0B..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E,
        0x2066...0x2069:
        found.append("U+" + String(scalar.value, radix: 16))
      default: break
      }
    }
    for line in text.split(separator: "\n") {
      let start = line.drop(while: \.isWhitespace)
      // The rest of such a line is the text of the annotation.
      if arguments.contains("github"), isAnnotation(start) { continue }
      if line.contains("##[") { found.append("##[") }
      if start.hasPrefix("::") { found.append("::") }
    }
    if arguments.contains("junit") || arguments.contains("markdown"), arguments[0] == "check" {
      // Code spans show their text.
      text = text.split(separator: "\n").map { withoutCodeSpans(String($0)) }.joined()
      for tag in ["<script", "<img", "<b>"] where text.contains(tag) { found.append(tag) }
    }
    return found
  }

  /// A run of backticks begins a span if another of the same length follows.
  private static func withoutCodeSpans(_ text: String) -> String {
    let runs = text.ranges(of: #/`+/#)
    var result = ""
    var place = text.startIndex
    var index = 0
    while index < runs.count {
      result += text[place..<runs[index].lowerBound]
      let length = text[runs[index]].count
      let end = runs[(index + 1)...].firstIndex { text[$0].count == length }
      place = runs[end ?? index].upperBound
      index = (end ?? index) + 1
    }
    return result + text[place...]
  }

  private static func isAnnotation(_ line: Substring) -> Bool {
    ["::error file=", "::warning file=", "::notice file="].contains { line.hasPrefix($0) }
  }
}
