import Diagnostics
import JSON
import Traces

/// A finding that existed when the baseline was frozen: it is not reported again.
struct KnownFinding: Hashable, Comparable, Sendable {
  var file: String
  var rule: String
  /// For people who read the baseline.
  var summary: String
  /// Its identity, independent of preceding lines in its file.
  var fingerprint: String

  static func == (left: KnownFinding, right: KnownFinding) -> Bool {
    left.file == right.file && left.fingerprint == right.fingerprint
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(fingerprint)
  }

  static func < (left: KnownFinding, right: KnownFinding) -> Bool {
    (left.file, left.rule, left.summary, left.fingerprint)
      < (right.file, right.rule, right.summary, right.fingerprint)
  }

  /// `[stale-value] of docs/a.md: 3 is no longer …`
  var title: String { "[\(rule)] of \(file): \(summary)" }

  /// Each finding with its form in a baseline. Only drift can be known: an unreadable input or a
  /// violated baseline cannot be accepted.
  ///
  /// `sources` has the texts of the files, for fingerprints. A hint (`note`) is never known,
  /// because it does not fail a check.
  static func all(
    _ findings: [Diagnostic], sources: [String: SourceText]
  ) -> [(finding: Diagnostic, known: KnownFinding?)] {
    zip(findings, Fingerprint.of(findings, sources: sources)).map { finding, print in
      let isDrift = finding.category == .drift || finding.category == .handEdit
      guard isDrift, finding.severity != .note, finding.rule != RuleID(.baseline) else {
        return (finding, nil)
      }
      let file = finding.location.file
      return (
        finding,
        KnownFinding(
          file: file, rule: finding.rule.rawValue, summary: finding.summary, fingerprint: print)
      )
    }
  }

  // MARK: - The file

  /// Reads the value of `findings`: lists by file.
  static func read(_ node: JSONNode) throws(BaselineError) -> [KnownFinding] {
    var known: [KnownFinding] = []
    for file in node.members {
      guard case .array(let elements) = file.node.value else {
        throw BaselineError(offset: file.node.start, reason: "expected a list of findings")
      }
      for element in elements {
        guard let rule = element["rule"]?.text, let summary = element["summary"]?.text,
          let fingerprint = element["fingerprint"]?.text
        else {
          throw BaselineError(
            offset: element.start, reason: "expected an object with rule, summary and fingerprint")
        }
        known.append(
          KnownFinding(file: file.key, rule: rule, summary: summary, fingerprint: fingerprint))
      }
    }
    return known
  }

  /// The lines of the group `findings`, a line for each.
  static func lines(of findings: [KnownFinding]) -> [String] {
    var lines = ["  \"findings\": {"]
    let files = Dictionary(grouping: Set(findings), by: \.file).sorted { $0.key < $1.key }
    for (index, (file, findings)) in files.enumerated() {
      lines.append("    \(JSON.text(file).encoded): [")
      for (number, finding) in findings.sorted().enumerated() {
        let json: JSON = [
          "rule": .text(finding.rule), "summary": .text(finding.summary),
          "fingerprint": .text(finding.fingerprint),
        ]
        lines.append("      \(json.encoded)\(number + 1 < findings.count ? "," : "")")
      }
      lines.append("    ]\(index + 1 < files.count ? "," : "")")
    }
    return lines + ["  }"]
  }
}
