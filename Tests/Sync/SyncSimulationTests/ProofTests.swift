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

  /// Except the proof that restarts the PostgreSQL of other tests.
  @Test(arguments: Proof.all.map(\.name).filter { $0 != "processes" })
  func `every proof holds at a small size`(name: String) async throws {
    let proof = try #require(Proof.all.first { $0.name == name })
    let size = try #require(ProofTests.sizes[name], "give the new proof a small size")
    let outcome = try await proof.attempt(size)
    #expect(outcome.objection == nil)
    #expect(!outcome.figures.isEmpty)
  }

  @Test(.enabled(if: PostgreSQLServer.url != nil, "\(PostgreSQLServer.missing)"))
  func `clients of several server processes converge, whatever is killed`() async throws {
    let folder = try TemporaryFolder()
    let cluster = folder.file("cluster")
    try PostgreSQLServer.control("start", "1800", folder: cluster)
    defer { try? PostgreSQLServer.control("stop", folder: cluster) }
    let run = try ProcessRun(
      clients: 6, processes: 2, database: PostgreSQLServer.address(inFolder: cluster)
    ) { try PostgreSQLServer.control("restart", folder: cluster) }
    let figures = try await run.run(operations: 240)
    #expect(figures.violations.isEmpty)
    #expect(figures.edits == 240 && figures.changes > 0)
  }
}
