import Diagnostics
import DocgenLSP
import JSON
import Rules

/// Findings as the diagnostics of the protocol.
struct EditorFindings: Sendable {
  let places: EditorPlaces
  let client: ClientCapabilities

  func json(_ findings: [Diagnostic]) -> JSON { .array(findings.map(json)) }

  func json(_ finding: Diagnostic) -> JSON {
    let related = finding.evidence.filter { $0.location != nil }
    let isRelated = client.hasRelatedInformation && !related.isEmpty
    let tags = client.hasDiagnosticTags ? Self.tags(of: finding.rule) : []
    return [
      "range": places.range(finding.location).json,
      "severity": .integer(Self.severity(finding.severity)), "code": .text(finding.rule.rawValue),
      "source": "docgen", "message": .text(message(of: finding)),
      "tags": tags.isEmpty ? nil : .array(tags.map { .integer($0) }),
      "relatedInformation": isRelated ? .array(related.map(information)) : nil,
    ]
  }

  /// The message, followed by the evidence without a place of its own.
  private func message(of finding: Diagnostic) -> String {
    var lines = [finding.summary]
    for evidence in finding.reported {
      if evidence.location == nil {
        lines.append("\(evidence.kind.rawValue): \(evidence.text)")
      } else if !client.hasRelatedInformation, let location = evidence.location {
        lines.append("\(evidence.kind.rawValue): \(evidence.text) (\(location))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func information(_ evidence: Evidence) -> JSON {
    [
      "location": evidence.location.map(places.json) ?? .null,
      "message": .text("\(evidence.kind.rawValue): \(evidence.text)"),
    ]
  }

  private static func severity(_ severity: Diagnostic.Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// 1 marks text that can be removed without loss.
  private static func tags(of rule: RuleID) -> [Int] {
    [UnusedDisable.id, UntakenBranch.id, EmptyBlock.id].contains(rule) ? [1] : []
  }
}
