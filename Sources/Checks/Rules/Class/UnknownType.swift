package import Diagnostics
import Diagrams

/// A class that the sources do not have.
package enum UnknownType: Rule {
  package static let id = "unknown-type"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified class diagram draws a type that the sources do not have."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    ClassFinding.all(on: page).compactMap { finding in
      guard case .unknownType(let nearest) = finding.deviation.kind else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "the sources have no type `\(finding.deviation.type)`",
        caretLabel: nearest.map { "did you mean `\($0)`?" })
    }
  }
}
