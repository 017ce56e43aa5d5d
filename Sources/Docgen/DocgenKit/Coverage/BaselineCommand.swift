import CommandLineTool
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `docgen baseline`: what may not become worse, and the findings that are known.
struct BaselineCommand: Sendable {
  let console: any Console
  let arguments: ParsedArguments
  let project: Project

  func run(_ command: String) async -> ExitCode {
    if command == "compare" || command == "update", let code = complain(ofDamageTo: known) {
      return code
    }
    if command == "compare" { return compare() }
    if project.problems.contains(where: { $0.severity == .error }) {
      console.complain("docgen: not everything could be read; nothing is written\n")
      return .input
    }
    let measured = await Check.measure(project)
    switch command {
    case "show":
      console.print(measured.text)
      return .success
    case "freeze": return freeze(measured)
    default: return update(measured)
    }
  }

  private var known: BaselineCheck? { BaselineCheck(project.root) }
  private var old: Baseline { known?.baseline ?? Baseline() }

  /// What cannot be read is no empty baseline: nothing could be told of what it allows.
  private func complain(ofDamageTo known: BaselineCheck?) -> ExitCode? {
    guard let known, !known.problems.isEmpty else { return nil }
    FindingsPrinter.complaining(console).show(known.problems, sources: known.sources)
    return .input
  }

  /// Takes what is there as it is.
  private func freeze(_ measured: Baseline) -> ExitCode {
    if let variable = getenv("CI"), !["", "0", "false"].contains(String(cString: variable)) {
      console.complain("docgen: in CI the baseline may only shrink: freeze it where you work\n")
      return .usage
    }
    return write(measured, insteadOf: old)
  }

  /// Raises what rose, adds values that are new, drops findings that are mended; what became worse
  /// stays as it was.
  private func update(_ measured: Baseline) -> ExitCode {
    let old = old
    var new = measured
    new.findings = old.findings.filter(Set(measured.findings).contains)
    var worse: [String] = []
    for (key, floor) in old.values.sorted(by: { $0.key < $1.key }) {
      let value = measured.values[key]
      if let value, value >= floor { continue }
      new.values[key] = floor
      worse.append(
        "\(key.words) stays \(Baseline.decimals(floor)): it is "
          + (value.map(Baseline.decimals) ?? "no more"))
    }
    let code = write(new, insteadOf: old)
    for line in worse { console.complain("docgen: \(line)\n") }
    if !worse.isEmpty { console.complain("docgen: `docgen baseline freeze` lets them fall\n") }
    return code == .success && !worse.isEmpty ? .drift : code
  }

  private func write(_ new: Baseline, insteadOf old: Baseline) -> ExitCode {
    tell(from: old, to: new)
    do throws(FileError) {
      try FileSystem.replace(
        project.root.folder + "/" + Baseline.fileName, with: Array(new.text.utf8))
      return .success
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }

  private func tell(from old: Baseline, to new: Baseline) {
    if arguments.has("quiet") { return }
    let changed = new.values.filter { old.values[$0.key] != $0.value }.sorted { $0.key < $1.key }
    for (key, value) in changed {
      let before = old.values[key].map { " (was \(Baseline.decimals($0)))" } ?? ""
      console.print("\(key.words): \(Baseline.decimals(value))\(before)\n")
    }
    for key in old.values.keys.sorted() where new.values[key] == nil {
      console.print("\(key.words): gone\n")
    }
    let (before, after) = (Set(old.findings), Set(new.findings))
    for finding in before.subtracting(after).sorted() {
      console.print("mended: \(finding.words)\n")
    }
    let added = after.subtracting(before).count
    if added > 0 { console.print("\(added.counted("finding")) known from now on\n") }
    if changed.isEmpty, old.values.count == new.values.count, before == after {
      console.print("the baseline stays as it is\n")
    }
  }

  /// Whether the baseline of the project allows more than another one.
  private func compare() -> ExitCode {
    let file = arguments.operands.first ?? "-"
    let other: Baseline
    do {
      other = try Baseline(file == "-" ? try ByteStream().all() : try FileSystem.read(file))
    } catch let error as BaselineError {
      console.complain("docgen: \(file) is no baseline: \(error.reason)\n")
      return .input
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
    let mine = old
    let lower = other.values.sorted { $0.key < $1.key }.compactMap { key, floor -> String? in
      guard let value = mine.values[key] else { return "\(key.words): gone" }
      return value < floor
        ? "\(key.words): \(Baseline.decimals(value)) (was \(Baseline.decimals(floor)))" : nil
    }
    let added = Set(mine.findings).subtracting(other.findings).sorted().map { "new: \($0.words)" }
    for line in lower + added { console.print(line + "\n") }
    return lower.isEmpty && added.isEmpty ? .success : .drift
  }

  static let description = CommandDescription(
    "baseline", "Accept known findings, and keep measured values from falling",
    discussion: """
      \(Baseline.fileName) beside the configuration is committed. `docgen check` does not report the \
      findings in it, and fails when one of them is mended and still there, or when a value in it is \
      no longer reached: it only ever becomes better.
      """,
    commands: [
      CommandDescription(
        "freeze", "Accept all current findings and measured values",
        discussion: """
          Not in CI: where the variable CI is set it refuses, so that nothing is forgiven unseen.
          """,
        options: [config],
        examples: [
          ("docgen baseline freeze && git add \(Baseline.fileName)", "Begin in an old project.")
        ],
        exitCodes: [(0, "it is written"), (2, "this is CI")]),
      CommandDescription(
        "update", "Record improvements: findings fixed, values that rose",
        options: [config],
        examples: [("docgen baseline update", "After mending: what is mended may not come back.")],
        exitCodes: [
          (0, "it is written"), (1, "a value fell and was kept"),
          (4, "the baseline cannot be read"),
        ]),
      CommandDescription(
        "show", "Print what freeze would write", options: [config]),
      CommandDescription(
        "compare", "Show what the baseline allows that an older one did not",
        operands: [OperandDescription("OLD", "The older one; standard input when left out")],
        options: [config],
        examples: [
          (
            "git show origin/main:\(Baseline.fileName) | docgen baseline compare",
            "Keep a pull request from allowing more."
          )
        ],
        exitCodes: [
          (0, "it allows no more"), (1, "it allows more"), (4, "one of them is no baseline"),
        ]),
    ])

  private static let config = OptionDescription(
    "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one")
}
