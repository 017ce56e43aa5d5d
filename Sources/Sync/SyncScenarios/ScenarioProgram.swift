package import CommandLineTool
import Diagnostics
import Foundation
import Traces

/// The program `sync-scenarios`: lists and records the scenarios, and serves the reference server.
package struct ScenarioProgram: Sendable {
  /// The exit codes.
  package enum ExitCode: Int32, Sendable {
    /// Success.
    case success = 0
    /// The command line is invalid.
    case usage = 2
    /// A scenario failed, or a file could not be written.
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
    "sync-scenarios", "Run the scenarios of the sync engine and record their traces",
    discussion: """
      Each scenario drives the real engine, the real store and the real client against the \
      reference server, all in this process, on a virtual clock with seeded identifiers: two \
      recordings are the same to the byte.
      """,
    commands: [
      CommandDescription("list", "List the scenarios, one per line"),
      CommandDescription(
        "record", "Run scenarios and write each trace to DIR/NAME.jsonl",
        operands: [
          OperandDescription("NAME", "A scenario; all by default", isRepeating: true)
        ],
        options: [
          OptionDescription("out", short: "o", value: "DIR", "The folder for the traces; required")
        ],
        examples: [
          ("sync-scenarios record --out traces", "record all scenarios"),
          ("sync-scenarios record -o traces sync-cycle", "record one"),
        ]),
      serving,
    ],
    exitCodes: [
      (0, "success"), (2, "the command line is invalid"),
      (70, "a scenario failed, or a file could not be written"),
    ])

  func print(_ text: String) { output(text) }
  func printError(_ text: String) { errors(text) }

  /// Runs the program with these arguments.
  package func run(_ words: [String]) async -> ExitCode {
    await Self.command.run(
      words, codes: (.success, .usage), output: output, errors: errors
    ) { path, arguments throws(UsageError) in
      switch path {
      case ["list"]:
        list()
        return .success
      case ["record"]: return try await record(arguments)
      case ["serve"]: return try await serve(arguments)
      default: throw UsageError("a command is missing")
      }
    }
  }

  private func list() {
    let width = ScenarioCatalogue.all.map(\.name.count).max() ?? 0
    for scenario in ScenarioCatalogue.all {
      let padding = String(repeating: " ", count: width - scenario.name.count + 2)
      output(scenario.name + padding + scenario.title + "\n")
    }
  }

  /// Traces in the folder that belong to no scenario are reported and kept: they may be someone's
  /// work.
  private func record(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    guard let folder = arguments.value("out"), !folder.isEmpty else {
      throw UsageError("record needs --out DIR", path: ["record"])
    }
    let scenarios = try chosen(arguments.operands)
    do {
      let recorder = TraceFolder(path: folder)
      try recorder.make()
      let sources = SourceFolder()
      for scenario in scenarios {
        var trace = try await scenario.record().trace
        trace.sources = sources.sources(of: trace, and: [scenario.file])
        try recorder.write(TraceWriter.encode(trace), name: scenario.name)
      }
      for file in try recorder.files(except: ScenarioCatalogue.all.map(\.name)) {
        errors("sync-scenarios: \(folder)/\(file) belongs to no scenario; remove it\n")
      }
      return .success
    } catch {
      errors("sync-scenarios: \(error)\n")
      return .failure
    }
  }

  /// - Throws: `UsageError` for an unknown name, with the nearest known one.
  private func chosen(_ names: [String]) throws(UsageError) -> [Scenario] {
    if names.isEmpty { return ScenarioCatalogue.all }
    var scenarios: [Scenario] = []
    for name in names {
      guard let scenario = ScenarioCatalogue.scenario(named: name) else {
        let known = ScenarioCatalogue.all.map(\.name)
        let hint = NearMiss.best(for: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("unknown scenario '\(name)'\(hint)", path: ["record"])
      }
      scenarios.append(scenario)
    }
    return scenarios
  }
}
