import CommandLineTool
import Foundation

/// The command `simulate`.
extension SimulationProgram {
  static let simulating = CommandDescription(
    "simulate", "Simulate devices and a server with random edits, faults and crashes",
    discussion: """
      Everything follows from the seed: edits, requests, answers and their order, faults of \
      network, gateways, server, clocks and disk, ends of processes. After every step a ledger \
      checks that nothing is lost, made twice or brought back, that state, pending count and \
      history are right, and that a device is silent as long as the answers demand and no longer. \
      When the faults stop, everything must drain within a bounded number of \
      requests, and all devices and the server must hold the same rows. A seed that fails is \
      shrunk to a script of few steps, which --replay plays again.
      """,
    options: [
      OptionDescription("seed", value: "S", "The first seed; 1 by default"),
      OptionDescription("seeds", value: "COUNT", "The number of seeds; 1 by default"),
      OptionDescription("steps", value: "N", "Random steps for each seed; 1000 by default"),
      OptionDescription("clients", value: "K", "Devices of the account; 2 by default"),
      OptionDescription("storm", "Make every third step a fault, instead of every ninth"),
      OptionDescription("liveness", "Simulate faults that last for hours instead of random steps"),
      OptionDescription("replay", value: "FILE", "Replay the steps of a script, one per line"),
    ],
    examples: [
      ("sync-simulation simulate --seeds 100", "simulate 100 seeds"),
      ("sync-simulation simulate --liveness --seeds 100", "faults that last for hours"),
      ("sync-simulation simulate --seed 7 --steps 10000 --clients 5", "one long run"),
    ])

  func simulate(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    let seed = try arguments.number("seed", default: 1, in: 0...Int.max, of: "simulate")
    let seeds = try arguments.number("seeds", default: 1, in: 1...1_000_000_000, of: "simulate")
    let options = SimulationOptions(
      steps: try arguments.number("steps", default: 1000, in: 1...1_000_000_000, of: "simulate"),
      clients: try arguments.number("clients", default: 2, in: 1...1000, of: "simulate"),
      isStormy: arguments.has("storm"), isLiveness: arguments.has("liveness"))
    do {
      if let path = arguments.value("replay") {
        let lines = try String(contentsOfFile: path, encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let report = try await SimulationReport.replaying(
          lines, seed: UInt64(seed), options: options)
        return finish([report])
      }
      var totals = SimulationTotals()
      for offset in 0..<seeds {
        let report = try await SimulationReport.simulating(
          seed: UInt64(seed) &+ UInt64(offset), options: options)
        totals.add(report)
        if report.failure != nil {
          printError("sync-simulation: seed \(report.seed) fails; shrinking its script\n")
          return finish([try await report.shrunk(options: options)])
        }
      }
      print(totals.text)
      return .success
    } catch {
      printError("sync-simulation: \(error)\n")
      return .failure
    }
  }

  private func finish(_ reports: [SimulationReport]) -> ExitCode {
    var totals = SimulationTotals()
    for report in reports {
      totals.add(report)
      guard let failure = report.failure else { continue }
      printError("# seed \(report.seed): \(failure)\n")
      for line in report.script { printError("\(line)\n") }
      return .failure
    }
    print(totals.text)
    return .success
  }
}

/// The sums over many seeds.
private struct SimulationTotals {
  private var seeds = 0
  private var counts = SimulationCounts()
  private var hash: UInt64 = 0

  mutating func add(_ report: SimulationReport) {
    seeds += 1
    let more = report.counts
    counts.steps += more.steps
    counts.faults += more.faults
    counts.edits += more.edits
    counts.requests += more.requests
    counts.crashes += more.crashes
    counts.rounds = max(counts.rounds, more.rounds)
    counts.quietRequests = max(counts.quietRequests, more.quietRequests)
    hash = hash &* 31 &+ report.hash
  }

  var text: String {
    let digits = String(hash, radix: 16)
    return """
      seeds           \(seeds)
      steps           \(counts.steps)
      faults          \(counts.faults)
      edits           \(counts.edits)
      requests        \(counts.requests)
      crashes         \(counts.crashes)
      quiet rounds    \(counts.rounds) at most
      quiet requests  \(counts.quietRequests) at most
      hash            \(String(repeating: "0", count: 16 - digits.count))\(digits)

      """
  }
}
