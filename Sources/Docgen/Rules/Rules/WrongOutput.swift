package import Diagnostics
import Markdown

/// A command of a console session that ran, and its output or exit status differs.
package enum WrongOutput: Rule {
  package static let id = RuleID("wrong-output")
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "A command of a console session prints something else."
  package static let explanation = Explanation.other(
    """
    With `--run`, the commands below `docgen:verify console` run in a copy of the repository's files, and \
    their output and exit status must be the documented ones. A line `…` stands for any lines, a `…` \
    within a line for any characters, and a line that ends in ` (re)` is a regular expression. `? 1` \
    after the command is its exit status.
    """,
    "a document", text: "<!-- docgen:verify console -->\n```console\n$ echo hello\ngoodbye\n```",
    remedy: "Correct the session; `docgen fix --run` records the output.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let script = SessionScript(page), let result = page.context?.sessionResult(script)
    else { return [] }
    var outputs = result.outputs[...]
    var findings: [Diagnostic] = []
    let sessions = page.regions.compactMap(\.session).filter(\.isRun)
    for session in sessions {
      for setup in session.setups {
        let output = outputs.popFirst()
        if output?.status != 0 { findings.append(failed(setup, output, result, on: page)) }
        if output == nil { return findings }
      }
      for command in session.commands {
        guard let output = outputs.popFirst() else {
          let rest = sessions.flatMap(\.inputs).count - result.outputs.count - 1
          return findings + [unfinished(command, in: session, result, rest: rest, on: page)]
        }
        let check = CommandOutput(of: command, in: session, output, on: page)
        if let finding = check.finding { findings.append(finding) }
      }
    }
    return findings
  }

  /// The session ended before or within a command.
  private static func unfinished(
    _ command: ConsoleSession.Command, in session: ConsoleSession, _ result: SessionResult,
    rest: Int, on page: CheckedPage
  ) -> Diagnostic {
    let place = SourceRange(line: command.line, column: 1, length: command.text.utf8.count + 2)
    return Diagnostic(
      rule: id, severity: severity, at: page.location(of: place, in: session.fence),
      "the session \(result.obstacle ?? "ended") at this command",
      evidence: rest == 0
        ? [] : [Evidence(.note, "\(rest.counted("later command")) of the page did not run")])
  }

  /// Hidden commands fail, or the session ended within them.
  private static func failed(
    _ setup: SetupCode, _ output: SessionResult.Output?, _ result: SessionResult,
    on page: CheckedPage
  ) -> Diagnostic {
    let summary =
      output.map { "the setup exits with \($0.status)" }
      ?? "the session \(result.obstacle ?? "ended") in its setup"
    let last = output?.lines.last { !$0.isEmpty }
    return Diagnostic(
      rule: id, severity: severity, at: page.page.location(setup.marker.range), summary,
      evidence: last.map { [Evidence(.observed, $0)] } ?? [])
  }
}

/// Compares the output of one command, and writes the correction.
private struct CommandOutput {
  private let command: ConsoleSession.Command
  private let session: ConsoleSession
  private let output: SessionResult.Output
  private let page: CheckedPage

  init(
    of command: ConsoleSession.Command, in session: ConsoleSession, _ output: SessionResult.Output,
    on page: CheckedPage
  ) {
    (self.command, self.session) = (command, session)
    (self.output, self.page) = (output, page)
  }

  private var name: String {
    let line = command.text.split(separator: "\n").first ?? ""
    return line.count > 60 ? line.prefix(60) + "…" : String(line)
  }

  private var pattern: OutputPattern { OutputPattern(command.output, ignoring: session.ignored) }

  var finding: Diagnostic? {
    if output.status != command.status ?? 0 { return wrongStatus }
    guard session.comparesOutput, let place = pattern.difference(from: output.lines) else {
      return nil
    }
    let firstLine = command.lastLine + (command.status == nil ? 1 : 2)
    let documented = command.output.indices.contains(place.documented)
    let line = documented ? firstLine + place.documented : command.line
    let evidence = [
      Evidence(.documented, Self.shown(command.output, place.documented)),
      Evidence(.observed, Self.shown(output.lines, place.observed)),
    ]
    return diagnostic(line: line, "`\(name)` prints something else", evidence)
  }

  private var wrongStatus: Diagnostic {
    let last = output.lines.last { !$0.isEmpty }
    return diagnostic(
      line: command.line,
      "`\(name)` exits with \(output.status), the page says \(command.status ?? 0)",
      last.map { [Evidence(.observed, $0)] } ?? [])
  }

  private static func shown(_ lines: [String], _ index: Int) -> String {
    guard lines.indices.contains(index) else { return "nothing more" }
    return lines[index].isEmpty ? "an empty line" : lines[index]
  }

  private func diagnostic(line: Int, _ summary: String, _ evidence: [Evidence]) -> Diagnostic {
    let lines = session.fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    let length = lines.indices.contains(line - 1) ? lines[line - 1].utf8.count : 0
    let place = SourceRange(line: line, column: 1, length: length)
    return Diagnostic(
      rule: WrongOutput.id, severity: WrongOutput.severity,
      at: page.location(of: place, in: session.fence), summary, caretLabel: "documented",
      evidence: evidence, fixIts: [fixIt(lines)].compactMap(\.self))
  }

  /// Replaces the lines between the command and the next one.
  ///
  /// Returns `nil` if a line of the output would end the block.
  private func fixIt(_ lines: [Substring]) -> FixIt? {
    if session.isScript { return nil }
    let fence = String(repeating: session.fence.character, count: session.fence.length)
    let recorded = session.comparesOutput ? pattern.recording(output.lines) : command.output
    guard !recorded.contains(where: { $0.contains(fence) }) else { return nil }
    func place(afterLine line: Int) -> SourcePosition {
      session.fence.position(
        in: page.page.source, line: line, column: lines[line - 1].utf8.count + 1)
    }
    let lastLine = command.lastLine + command.documentedLines
    let status = output.status == 0 ? [] : ["? \(output.status)"]
    let start = session.fence.position(in: page.page.source, line: command.line, column: 1)
    let prefix = page.page.source.text(ofLine: start.line, upTo: start.column)
    return FixIt(
      range: SourceRange(
        start: place(afterLine: command.lastLine), end: place(afterLine: lastLine)),
      replacement: (status + recorded).map { "\n" + ($0.isEmpty ? "" : prefix) + $0 }.joined(),
      title: "record the output", isSafe: true)
  }
}

extension SourceText {
  /// The beginning of a line, up to a column: the prefix of quotes and lists.
  fileprivate func text(ofLine line: Int, upTo column: Int) -> String {
    String(decoding: bytes[lineRange(line)].prefix(column - 1), as: UTF8.self)
  }
}
