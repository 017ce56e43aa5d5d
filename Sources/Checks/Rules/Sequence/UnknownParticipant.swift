package import Diagnostics
import Markup

/// A participant that no trace knows.
package enum UnknownParticipant: Rule {
  package static let id = "unknown-participant"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified sequence diagram has a participant that its scenarios do not have."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { region -> [Diagnostic] in
      guard case .sequence(let verification) = region.outcome else { return [] }
      return verification.unknownParticipants.map { name, range in
        let near = NearMiss.best(for: name, among: verification.knownParticipants)
        let known = verification.knownParticipants.map { "`\($0)`" }.joined(separator: ", ")
        return Diagnostic(
          rule: id, severity: severity,
          at: page.location(of: range, in: region.region.fences.first),
          "no scenario has a participant `\(name)`",
          evidence: (near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
            + [Evidence(.observed, known)])
      }
    }
  }
}
