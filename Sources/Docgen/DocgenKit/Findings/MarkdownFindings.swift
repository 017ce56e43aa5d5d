import Diagnostics
import Markdown
import Mermaid

/// Findings as Markdown, for the comment of a pull request: each diagram with its findings, then a
/// table of the others.
struct MarkdownFindings {
  /// GitHub refuses a comment of more than 65,536 characters.
  static let limit = 65_000
  /// The room for sentences about omitted diagrams and findings.
  private static let reserve = 400
  /// The characters that diagrams leave to the table, if it needs as many.
  private static let table = 20_000
  /// The first line, by which a script finds its comment of an earlier run and replaces it.
  private static let mark = "<!-- docgen-findings -->\n"
  private static let head = "\n| Where | Finding |\n|---|---|\n"

  private let findings: [Diagnostic]
  private var text: String
  private var length: Int
  /// The findings that are in the text.
  private var shown: Set<Int> = []

  /// `omitted` is the number of findings that are not in the report.
  static func text(
    _ report: FindingsReport, tool: String, diagrams: [DiagramReport], omitted: Int
  ) -> String {
    guard !report.entries.isEmpty else { return mark + "**\(tool)**: nothing to report.\n" }
    var comment = MarkdownFindings(
      findings: report.entries.map(\.finding), text: mark + "**\(tool)**: \(report.summary)\n")
    comment.add(diagrams)
    comment.addTable(omitted: omitted)
    comment.addDifferences()
    return comment.text
  }

  private init(findings: [Diagnostic], text: String) {
    self.findings = findings
    self.text = text
    length = text.utf16.count
  }

  /// Adds a part if it leaves the given room.
  @discardableResult
  private mutating func add(_ part: String, leaving room: Int = 0) -> Bool {
    let count = part.utf16.count
    guard length + count <= Self.limit - Self.reserve - room else { return false }
    text += part
    length += count
    return true
  }

  // MARK: - Diagrams

  private mutating func add(_ diagrams: [DiagramReport]) {
    let drawn = diagrams.compactMap { diagram in
      diagram.markedText.map { (diagram: diagram, text: $0) }
    }
    let inDiagrams = Set(drawn.flatMap(\.diagram.findings))
    let rows = findings.indices.filter { !inDiagrams.contains($0) }
    let room = rows.reduce(0) { min(Self.table, $0 + Self.row(findings[$1]).utf16.count) }
    var omitted = 0
    for (diagram, text) in drawn {
      let isSmall = DiagramSize(SourceText(text))?.problems.isEmpty ?? true
      if isSmall, add(section(diagram, text), leaving: room) {
        shown.formUnion(diagram.findings)
      } else {
        omitted += 1
      }
    }
    guard omitted > 0 else { return }
    let fit = omitted.verb("does", "do")
    text +=
      "\n\(omitted.counted("diagram")) \(fit) not fit into this comment; "
      + "`docgen report` draws \(omitted.verb("it", "them")).\n"
  }

  /// A heading, the diagram, what its colors mean, and its findings, folded.
  private func section(_ diagram: DiagramReport, _ text: String) -> String {
    let place = "\(diagram.file):\(diagram.fence.range.start.line)"
    let subject = diagram.marker.isEmpty ? "" : " " + Self.cell(diagram.marker)
    let rows = diagram.findings.map { Self.row(findings[$0]) }.joined()
    return "\n### \(Self.code(place))\(subject)\n\n"
      + Self.block(text, "mermaid") + "\n" + Self.legend(diagram)
      + "<details><summary>\(diagram.findings.count.counted("finding"))</summary>\n"
      + Self.head + rows + "\n</details>\n"
  }

  /// `🟥 2 not in the code · 🟩 1 not documented`
  private static func legend(_ diagram: DiagramReport) -> String {
    let parts = ElementMark.Color.allCases.compactMap { color -> String? in
      let marks = diagram.marks.filter { $0.color == color }
      return marks.first.map { "\(color.sign) \(marks.count) \($0.note)" }
    }
    let undrawn = diagram.undrawn.count
    let rest = undrawn > 0 ? ["\(undrawn) more not documented"] : []
    return (parts + rest).joined(separator: " · ") + "\n\n"
  }

  // MARK: - Other findings

  private mutating func addTable(omitted: Int) {
    let rest = findings.indices.filter { !shown.contains($0) }
    if !rest.isEmpty { add(Self.head) }
    for index in rest {
      guard add(Self.row(findings[index])) else { break }
      shown.insert(index)
    }
    let count = findings.count - shown.count + omitted
    if count > 0 { text += "\n… and \(count) more.\n" }
  }

  /// The differences of shown findings, folded.
  private mutating func addDifferences() {
    for index in shown.sorted() {
      if let diff = findings[index].diff { add(Self.details(findings[index], diff)) }
    }
  }

  private static func row(_ finding: Diagnostic) -> String {
    let evidence = finding.reported.map { "_\($0.kind.rawValue)_ \(cell($0.text))" }
    let text = ([cell(finding.summary)] + evidence).joined(separator: "<br>")
    return "| \(code("\(finding.location)")) | **\(finding.severity.rawValue)** \(text) "
      + "(`\(finding.rule)`) |\n"
  }

  private static func details(_ finding: Diagnostic, _ diff: String) -> String {
    let place = html("\(finding.location)".visible)
    return "\n<details><summary>\(place)</summary>\n\n"
      + block(diff.hasSuffix("\n") ? diff : diff + "\n", "diff") + "\n</details>\n"
  }

  /// A code block whose fence no line of the text ends.
  static func block(_ text: String, _ language: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.reduce(3) { longest, line in
      let ticks = line.drop { $0 == " " || $0 == "+" || $0 == "-" }.prefix { $0 == "`" }.count
      return max(longest, ticks + 1)
    }
    let fence = String(repeating: "`", count: longest)
    return "\(fence)\(language)\n\(text)\(fence)\n"
  }

  /// A sentence in a cell of a table; code spans are kept.
  private static func cell(_ text: String) -> String {
    var result = ""
    var isCode = false
    var rest = text.inert()[...]
    while let character = rest.popFirst() {
      switch character {
      case "`":
        // A span ends at a run with the same number of backticks as its start: only single ones are
        // used.
        let isSingle = rest.first != "`" && !result.hasSuffix("`")
        let isPaired = isCode || Self.hasSingleBacktick(rest)
        if isSingle, isPaired { isCode.toggle() }
        result += isCode || isSingle && isPaired ? "`" : "\\`"
      case "|": result += "\\|"
      case "\n", "\r\n": result += " "
      case "<" where !isCode: result += "&lt;"
      case "*" where !isCode, "_" where !isCode, "[" where !isCode: result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  private static func hasSingleBacktick(_ text: Substring) -> Bool {
    text.split(whereSeparator: { $0 != "`" }).contains { $0.count == 1 }
  }

  /// A place as a code span on one line; its delimiters are longer than any run of backticks in it.
  private static func code(_ text: String) -> String {
    let text = text.visible.replacing("|", with: "\\|")
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let ticks = String(repeating: "`", count: longest + 1)
    return longest > 0 ? "\(ticks) \(text) \(ticks)" : "`\(text)`"
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
