import Diagnostics
import JSON
import Traces

/// Findings as one JSON object; docs/reference/findings.md describes it. Keys without a value are
/// left out.
struct JSONFindings {
  private var writer = JSONWriter()

  static func text(_ report: FindingsReport) -> String {
    var text = JSONFindings()
    text.write(report)
    return String(decoding: text.writer.bytes, as: UTF8.self) + "\n"
  }

  private mutating func write(_ report: FindingsReport) {
    writer.beginObject()
    writer.member("version", 1)
    writer.member("errors", report.count(.error))
    writer.member("warnings", report.count(.warning))
    writer.member("notes", report.count(.note))
    writer.key("findings")
    writer.beginArray()
    for entry in report.entries { write(entry) }
    writer.endArray()
    writer.endObject()
  }

  private mutating func write(_ entry: FindingsReport.Entry) {
    let finding = entry.finding
    writer.beginObject()
    writer.member("rule", finding.rule.rawValue)
    writer.member("severity", finding.severity.rawValue)
    writer.member("confidence", finding.confidence.rawValue)
    writer.member("category", finding.category.rawValue)
    place(finding.location)
    writer.member("summary", finding.summary)
    optional("label", finding.caretLabel)
    writer.key("evidence")
    writer.beginArray()
    for evidence in finding.evidence {
      writer.beginObject()
      writer.member("kind", evidence.kind.rawValue)
      writer.member("text", evidence.text)
      if let location = evidence.location { place(location) }
      if let commit = evidence.commit {
        writer.key("commit")
        writer.write(commit)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.key("fixes")
    writer.beginArray()
    for fix in finding.fixIts {
      writer.beginObject()
      writer.member("title", fix.title)
      range(fix.range)
      writer.member("replacement", fix.replacement)
      writer.member("isSafe", fix.isSafe)
      writer.endObject()
    }
    writer.endArray()
    optional("diff", finding.diff)
    writer.member("fingerprint", entry.fingerprint)
    if !entry.owners.isEmpty { writer.member("owners", entry.owners) }
    writer.endObject()
  }

  private mutating func place(_ location: SourceLocation) {
    writer.member("file", location.file)
    if let range = location.range { self.range(range) }
  }

  private mutating func range(_ range: SourceRange) {
    position("start", range.start)
    position("end", range.end)
  }

  private mutating func position(_ key: String, _ position: SourcePosition) {
    writer.key(key)
    writer.beginObject()
    writer.member("line", position.line)
    writer.member("column", position.column)
    writer.endObject()
  }

  private mutating func optional(_ key: String, _ text: String?) {
    if let text { writer.member(key, text) }
  }
}

extension JSONWriter {
  /// `{"hash": "3f9a2c1", "date": "2026-03-01", "subject": "…"}`; empty for uncommitted changes.
  mutating func write(_ commit: Commit) {
    beginObject()
    if commit != .none {
      member("hash", commit.hash)
      member("date", commit.date)
      member("subject", commit.subject)
    }
    endObject()
  }
}
