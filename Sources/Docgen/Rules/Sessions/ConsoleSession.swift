import Diagnostics
package import Markdown

/// The commands of a console block with their documented output, in the notation of cram and trycmd.
///
///     $ harbor send \          a command
///     > --weight 3             continues in this line
///     ? 1                      its exit status; 0 if this line is missing
///     error: too heavy         its output, up to the next command
///
/// A block of another language without `$ ` is a script, of which only the exit status is compared.
package struct ConsoleSession: Hashable, Sendable {
  package struct Command: Hashable, Sendable {
    /// The shell's input: one line or several.
    package var text: String
    /// The line of `$ ` in the block, from 1.
    package var line: Int
    /// The last line of the command.
    var lastLine: Int
    /// The documented exit status; `nil` for success.
    var status: Int?
    /// The documented output: wildcards are described at `OutputPattern`.
    var output: [String] = []

    /// The number of documented lines after the command.
    var documentedLines: Int { output.count + (status == nil ? 0 : 1) }
  }

  package let fence: Fence
  /// Hidden commands that run before the others.
  let setups: [SetupCode]
  package private(set) var commands: [Command] = []
  /// Whether the block is a script without prompts, which is one command.
  let isScript: Bool
  /// Whether output is compared, and not only the exit status.
  let comparesOutput: Bool
  /// The parts of output that may differ.
  let ignored: Set<OutputPattern.Variable>
  /// The time limit of all commands together.
  package let seconds: Int
  /// Whether `--run` runs the session; otherwise its marker states the reason.
  package let isRun: Bool

  /// The session of a verified block.
  init(_ fence: Fence, setups: [SetupCode], _ request: RegionRequest) throws(RegionProblem) {
    (self.fence, self.setups) = (fence, setups)
    isRun = request.marker[ConsoleRegion.noRun] == nil
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    isScript = fence.language != "console" && !lines.contains { $0.hasPrefix("$ ") }
    comparesOutput = request.isYes("output", default: true) && !isScript
    let words = request.marker.list("ignore")
    ignored = Set(words.compactMap(OutputPattern.Variable.init))
    if let unknown = words.first(where: { OutputPattern.Variable(rawValue: $0) == nil }) {
      let known = OutputPattern.Variable.allCases.map(\.rawValue).joined(separator: ", ")
      throw request.finding(
        RuleID(.unknownChoice), at: "ignore", "`\(unknown)` is not one of \(known)")
    }
    let seconds = request.marker["seconds"].map { Int($0) ?? 0 } ?? Self.defaultSeconds
    guard (1...Self.mostSeconds).contains(seconds) else {
      throw request.finding(
        RuleID(.unknownChoice), at: "seconds",
        "`seconds` must be a number from 1 to \(Self.mostSeconds)")
    }
    self.seconds = seconds
    if isScript {
      commands = [Command(text: fence.literal, line: 1, lastLine: max(1, lines.count))]
    } else {
      read(lines)
    }
    guard !commands.isEmpty || !isRun else {
      throw request.finding(
        RegionSources.id, "the block below has no command",
        evidence: [Evidence(.help, "begin each command with `$ `")])
    }
  }

  /// The shell's inputs, in order.
  var inputs: [String] { setups.map(\.text) + commands.map(\.text) }

  private static let defaultSeconds = 60
  private static let mostSeconds = 3_600

  private mutating func read(_ lines: ArraySlice<Substring>) {
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("$ ") {
        let text = String(line.dropFirst(2))
        commands.append(Command(text: text, line: index + 1, lastLine: index + 1))
      } else if let last = commands.indices.last {
        commands[last].add(String(line), number: index + 1)
      }
    }
    // Empty lines before the next command, or before the end, separate commands.
    for index in commands.indices {
      while commands[index].output.last?.isEmpty == true { commands[index].output.removeLast() }
    }
  }
}

extension ConsoleSession.Command {
  fileprivate mutating func add(_ line: String, number: Int) {
    let isFirst = output.isEmpty && status == nil
    if isFirst, number == lastLine + 1, line.hasPrefix("> ") || line == ">" {
      text += "\n" + line.dropFirst(2)
      lastLine = number
    } else if isFirst, line.hasPrefix("? "), let status = line.wholeMatch(of: /\? ([0-9]{1,3})/)?.1
    {
      self.status = Int(status)
    } else {
      output.append(line)
    }
  }
}

/// The marked sessions of a page, which run in one shell, in order.
package struct SessionScript: Hashable, Sendable {
  package let page: String
  /// The inputs of the shell.
  package let commands: [String]
  /// The time limit of the script.
  package let seconds: Int

  /// `nil` if the page has no marked session that runs.
  package init?(_ page: CheckedPage) {
    let sessions = page.regions.compactMap(\.session).filter(\.isRun)
    guard !sessions.isEmpty else { return nil }
    self.page = page.page.path
    commands = sessions.flatMap(\.inputs)
    seconds = sessions.map(\.seconds).reduce(0, +)
  }
}

/// What the commands of a script printed.
package struct SessionResult: Hashable, Sendable {
  /// The result of one command.
  package struct Output: Hashable, Sendable {
    package var lines: [String]
    package var status: Int

    package init(lines: [String], status: Int) {
      (self.lines, self.status) = (lines, status)
    }
  }

  /// Fewer than commands if the script ended early.
  package var outputs: [Output]
  /// The reason why the script ended early, after "the session".
  package var obstacle: String?

  package init(outputs: [Output], obstacle: String? = nil) {
    (self.outputs, self.obstacle) = (outputs, obstacle)
  }
}

extension CheckedPage {
  /// Whether a region is a console session for `--run` that did not run: nothing is known about it.
  package func isWaiting(_ region: CheckedRegion) -> Bool {
    guard region.session?.isRun == true, let script = SessionScript(self) else { return false }
    return context?.sessionResult(script) == nil
  }
}

extension CheckedRegion {
  /// Whether it is a console session that never runs.
  package var isExcused: Bool { session?.isRun == false }

  /// The console session of a region.
  var session: ConsoleSession? {
    if case .session(let session) = outcome { session } else { nil }
  }
}
