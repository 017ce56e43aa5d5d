package import Diagnostics
import Diagrams

/// A member drawn with a type that it does not have.
package enum WrongMemberType: Rule {
  package static let id = "wrong-type"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified class diagram draws a property, parameter or result with another type."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    ClassFinding.all(on: page).compactMap { finding in
      guard case .otherType(let drawn, let declared) = finding.deviation.kind else { return nil }
      let deviation = finding.deviation
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(deviation.type).\(deviation.other)` is drawn with the type `\(drawn)`",
        caretLabel: "documented",
        evidence: [Evidence(.declared, declared, at: deviation.declaredAt)])
    }
  }
}
