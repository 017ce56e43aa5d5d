// The SyncSimulation module is the program `sync-simulation`, which tests the sync engine with runs
// that are too random or too long for a unit test.
//
// It has three commands, one folder each. `simulate` runs several devices and their server under
// random edits, faults and crashes. Everything follows from a seed and runs on one thread, a
// `SimulationLedger` checks every step, and a failing script is shrunk. `storm` runs one device
// over sockets against servers that are wrong in one way at a time. `prove` tests claims about
// large numbers, such as lost answers or returning clients.
//
// Simulations and storms use the real engine, store and client, and the rules of the reference
// server; clocks are virtual, so that hours of waiting pass at once. SyncSimulationTests run short
// versions of the same checks.

package import CommandLineTool

/// The program `sync-simulation`: tests the engine with random faults, hostile servers and large
/// numbers.
package struct SimulationProgram: Sendable {
  /// The exit codes.
  package enum ExitCode: Int32, Sendable {
    /// All checks succeeded.
    case success = 0
    /// The command line is invalid.
    case usage = 2
    /// A simulation, a storm or a proof failed, or a file could not be read.
    case failure = 70
  }

  private let output: @Sendable (String) -> Void
  private let errors: @Sendable (String) -> Void

  /// Creates a program with functions that print output and errors.
  package init(
    output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void
  ) {
    self.output = output
    self.errors = errors
  }

  /// The command line.
  package static let command = CommandDescription(
    "sync-simulation", "Test the sync engine with random faults, hostile servers and large numbers",
    commands: [simulating, proving, storming],
    exitCodes: [
      (0, "all checks succeeded"), (2, "the command line is invalid"),
      (70, "a simulation, a storm or a proof failed, or a file could not be read"),
    ])

  func print(_ text: String) { output(text) }
  func printError(_ text: String) { errors(text) }

  /// Runs the program with these arguments.
  package func run(_ words: [String]) async -> ExitCode {
    await Self.command.run(
      words, codes: (.success, .usage), output: output, errors: errors
    ) { path, arguments throws(UsageError) in
      switch path {
      case ["simulate"]: return try await simulate(arguments)
      case ["prove"]: return try await prove(arguments)
      case ["storm"]: return try await storm(arguments)
      default: throw UsageError("a command is missing")
      }
    }
  }
}
