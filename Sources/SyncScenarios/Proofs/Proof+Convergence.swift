extension Proof {
  /// Clients that edit the same things at the same time come to hold the same rows: 32 of them, for
  /// each seed 2,000 operations each.
  static let convergence = Proof(
    name: "convergence",
    claim: "32 clients with concurrent edits agree after at most 3 quiet rounds",
    unit: "operations", size: 32 * 2000 * 64
  ) { size in
    let clients = 32
    let seeds = max(1, size / (clients * 2000))
    let operations = size / seeds
    var (edits, requests, rounds, objection) = (0, 0, 0, String?.none)
    for seed in 1...UInt64(seeds) where objection == nil {
      let report = try await SimulationReport.editing(
        seed: seed, clients: clients, operations: operations)
      edits += report.counts.edits
      requests += report.counts.requests
      rounds = max(rounds, report.counts.rounds)
      objection = report.failure.map { "seed \(seed): \($0)" }
    }
    if rounds > 3 { objection = "\(rounds) rounds" }
    return Outcome(
      figures: [
        "seeds": "\(seeds)", "clients": "\(clients)", "operations": "\(operations * seeds)",
        "edits": "\(edits)", "requests": "\(requests)", "quiet rounds": "\(rounds) at most",
      ], objection: objection)
  }
}
