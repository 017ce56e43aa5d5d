import Diagnostics
import JSON
import Rules
import Traces

/// Findings as SARIF 2.1.0, which GitHub's code scanning reads.
///
/// Format: OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0". Limits: GitHub,
/// "SARIF support for code scanning": 25,000 results of a run, 1,000 locations of a result.
struct SARIFFindings {
  static let resultLimit = 25_000
  private static let locationLimit = 1_000

  private var writer = JSONWriter()
  private let report: FindingsReport

  static func text(_ report: FindingsReport) -> String {
    var text = SARIFFindings(report: report)
    text.write()
    return String(decoding: text.writer.bytes, as: UTF8.self) + "\n"
  }

  private init(report: FindingsReport) {
    self.report = report
  }

  private mutating func write() {
    // If there are too many, the most severe are kept.
    let kept =
      report.entries.count <= Self.resultLimit
      ? report.entries
      : Array(
        report.entries.sorted { $0.finding.severity > $1.finding.severity }
          .prefix(Self.resultLimit))
    object { text in
      text.writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      text.writer.member("version", "2.1.0")
      text.array("runs", [kept]) { text, kept in
        text.tool()
        text.writer.member("columnKind", "unicodeCodePoints")
        text.array("results", kept) { $0.result($1) }
        if kept.count < text.report.entries.count { text.notification(kept.count) }
      }
    }
  }

  private mutating func tool() {
    member("tool") { text in
      text.member("driver") { text in
        text.writer.member("name", "docgen")
        text.writer.member("version", Program.version)
        text.array("rules", RuleCatalogue.descriptions) { text, rule in
          text.writer.member("id", rule.id.rawValue)
          text.message("shortDescription", rule.summary)
          text.member("defaultConfiguration") {
            $0.writer.member("level", rule.severity.rawValue)
          }
        }
      }
    }
  }

  private mutating func notification(_ shown: Int) {
    writer.key("invocations")
    writer.write(Self.invocations(omitted: report.entries.count - shown, of: report.entries.count))
  }

  /// The note about findings that are left out.
  static func invocations(omitted: Int, of all: Int) -> JSON {
    let message = "\(omitted) of \(all) findings \(omitted.verb("is", "are")) left out"
    return [
      [
        "executionSuccessful": true,
        "toolExecutionNotifications": [
          [
            "message": ["text": .text(message)], "level": "warning",
            "properties": ["omitted": .integer(omitted)],
          ]
        ],
      ]
    ]
  }

  private mutating func result(_ entry: FindingsReport.Entry) {
    let finding = entry.finding
    writer.member("ruleId", finding.rule.rawValue)
    writer.member("level", finding.severity.rawValue)
    let sentences = [finding.summary] + finding.reported.map(\.title)
    message("message", sentences.joined(separator: "\n"))
    array("locations", [finding.location]) { $0.location($1) }
    let places = finding.evidence.filter { $0.location != nil }.prefix(Self.locationLimit - 1)
    if !places.isEmpty {
      array("relatedLocations", Array(places.enumerated())) { text, item in
        text.writer.member("id", item.offset + 1)
        if let location = item.element.location { text.location(location) }
        text.message("message", item.element.text)
      }
    }
    if !finding.fixIts.isEmpty { array("fixes", finding.fixIts) { $0.fix($1, finding.location) } }
    let commits = finding.evidence.compactMap(\.commit)
    if !commits.isEmpty || !entry.owners.isEmpty {
      member("properties") { text in
        if !entry.owners.isEmpty { text.writer.member("owners", entry.owners) }
        guard !commits.isEmpty else { return }
        text.writer.key("commits")
        text.writer.beginArray()
        for commit in commits { text.writer.write(commit) }
        text.writer.endArray()
      }
    }
    member("partialFingerprints") { $0.writer.member("docgenFinding/v1", entry.fingerprint) }
  }

  private mutating func fix(_ fix: FixIt, _ location: SourceLocation) {
    message("description", fix.title)
    array("artifactChanges", [fix]) { text, fix in
      text.artifact(location.file)
      text.array("replacements", [fix]) { text, fix in
        text.region("deletedRegion", fix.range, in: location.file)
        text.member("insertedContent") { $0.writer.member("text", fix.replacement) }
      }
    }
  }

  // MARK: - Places

  private mutating func location(_ location: SourceLocation) {
    member("physicalLocation") { text in
      text.artifact(location.file)
      if let range = location.range { text.region("region", range, in: location.file) }
    }
  }

  private mutating func artifact(_ file: String) {
    member("artifactLocation") { $0.writer.member("uri", Self.uri(file)) }
  }

  private mutating func region(_ key: String, _ range: SourceRange, in file: String) {
    let (start, end) = (column(range.start, in: file), column(range.end, in: file))
    member(key) { text in
      text.writer.member("startLine", range.start.line)
      text.writer.member("startColumn", start)
      text.writer.member("endLine", range.end.line)
      text.writer.member("endColumn", end)
    }
  }

  /// Columns count code points here, bytes in findings.
  private func column(_ position: SourcePosition, in file: String) -> Int {
    guard let line = report.sources[file]?.line(position.line) else { return position.column }
    return String(decoding: line.utf8.prefix(max(position.column - 1, 0)), as: UTF8.self)
      .unicodeScalars.count + 1
  }

  /// A path as a relative reference (RFC 3986): everything else is percent-encoded.
  private static func uri(_ path: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8
    return path.utf8.reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // MARK: - JSON

  private mutating func object(_ body: (inout SARIFFindings) -> Void) {
    writer.beginObject()
    body(&self)
    writer.endObject()
  }

  private mutating func member(_ key: String, _ body: (inout SARIFFindings) -> Void) {
    writer.key(key)
    object(body)
  }

  private mutating func message(_ key: String, _ words: String) {
    member(key) { $0.writer.member("text", words) }
  }

  /// An array of objects.
  private mutating func array<Element>(
    _ key: String, _ elements: [Element], body: (inout SARIFFindings, Element) -> Void
  ) {
    writer.key(key)
    writer.beginArray()
    for element in elements { object { body(&$0, element) } }
    writer.endArray()
  }
}
