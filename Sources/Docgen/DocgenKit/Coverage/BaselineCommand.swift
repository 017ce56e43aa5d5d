import CommandLineTool
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `docgen baseline`.
enum BaselineCommands {
  static let entry = CommandEntry.group(
    CommandDescription(
      "baseline", "Accept known findings, and keep measured values from falling",
      discussion: """
        Commit \(Baseline.fileName), next to the configuration. `docgen check` leaves out the findings \
        in it. It fails if one of them is fixed but still listed, or if a value is lower than there: \
        the baseline can only improve.
        """),
    [
      BaselineFreezeCommand.self, BaselineUpdateCommand.self, BaselineShowCommand.self,
      BaselineCompareCommand.self,
    ])
}

/// `docgen baseline freeze`.
struct BaselineFreezeCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "freeze", "Accept all current findings and measured values",
    discussion:
      "Refuses to run in CI, where the variable CI is set, so that you see what you accept.",
    options: [CommonOptions.configuration],
    examples: [
      ("docgen baseline freeze && git add \(Baseline.fileName)", "Begin in an old project.")
    ],
    exitCodes: [(0, "it is written"), (2, "this is CI")])

  func run() async throws -> ExitCode {
    let baselines = try await BaselineFiles(context)
    let measured = try await baselines.measured()
    if let variable = getenv("CI"), !["", "0", "false"].contains(String(cString: variable)) {
      context.report("in CI the baseline may only shrink: run `freeze` locally")
      return .usage
    }
    return try baselines.write(measured, insteadOf: baselines.known?.baseline ?? Baseline())
  }
}

/// `docgen baseline update`.
struct BaselineUpdateCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "update", "Record improvements: findings fixed, values that rose",
    options: [CommonOptions.configuration],
    examples: [("docgen baseline update", "Record fixes, so that their findings cannot return.")],
    exitCodes: [
      (0, "it is written"), (1, "a value fell, and its old value was kept"),
      (4, "the baseline cannot be read"),
    ])

  /// Raises values that rose, adds new values and removes fixed findings. Values that fell stay.
  func run() async throws -> ExitCode {
    let baselines = try await BaselineFiles(context)
    let old = try baselines.readable()
    let measured = try await baselines.measured()
    var new = measured
    new.findings = old.findings.filter(Set(measured.findings).contains)
    var fallen: [String] = []
    for (key, floor) in old.values.sorted(by: { $0.key < $1.key }) {
      let value = measured.values[key]
      if let value, value >= floor { continue }
      new.values[key] = floor
      fallen.append(
        "\(key.title) stays \(Baseline.decimals(floor)): it is "
          + (value.map(Baseline.decimals) ?? "no longer measured"))
    }
    let code = try baselines.write(new, insteadOf: old)
    for message in fallen { context.report(message) }
    if !fallen.isEmpty { context.report("`docgen baseline freeze` accepts lower values") }
    return fallen.isEmpty ? code : .drift
  }
}

/// `docgen baseline show`.
struct BaselineShowCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "show", "Print what freeze would write", options: [CommonOptions.configuration])

  func run() async throws -> ExitCode {
    console.print(try await BaselineFiles(context).measured().text)
    return .success
  }
}

/// `docgen baseline compare`.
struct BaselineCompareCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "compare", "Show what the baseline allows that an older one did not",
    operands: [OperandDescription("OLD", "The older one; by default, standard input")],
    options: [CommonOptions.configuration],
    examples: [
      (
        "git show origin/main:\(Baseline.fileName) | docgen baseline compare",
        "Prevent a pull request from allowing more."
      )
    ],
    exitCodes: [
      (0, "it allows no more"), (1, "it allows more"), (4, "one of them is not a baseline"),
    ])

  func run() async throws -> ExitCode {
    let current = try await BaselineFiles(context).readable()
    let file = arguments.operands.first ?? "-"
    let other: Baseline
    do {
      other = try Baseline(file == "-" ? try ByteStream().all() : try FileSystem.read(file))
    } catch let error as BaselineError {
      context.report("\(file) is not a baseline: \(error.reason)")
      return .input
    }
    let lower = other.values.sorted { $0.key < $1.key }.compactMap { key, floor -> String? in
      guard let value = current.values[key] else { return "\(key.title): missing" }
      return value < floor
        ? "\(key.title): \(Baseline.decimals(value)) (was \(Baseline.decimals(floor)))" : nil
    }
    let added = Set(current.findings).subtracting(other.findings).sorted().map {
      "new: \($0.title)"
    }
    for line in lower + added { console.print(line + "\n") }
    return lower.isEmpty && added.isEmpty ? .success : .drift
  }
}

/// The baseline of a project: the one on disk, and the one that is measured.
private struct BaselineFiles {
  let context: CommandContext
  let project: Project
  /// `nil` without a file.
  let known: BaselineCheck?

  init(_ context: CommandContext) async throws {
    self.context = context
    project = try await context.projectReportingProblems()
    known = BaselineCheck(project.root)
  }

  /// The baseline on disk; empty without a file. Throws if it is damaged.
  func readable() throws(CommandFailure) -> Baseline {
    guard let known else { return Baseline() }
    guard known.problems.isEmpty else {
      context.report(known.problems, sources: known.sources)
      throw CommandFailure(exitCode: .input)
    }
    return known.baseline
  }

  /// The current findings and values. Throws if a file could not be read.
  func measured() async throws(CommandFailure) -> Baseline {
    guard !project.problems.contains(where: { $0.severity == .error }) else {
      context.report("not everything could be read; nothing is written")
      throw CommandFailure(exitCode: .input)
    }
    return await Check.measure(project)
  }

  func write(_ new: Baseline, insteadOf old: Baseline) throws(FileError) -> ExitCode {
    if !context.isQuiet { context.console.print(Self.changes(from: old, to: new)) }
    try project.root.files.replace(Baseline.fileName, with: Array(new.text.utf8))
    return .success
  }

  private static func changes(from old: Baseline, to new: Baseline) -> String {
    let changed = new.values.filter { old.values[$0.key] != $0.value }.sorted { $0.key < $1.key }
    var lines = changed.map { key, value in
      let before = old.values[key].map { " (was \(Baseline.decimals($0)))" } ?? ""
      return "\(key.title): \(Baseline.decimals(value))\(before)"
    }
    lines += old.values.keys.sorted().filter { new.values[$0] == nil }.map {
      "\($0.title): removed"
    }
    let (before, after) = (Set(old.findings), Set(new.findings))
    lines += before.subtracting(after).sorted().map { "fixed: \($0.title)" }
    let added = after.subtracting(before).count
    if added > 0 { lines.append("\(added.counted("finding")) accepted") }
    if lines.isEmpty { lines.append("the baseline is unchanged") }
    return lines.map { $0 + "\n" }.joined()
  }
}
