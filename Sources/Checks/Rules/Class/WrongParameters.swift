package import Diagnostics
import Diagrams

/// A method drawn with parameters that it does not take.
package enum WrongParameters: Rule {
  package static let id = "wrong-parameters"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified class diagram draws a method with other parameters."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    ClassFinding.all(on: page).compactMap { finding in
      guard case .otherParameters(let declared) = finding.deviation.kind else { return nil }
      let deviation = finding.deviation
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(deviation.type).\(deviation.other)` takes other parameters", caretLabel: "documented",
        evidence: [
          Evidence(
            .declared, "\(deviation.other)(\(declared.joined(separator: ", ")))",
            at: deviation.declaredAt)
        ])
    }
  }
}
