import Diagnostics

/// Findings as Markdown, for the comment of a pull request.
enum MarkdownFindings {
  /// GitHub refuses a comment of more than 65,536 characters.
  private static let limit = 65_000
  /// The first line, by which a script finds its comment of an earlier run and replaces it.
  private static let mark = "<!-- docgen-findings -->\n"

  static func text(_ report: FindingsReport, tool: String) -> String {
    guard !report.entries.isEmpty else { return mark + "**\(tool)**: nothing to report.\n" }
    var text = mark + "**\(tool)**: \(report.words)\n\n| Where | Finding |\n|---|---|\n"
    var shown = 0
    // Room for the line with the number of omitted findings.
    let room = limit - 200
    for entry in report.entries {
      let row = row(entry.finding)
      guard text.utf16.count + row.utf16.count <= room else { break }
      text += row
      shown += 1
    }
    let rest = report.entries.count - shown
    if rest > 0 { text += "\n… and \(rest) more.\n" }
    for entry in report.entries.prefix(shown) {
      guard let diff = entry.finding.diff else { continue }
      let details = details(entry.finding, diff)
      if text.utf16.count + details.utf16.count <= room { text += details }
    }
    return text
  }

  private static func row(_ finding: Diagnostic) -> String {
    let evidence = finding.reported.map { "_\($0.kind.rawValue)_ \(cell($0.text))" }
    let text = ([cell(finding.summary)] + evidence).joined(separator: "<br>")
    return "| \(code("\(finding.location)")) | **\(finding.severity.rawValue)** \(text) "
      + "(`\(finding.rule)`) |\n"
  }

  private static func details(_ finding: Diagnostic, _ diff: String) -> String {
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.reduce(3) { longest, line in
      let ticks = line.drop { $0 == " " || $0 == "+" || $0 == "-" }.prefix { $0 == "`" }.count
      return max(longest, ticks + 1)
    }
    let fence = String(repeating: "`", count: longest)
    let place = html("\(finding.location)".visible)
    return "\n<details><summary>\(place)</summary>\n\n\(fence)diff\n\(diff)"
      + (diff.hasSuffix("\n") ? "" : "\n") + "\(fence)\n\n</details>\n"
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
