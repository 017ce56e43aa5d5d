import Diagnostics
import JSON
import Traces

/// Findings as one JSON object; docs/reference/findings.md describes it. Keys without a value are
/// left out.
enum JSONFindings {
  static func text(_ report: FindingsReport) -> String {
    let json: JSON = [
      "version": 1, "errors": .integer(report.count(.error)),
      "warnings": .integer(report.count(.warning)), "notes": .integer(report.count(.note)),
      "findings": .array(report.entries.map(json)),
    ]
    return json.encoded + "\n"
  }

  private static func json(_ entry: FindingsReport.Entry) -> JSON {
    let finding = entry.finding
    let evidence = finding.evidence.map { evidence -> JSON in
      let range = evidence.location?.range
      return [
        "kind": .text(evidence.kind.rawValue), "text": .text(evidence.text),
        "file": evidence.location.map { .text($0.file) }, "start": range.map { json($0.start) },
        "end": range.map { json($0.end) }, "commit": evidence.commit?.json,
      ]
    }
    let fixes = finding.fixIts.map { fix -> JSON in
      [
        "title": .text(fix.title), "start": json(fix.range.start), "end": json(fix.range.end),
        "replacement": .text(fix.replacement), "isSafe": .boolean(fix.isSafe),
      ]
    }
    let range = finding.location.range
    return [
      "rule": .text(finding.rule.rawValue), "severity": .text(finding.severity.rawValue),
      "confidence": .text(finding.confidence.rawValue),
      "category": .text(finding.category.rawValue), "file": .text(finding.location.file),
      "start": range.map { json($0.start) }, "end": range.map { json($0.end) },
      "summary": .text(finding.summary), "label": finding.caretLabel.map { .text($0) },
      "evidence": .array(evidence), "fixes": .array(fixes),
      "diff": finding.diff.map { .text($0) }, "fingerprint": .text(entry.fingerprint),
      "owners": JSON.texts(entry.owners).unlessEmpty,
    ]
  }

  private static func json(_ position: SourcePosition) -> JSON {
    ["line": .integer(position.line), "column": .integer(position.column)]
  }
}

extension Commit {
  /// `{"hash": "3f9a2c1", "date": "2026-03-01", "subject": "…"}`; empty for uncommitted changes.
  var json: JSON {
    self == .none
      ? [:] : ["hash": .text(hash), "date": .text(date), "subject": .text(subject)]
  }
}
