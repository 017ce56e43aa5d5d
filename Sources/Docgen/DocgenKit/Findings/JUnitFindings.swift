import Diagnostics

/// Findings as JUnit's XML, which most build servers show: a suite for each file, a case for each
/// finding. Errors are failures; warnings and notes are cases that pass and have output.
enum JUnitFindings {
  static func text(_ report: FindingsReport, tool: String) -> String {
    let count = max(report.entries.count, 1)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(escaped(tool))" tests="\#(count)" failures="\#(report.count(.error))">"#,
    ]
    for (file, entries) in report.files {
      let failures = entries.count { $0.finding.severity == .error }
      lines.append(
        #"  <testsuite name="\#(escaped(file))" tests="\#(entries.count)" failures="\#(failures)" errors="0" skipped="0">"#
      )
      for entry in entries { lines += testCase(entry, file) }
      lines.append("  </testsuite>")
    }
    if report.entries.isEmpty {
      lines.append(
        #"  <testsuite name="\#(escaped(tool))" tests="1" failures="0" errors="0" skipped="0">"#)
      lines.append(#"    <testcase classname="\#(escaped(tool))" name="nothing to report"/>"#)
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func testCase(_ entry: FindingsReport.Entry, _ file: String) -> [String] {
    let finding = entry.finding
    let line = finding.location.range.map { ":\($0.start.line)" } ?? ""
    let name = escaped("\(finding.rule)\(line) \(finding.summary)")
    let place = finding.location.range.map { #" line="\#($0.start.line)""# } ?? ""
    let body = escaped(
      (["\(finding.location): \(finding.summary)"] + finding.reported.map(\.title)
        + [finding.diff].compactMap(\.self)).joined(separator: "\n"))
    var lines = [
      #"    <testcase classname="\#(escaped(file))" name="\#(name)" file="\#(escaped(file))"\#(place)>"#
    ]
    if finding.severity == .error {
      let message = escaped(finding.summary)
      lines.append(
        #"      <failure type="\#(escaped(finding.rule.rawValue))" message="\#(message)">\#(body)</failure>"#
      )
    } else {
      lines.append("      <system-out>\(finding.severity.rawValue): \(body)</system-out>")
    }
    return lines + ["    </testcase>"]
  }

  /// Text for XML 1.0: characters that it does not allow are replaced.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      // `##[` begins a command in the log of a GitHub workflow.
      case "[" where result.hasSuffix("##"): result += "&#91;"
      default: result += String(scalar).visible
      }
    }
    return result
  }
}
