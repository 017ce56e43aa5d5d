/// A claim about the engine that takes a long run to prove.
package struct Proof: Sendable {
  /// Its name on the command line.
  package let name: String
  /// What it claims, in one line.
  package let claim: String
  /// What its size counts: `mutations`.
  package let unit: String
  /// The size at which the claim is made.
  package let size: Int
  /// Tries it at a size.
  package let attempt: @Sendable (Int) async throws -> Outcome

  /// How a proof went.
  package struct Outcome: Sendable {
    /// What was measured: `"peak": "1"`.
    package var figures: KeyValuePairs<String, String>
    /// What was not as claimed; nothing if all was.
    package var objection: String?
  }

  /// All proofs.
  package static let all = [
    lostAnswers, poison, singleFlight, returningHerd, convergence,
  ]
}
