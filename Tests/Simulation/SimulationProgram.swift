package import CommandLineTool

/// The program `sync-simulation`: tries the engine under random faults, hostile servers and large numbers.
package struct SimulationProgram: Sendable {
  /// How the program ends.
  package enum ExitCode: Int32, Sendable {
    /// Everything held.
    case success = 0
    /// The command line is wrong.
    case usage = 2
    /// A simulation, a storm or a proof failed, or a file could not be read.
    case failure = 70
  }

  private let output: @Sendable (String) -> Void
  private let errors: @Sendable (String) -> Void

  /// Creates a program that prints by these two.
  package init(
    output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void
  ) {
    self.output = output
    self.errors = errors
  }

  /// The command line.
  package static let command = CommandDescription(
    "sync-simulation", "Try the sync engine under random faults, hostile servers and large numbers",
    commands: [simulating, proving, storming],
    exitCodes: [
      (0, "everything held"), (2, "the command line is wrong"),
      (70, "a simulation, a storm or a proof failed, or a file could not be read"),
    ])

  func print(_ text: String) { output(text) }
  func complain(_ text: String) { errors(text) }

  /// Runs the program with these arguments.
  package func run(_ words: [String]) async -> ExitCode {
    await Self.command.run(
      words, version: "0.1.0", codes: (.success, .usage), output: output, errors: errors
    ) { path, arguments throws(UsageError) in
      switch path {
      case ["simulate"]: return try await simulate(arguments)
      case ["prove"]: return try await prove(arguments)
      case ["storm"]: return try await storm(arguments)
      default: throw UsageError("a command is needed")
      }
    }
  }
}
