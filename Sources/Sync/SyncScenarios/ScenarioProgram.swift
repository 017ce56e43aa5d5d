package import CommandLineTool
import Diagnostics
import Foundation
import Traces

/// The program `sync-scenarios`: lists and records the scenarios.
package struct ScenarioProgram: Sendable {
  /// How the program ends.
  package enum ExitCode: Int32, Sendable {
    /// Everything was done.
    case success = 0
    /// The command line makes no sense.
    case usage = 2
    /// A scenario or a simulation failed, or a file could not be written.
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
    "sync-scenarios", "Play the scenarios of the sync engine and record their traces",
    discussion: """
      Each scenario drives the real engine, the real store and the real client against the \
      reference server, all in this process, on a virtual clock with seeded identifiers: two \
      recordings are the same to the byte.
      """,
    commands: [
      CommandDescription("list", "Show the scenarios, one a line"),
      CommandDescription(
        "record", "Play scenarios and write one trace each, DIR/NAME.jsonl",
        operands: [
          OperandDescription("NAME", "A scenario; all of them if none is named", isRepeating: true)
        ],
        options: [
          OptionDescription("out", short: "o", value: "DIR", "The folder for the traces; required")
        ],
        examples: [
          ("sync-scenarios record --out traces", "record all scenarios"),
          ("sync-scenarios record -o traces sync-cycle", "record one"),
        ]),
      simulating,
      proving,
      storming,
      serving,
    ],
    exitCodes: [
      (0, "everything was done"), (2, "the command line makes no sense"),
      (70, "a scenario or a simulation failed, or a file could not be written"),
    ])

  func print(_ text: String) { output(text) }
  func complain(_ text: String) { errors(text) }

  /// Runs the program with these arguments.
  package func run(_ words: [String]) async -> ExitCode {
    do throws(UsageError) {
      switch try Self.command.parse(words) {
      case .help(let path): output(Self.command.help(at: path))
      case .version: output("sync-scenarios 0.1.0\n")
      case .run(let path, let arguments): return try await run(path, arguments)
      }
      return .success
    } catch {
      let place = (["sync-scenarios"] + error.path).joined(separator: " ")
      errors("sync-scenarios: \(error.message)\nTry '\(place) --help' for more.\n")
      return .usage
    }
  }

  private func run(
    _ path: [String], _ arguments: ParsedArguments
  ) async throws(UsageError) -> ExitCode {
    switch path {
    case ["list"]:
      list()
      return .success
    case ["record"]: return try await record(arguments)
    case ["simulate"]: return try await simulate(arguments)
    case ["prove"]: return try await prove(arguments)
    case ["storm"]: return try await storm(arguments)
    case ["serve"]: return try await serve(arguments)
    default: throw UsageError("a command is needed")
    }
  }

  private func list() {
    let width = ScenarioCatalogue.all.map(\.name.count).max() ?? 0
    for scenario in ScenarioCatalogue.all {
      let padding = String(repeating: " ", count: width - scenario.name.count + 2)
      output(scenario.name + padding + scenario.title + "\n")
    }
  }

  private func record(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    guard let folder = arguments.value("out"), !folder.isEmpty else {
      throw UsageError("record needs --out DIR", path: ["record"])
    }
    let scenarios = try chosen(arguments.operands)
    do {
      let recorder = TraceFolder(path: folder)
      try recorder.make()
      for scenario in scenarios {
        let recording = try await scenario.record()
        try recorder.write(TraceWriter.encode(recording.trace), name: scenario.name)
      }
      for file in try recorder.others(than: ScenarioCatalogue.all.map(\.name)) {
        errors("sync-scenarios: \(folder)/\(file) belongs to no scenario; remove it\n")
      }
      return .success
    } catch {
      errors("sync-scenarios: \(error)\n")
      return .failure
    }
  }

  /// The value of an option that takes a whole number.
  func number(
    _ option: String, _ arguments: ParsedArguments, default standard: Int,
    in range: ClosedRange<Int>, command: String = "simulate"
  ) throws(UsageError) -> Int {
    guard let text = arguments.value(option) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        path: [command])
    }
    return number
  }

  private func chosen(_ names: [String]) throws(UsageError) -> [Scenario] {
    if names.isEmpty { return ScenarioCatalogue.all }
    var scenarios: [Scenario] = []
    for name in names {
      guard let scenario = ScenarioCatalogue.scenario(named: name) else {
        let known = ScenarioCatalogue.all.map(\.name)
        let hint = NearMiss.best(for: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("there is no scenario '\(name)'\(hint)", path: ["record"])
      }
      scenarios.append(scenario)
    }
    return scenarios
  }
}
