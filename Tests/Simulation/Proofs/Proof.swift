/// A claim about the engine that takes a long run to prove.
package struct Proof: Sendable {
  /// Its name on the command line.
  package let name: String
  /// The claim in one line.
  package let claim: String
  /// The unit of its size: `mutations`.
  package let unit: String
  /// The size for which the claim is made.
  package let size: Int
  /// Tests the claim at a size.
  package let attempt: @Sendable (Int) async throws -> Outcome

  /// The outcome of a proof.
  package struct Outcome: Sendable {
    /// The measured figures: `"peak": "1"`.
    package var figures: KeyValuePairs<String, String>
    /// The violation of the claim; `nil` if it is true.
    package var objection: String?
  }

  /// All proofs.
  package static let all = [
    lostAnswers, poison, singleFlight, returningHerd, convergence, processes,
  ]
}
