import Sync

/// The result of simulating one seed.
package struct SimulationReport: Sendable {
  /// The seed.
  package let seed: UInt64
  /// The figures.
  package let counts: SimulationCounts
  /// A digest of everything that happened; equal for equal seeds and programs.
  package let hash: UInt64
  /// The violation; `nil` if there was none.
  package let failure: String?
  /// The steps that led to it, one per line.
  package let script: [String]

  /// Simulates a seed: random steps, then the quiet end.
  package static func simulating(
    seed: UInt64, options: SimulationOptions
  ) async throws -> SimulationReport {
    try await TaskThread.run {
      let simulation = try Simulation(seed: seed, options: options)
      return simulation.report {
        if options.isLiveness { try $0.runLiveness() } else { try $0.run(steps: options.steps) }
      }
    }
  }

  /// Simulates a seed without faults: this number of operations in all, while syncs are running.
  package static func editing(
    seed: UInt64, clients: Int, operations: Int
  ) async throws -> SimulationReport {
    let options = SimulationOptions(steps: operations, clients: clients)
    return try await TaskThread.run {
      let simulation = try Simulation(seed: seed, options: options)
      return simulation.report { try $0.edit(operations: operations) }
    }
  }

  /// Replays the lines of a script, except comments that begin with `#`, then the quiet end.
  ///
  /// - Throws: `UnreadableStep`.
  package static func replaying(
    _ lines: [String], seed: UInt64, options: SimulationOptions
  ) async throws -> SimulationReport {
    var steps: [SimulationStep] = []
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") && !line.isEmpty {
      guard let step = SimulationStep(line) else {
        throw UnreadableStep(line: index + 1, text: line)
      }
      steps.append(step)
    }
    let script = steps
    return try await TaskThread.run { try replay(script, seed, options) }
  }

  /// The same failure with as few steps as possible: removes ever smaller ranges of steps, as long
  /// as the rest still fails.
  package func shrunk(
    options: SimulationOptions, attempts: Int = 600
  ) async throws -> SimulationReport {
    let (seed, script) = (seed, script.compactMap { SimulationStep($0) })
    return try await TaskThread.run {
      var best = try SimulationReport.replay(script, seed, options)
      // The quiet end is not part of the script, because it follows automatically.
      var steps = script
      var (size, left) = (max(1, steps.count / 2), attempts)
      while left > 0 {
        var start = 0
        var hasShrunk = false
        while start < steps.count && left > 0 {
          left -= 1
          var fewer = steps
          fewer.removeSubrange(start..<min(start + size, steps.count))
          let report = try SimulationReport.replay(fewer, seed, options)
          if report.failure == nil {
            start += size
          } else {
            (steps, best, hasShrunk) = (fewer, report, true)
          }
        }
        if size == 1 && !hasShrunk { break }
        size = max(1, size / 2)
      }
      return SimulationReport(
        seed: seed, counts: best.counts, hash: best.hash, failure: best.failure,
        script: steps.map(\.description))
    }
  }

  private static func replay(
    _ steps: [SimulationStep], _ seed: UInt64, _ options: SimulationOptions
  ) throws -> SimulationReport {
    let simulation = try Simulation(seed: seed, options: options)
    return simulation.report { simulation in
      for step in steps { try simulation.take(step) }
    }
  }

  /// An invalid line of a script.
  package struct UnreadableStep: Error, CustomStringConvertible {
    let line: Int
    let text: String

    /// The line number and the line.
    package var description: String { "line \(line) is not a step: '\(text)'" }
  }
}

extension Simulation {
  /// Carries out `work`, settles, and reports the result.
  fileprivate func report(_ work: (Simulation) throws -> Void) -> SimulationReport {
    var failure: String?
    var steps: [SimulationStep] = []
    do {
      try work(self)
      steps = script
      try settle()
    } catch {
      failure = "\(error)"
    }
    counts.requests = network.requestCount
    finish()
    return SimulationReport(
      seed: seed, counts: counts, hash: hash, failure: failure,
      script: (steps.isEmpty ? script : steps).map(\.description))
  }
}
