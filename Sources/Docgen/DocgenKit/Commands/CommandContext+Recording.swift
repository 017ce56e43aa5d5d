import CommandLineTool
import Diagnostics
import Models
import Rules

extension CommandContext {
  /// Reads the project for a check. With `--record`, traces that are missing or stale are recorded
  /// first.
  ///
  /// - Throws: `UsageError` if the configuration names no command; `CommandFailure` if the command
  ///   fails.
  ///
  /// The project is read a second time after the command, because recording may also change sources
  /// that are generated.
  func projectWithTraces() async throws -> Project {
    let project = try await project(forCheck: true)
    guard arguments[CheckCommand.record] else { return project }
    guard let command = project.root.configuration.record else {
      throw UsageError(
        "--record needs the command that records traces: set `record` in .docgen.json")
    }
    guard project.needsRecording else { return project }
    if !isQuiet { report("recording: \(command)") }
    let exitCode = try ChildProcess.shell(command, in: project.root.folder)
    guard exitCode == 0 else {
      let end = exitCode.map { "failed with exit code \($0)" } ?? "was ended by a signal"
      report("`\(command)` \(end); the documents were not checked")
      throw CommandFailure(exitCode: .input)
    }
    return try await self.project(forCheck: true)
  }
}

extension Project {
  /// Whether traces are configured, and are missing, unreadable or older than the code.
  fileprivate var needsRecording: Bool {
    let configured = root.configuration.traces
    if configured.isEmpty { return false }
    if model.traces.isEmpty || problems.contains(where: { $0.rule == RuleID(.traceSyntax) }) {
      return true
    }
    return CheckedProject(model, context: context).findings().contains {
      [StaleTrace.id, OutdatedTrace.id].contains($0.rule) && $0.severity == .error
    }
  }
}
