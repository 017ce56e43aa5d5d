package import Diagnostics
import Diagrams

/// A member that its type does not have.
package enum UnknownMember: Rule {
  package static let id = "unknown-member"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified class diagram draws a member that its type does not have."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    ClassFinding.all(on: page).compactMap { finding in
      guard case .unknownMember(let nearest) = finding.deviation.kind else { return nil }
      let deviation = finding.deviation
      let words = nearest.map { "the nearest is `\($0)`" } ?? "nothing like it"
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(deviation.type)` has no member `\(deviation.other)`", caretLabel: "documented",
        evidence: [Evidence(.declared, words, at: deviation.declaredAt)])
    }
  }
}
