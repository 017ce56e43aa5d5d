import Foundation

extension Proof {
  /// Clients that edit the same entities concurrently end with the same rows, byte for byte, as a
  /// new device: 32 clients with 2,000 operations each for each seed.
  static let convergence = Proof(
    name: "convergence",
    claim: "32 clients with concurrent edits hold the same bytes after at most 3 quiet rounds",
    unit: "operations", size: 32 * 2000 * 64
  ) { size in
    let clients = 32
    let seeds = max(1, size / (clients * 2000))
    let operations = size / seeds
    var (edits, requests, rounds, objection) = (0, 0, 0, String?.none)
    // Each simulation has its own thread.
    try await withThrowingTaskGroup(of: SimulationReport.self) { group in
      var waiting = Array(1...UInt64(seeds))[...]
      func addNext() {
        guard objection == nil, let seed = waiting.popFirst() else { return }
        group.addTask {
          try await SimulationReport.editing(seed: seed, clients: clients, operations: operations)
        }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { addNext() }
      for try await report in group {
        edits += report.counts.edits
        requests += report.counts.requests
        rounds = max(rounds, report.counts.rounds)
        if let failure = report.failure { objection = "seed \(report.seed): \(failure)" }
        addNext()
      }
    }
    if rounds > 3 { objection = "\(rounds) rounds" }
    return Outcome(
      figures: [
        "seeds": "\(seeds)", "clients": "\(clients)", "operations": "\(operations * seeds)",
        "edits": "\(edits)", "requests": "\(requests)", "quiet rounds": "\(rounds) at most",
      ], objection: objection)
  }
}
