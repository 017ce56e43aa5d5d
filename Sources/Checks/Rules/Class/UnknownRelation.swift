package import Diagnostics
import Diagrams
import Models

/// A line between two types that do not hang together in that way.
package enum UnknownRelation: Rule {
  package static let id = "unknown-relation"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified class diagram draws a relation that the sources do not have."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    ClassFinding.all(on: page).compactMap { finding in
      guard case .unknownRelation(let found) = finding.deviation.kind else { return nil }
      let deviation = finding.deviation
      let evidence =
        found.isEmpty
        ? [Evidence(.declared, "no relation between the two", at: deviation.declaredAt)]
        : found.map {
          Evidence(.declared, "\($0.from) \($0.kind.rawValue) \($0.to)", at: $0.location)
        }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(deviation.type)` and `\(deviation.other)` do not hang together as drawn",
        caretLabel: "documented", evidence: evidence)
    }
  }
}
