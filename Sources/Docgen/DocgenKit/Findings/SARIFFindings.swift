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

  private let report: FindingsReport

  static func text(_ report: FindingsReport) -> String {
    SARIFFindings(report: report).json.encoded + "\n"
  }

  private var json: JSON {
    // If there are too many, the most severe are kept.
    let entries = report.entries
    let kept =
      entries.count <= Self.resultLimit
      ? entries
      : Array(
        entries.sorted { $0.finding.severity > $1.finding.severity }.prefix(Self.resultLimit))
    let rules = RuleCatalogue.descriptions.map { rule -> JSON in
      [
        "id": .text(rule.id.rawValue), "shortDescription": ["text": .text(rule.summary)],
        "defaultConfiguration": ["level": .text(rule.severity.rawValue)],
      ]
    }
    let driver: JSON = [
      "name": "docgen", "version": .text(Program.version), "rules": .array(rules),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
          "results": .array(kept.map(result)),
          "invocations": kept.count < entries.count
            ? Self.invocations(omitted: entries.count - kept.count, of: entries.count) : nil,
        ]
      ],
    ]
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

  private func result(_ entry: FindingsReport.Entry) -> JSON {
    let finding = entry.finding
    let sentences = [finding.summary] + finding.reported.map(\.title)
    let places = finding.evidence.filter { $0.location != nil }.prefix(Self.locationLimit - 1)
    let related = places.enumerated().map { index, evidence -> JSON in
      [
        "id": .integer(index + 1), "physicalLocation": evidence.location.map(place),
        "message": ["text": .text(evidence.text)],
      ]
    }
    let commits = finding.evidence.compactMap(\.commit)
    let properties: JSON = [
      "owners": JSON.texts(entry.owners).unlessEmpty,
      "commits": JSON.array(commits.map(\.json)).unlessEmpty,
    ]
    return [
      "ruleId": .text(finding.rule.rawValue), "level": .text(finding.severity.rawValue),
      "message": ["text": .text(sentences.joined(separator: "\n"))],
      "locations": [["physicalLocation": place(finding.location)]],
      "relatedLocations": JSON.array(related).unlessEmpty,
      "fixes": JSON.array(finding.fixIts.map { fix($0, finding.location) }).unlessEmpty,
      "properties": commits.isEmpty && entry.owners.isEmpty ? nil : properties,
      "partialFingerprints": ["docgenFinding/v1": .text(entry.fingerprint)],
    ]
  }

  private func fix(_ fix: FixIt, _ location: SourceLocation) -> JSON {
    let replacement: JSON = [
      "deletedRegion": region(fix.range, in: location.file),
      "insertedContent": ["text": .text(fix.replacement)],
    ]
    return [
      "description": ["text": .text(fix.title)],
      "artifactChanges": [
        [
          "artifactLocation": ["uri": .text(Self.uri(location.file))],
          "replacements": [replacement],
        ]
      ],
    ]
  }

  // MARK: - Places

  private func place(_ location: SourceLocation) -> JSON {
    [
      "artifactLocation": ["uri": .text(Self.uri(location.file))],
      "region": location.range.map { region($0, in: location.file) },
    ]
  }

  private func region(_ range: SourceRange, in file: String) -> JSON {
    [
      "startLine": .integer(range.start.line),
      "startColumn": .integer(column(range.start, in: file)),
      "endLine": .integer(range.end.line), "endColumn": .integer(column(range.end, in: file)),
    ]
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
}
