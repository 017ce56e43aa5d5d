import CommandLineTool
import Diagnostics
import Rules

/// The options that choose which findings a command prints, and what its exit code says.
///
/// They are about one run; the configuration's severities are about the project.
struct FindingSelection: Sendable {
  static let select = CommandOption.names(
    "select", value: "RULES", "Report only these rules; names or patterns: unknown-*")
  static let ignore = CommandOption.names("ignore", value: "RULES", "Leave out these rules")
  static let limit = CommandOption.number(
    "max-findings", value: "COUNT", in: 1...1_000_000,
    "Print at most this many findings; JSON, SARIF and JUnit have all")
  static let statistics = CommandOption.flag(
    "statistics", "Print how many findings each rule has instead of the findings")
  static let exitZero = CommandOption.flag("exit-zero", "Exit with 0 even if documents drifted")

  static let options: [any CommandLineOption] = [select, ignore, limit, statistics, exitZero]

  private let arguments: ParsedArguments
  private let selected: Set<RuleID>
  private let ignored: Set<RuleID>

  /// - Throws: `UsageError` for a name that no rule has.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    selected = try Self.rules(arguments[Self.select])
    ignored = try Self.rules(arguments[Self.ignore])
  }

  /// The rules that names and patterns mean.
  private static func rules(_ names: [String]) throws(UsageError) -> Set<RuleID> {
    let all = RuleCatalogue.descriptions.map(\.id)
    var found: Set<RuleID> = []
    for name in names {
      let pattern = Glob(name)
      let matching = all.filter { pattern.matches($0.rawValue) }
      if matching.isEmpty {
        let near = NearMiss.best(for: name, among: all.map(\.rawValue))
        throw UsageError(
          "unknown rule '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
      found.formUnion(matching)
    }
    return found
  }

  /// Whether a run reports a finding.
  func includes(_ finding: Diagnostic) -> Bool {
    (selected.isEmpty || selected.contains(finding.rule)) && !ignored.contains(finding.rule)
  }

  /// The findings that are printed. A document for programs has all: they could not know that it was
  /// shortened.
  func printed(_ findings: [Diagnostic], as format: FindingsPrinter.Format) -> [Diagnostic] {
    guard let limit = arguments[Self.limit], format.isShortened else { return findings }
    return Array(findings.prefix(limit))
  }

  /// How many findings are not printed: `… and 12 more`.
  func omitted(of findings: [Diagnostic], as format: FindingsPrinter.Format) -> String? {
    let count = findings.count - printed(findings, as: format).count
    return count > 0 ? "… and \(count) more (--max-findings)\n" : nil
  }

  var showsStatistics: Bool { arguments[Self.statistics] }

  func exitCode(_ code: ExitCode) -> ExitCode {
    arguments[Self.exitZero] && (code == .drift || code == .handEdit) ? .success : code
  }

  /// The number of findings of each rule, the most frequent first.
  ///
  ///     7  error    unknown-symbol
  static func statistics(of findings: [Diagnostic]) -> String {
    struct Kind: Hashable {
      var rule: RuleID
      var severity: Diagnostic.Severity
    }
    let counts = Dictionary(grouping: findings) { Kind(rule: $0.rule, severity: $0.severity) }
      .mapValues(\.count)
      .sorted { ($1.value, $0.key.rule.rawValue) < ($0.value, $1.key.rule.rawValue) }
    let width = counts.first.map { String($0.value).count } ?? 0
    return counts.map { kind, count in
      let number = String(repeating: " ", count: width - String(count).count) + String(count)
      let severity = kind.severity.rawValue.padding(to: 7)
      return "\(number)  \(severity)  \(kind.rule)\n"
    }.joined()
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
