package import Diagnostics
import Markdown

/// A participant that neither the traces nor the code have.
package enum UnknownParticipant: Rule {
  package static let id = RuleID("unknown-participant")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A sequence diagram has a participant that its scenarios or the code do not have."
  package static let explanation = Explanation.sequences(
    "A drawn participant does not occur in the scenarios.",
    "User->>Bell: ring()\nUser->>Porter: push()",
    remedy: "Write the name of the traces; `participant Name as Label` gives it another label.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    verified(on: page) + unmarked(on: page)
  }

  private static func verified(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { region -> [Diagnostic] in
      guard case .sequence(let verification) = region.outcome else { return [] }
      return verification.unknownParticipants.map { unknown in
        let (name, range) = (unknown.name, unknown.range)
        let near =
          unknown.intended ?? NearMiss.best(for: name, among: verification.knownParticipants)
        let known = verification.knownParticipants.map { "`\($0)`" }.joined(separator: ", ")
        return Diagnostic(
          rule: id, severity: severity,
          at: page.location(of: range, in: region.region.fences.first),
          verification.isFromCode
            ? "no type is called `\(name)`" : "no scenario has a participant `\(name)`",
          evidence: (near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
            + [Evidence(verification.isFromCode ? .declared : .observed, known)])
      }
    }
  }

  /// Participants with names that look like types, in diagrams whose other participants are types.
  private static func unmarked(on page: CheckedPage) -> [Diagnostic] {
    page.unmarkedFindings { diagram in
      guard case .messages(let messages) = diagram.outcome, !messages.unknownParticipants.isEmpty
      else { return [] }
      let judge = DiagramJudge(page, diagram.fence)
      return messages.unknownParticipants.compactMap { name, range in
        guard let verdict = judge.verdict(on: name, at: range) else { return nil }
        return Diagnostic(
          rule: id, severity: severity, confidence: verdict.confidence,
          at: page.location(of: range, in: diagram.fence), "no type is called `\(name)`",
          evidence: verdict.evidence)
      }
    }
  }
}
