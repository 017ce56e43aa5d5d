import SyncSimulation
import TestTools
import Testing

/// The claims about large numbers, at a small size; `make proofs` tests them at full size.
@Suite("Proofs", .timeLimit(.minutes(testMinutes)))
struct ProofTests {
  private static let sizes = [
    "lost-answers": 1500, "poison": 1000, "single-flight": 1000, "returning-herd": 500,
    "convergence": 960,
  ]

  @Test(arguments: Proof.all.map(\.name))
  func `every proof holds at a small size`(name: String) async throws {
    let proof = try #require(Proof.all.first { $0.name == name })
    let size = try #require(ProofTests.sizes[name], "give the new proof a small size")
    let outcome = try await proof.attempt(size)
    #expect(outcome.objection == nil)
    #expect(!outcome.figures.isEmpty)
  }
}
