import Diagnostics
import JSON

/// The counts in the last line of a check, with its text.
///
/// `3 errors in 2 of 9 documents · 41 hints (--hints shows them) · 388 names agree`
package struct CheckSummary: Sendable {
  var findings: [(severity: Diagnostic.Severity, file: String)] = []
  /// The paths of the checked pages.
  var pages: [String] = []
  /// The number of checked documents.
  var documents = 0
  /// The numbers of findings that are not printed, by severity.
  var hidden: [Diagnostic.Severity: Int] = [:]
  /// The numbers of items that agree with their sources, by kind.
  var agreeing: [String: Int] = [:]
  /// The number of console sessions that did not run.
  var waiting = 0
  /// The number of Swift blocks that did not run.
  var waitingBlocks = 0
  /// The number of findings that the baseline knows.
  var known = 0

  /// Adds the counts of another check, whose files get other names.
  mutating func add(_ other: CheckSummary, name: (String) -> String) {
    findings += other.findings.map { ($0.severity, name($0.file)) }
    pages += other.pages.map(name)
    documents += other.documents
    hidden.merge(other.hidden, uniquingKeysWith: +)
    agreeing.merge(other.agreeing, uniquingKeysWith: +)
    waiting += other.waiting
    waitingBlocks += other.waitingBlocks
    known += other.known
  }

  package var text: String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    var parts: [String] = []
    if errors + warnings == 0 {
      parts.append("\(documents.counted("document")) \(documents.verb("agrees", "agree"))")
    } else {
      let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      let summary = counts.map { $0.0.counted($0.1) }.joined(separator: " and ")
      parts.append("\(summary) in \(places)")
    }
    parts += [hiddenText, agreeingText, waitingText].compactMap(\.self)
    if known > 0 { parts.append("\(known.counted("known finding"))") }
    return parts.joined(separator: " · ")
  }

  /// `2 warnings and 41 hints (--hints shows them)`
  private var hiddenText: String? {
    let counts = [(Diagnostic.Severity.warning, "warning"), (.note, "hint")]
      .map { (hidden[$0] ?? 0, $1) }.filter { $0.0 > 0 }.sorted { $0.1 > $1.1 }
    guard !counts.isEmpty else { return nil }
    let total = counts.map(\.0).reduce(0, +)
    return counts.map { $0.0.counted($0.1) }.joined(separator: " and ")
      + " (--hints shows \(total.verb("it", "them")))"
  }

  private static let kinds = [
    "diagram", "table", "snippet", "picture", "session", "block", "value", "name", "link",
  ]

  /// `2 diagrams and 388 names agree`
  private var agreeingText: String? {
    let counts = Self.kinds.compactMap { kind in agreeing[kind].map { $0.counted(kind) } }
    guard let last = counts.last else { return nil }
    let total = agreeing.values.reduce(0, +)
    let list = [counts.dropLast().joined(separator: ", "), last].filter { !$0.isEmpty }
    return "\(list.joined(separator: " and ")) \(total.verb("agrees", "agree"))"
  }

  private var waitingText: String? {
    let waiting = [(waiting, "session"), (waitingBlocks, "Swift block")].filter { $0.0 > 0 }
    guard !waiting.isEmpty else { return nil }
    let counts = waiting.map { $0.0.counted($0.1) }.joined(separator: " and ")
    let verb = waiting.map(\.0).reduce(0, +).verb("it", "them")
    return "\(counts) not run (--run runs \(verb))"
  }

  /// `2 of 9 documents`; `3 files` if some are not documents.
  private var places: String {
    let files = Set(findings.map(\.file))
    guard files.isSubset(of: pages) else { return files.count.counted("file") }
    if documents == 1 { return "1 document" }
    return "\(files.count) of \(documents) documents"
  }
}

// MARK: - In a report

extension CheckSummary {
  /// The counts that do not follow from a report's own findings and pages.
  var json: JSON {
    func numbers(_ counts: [String: Int]) -> JSON {
      .object(
        JSONObject(
          counts.sorted { $0.key < $1.key }.map {
            JSONObject.Member(key: $0.key, value: .integer($0.value))
          }))
    }
    return [
      "hidden": numbers(
        Dictionary(uniqueKeysWithValues: hidden.map { ($0.key.rawValue, $0.value) })),
      "agreeing": numbers(agreeing), "waiting": .integer(waiting),
      "waitingBlocks": .integer(waitingBlocks),
    ]
  }

  /// Adds the counts of a part of the check.
  mutating func add(_ json: JSONNode) {
    json["hidden"]?.forEachMember { key, count in
      guard let severity = key.textValue.flatMap(Diagnostic.Severity.init) else { return }
      hidden[severity, default: 0] += count.integerValue ?? 0
    }
    json["agreeing"]?.forEachMember { kind, count in
      agreeing[kind.textValue ?? "", default: 0] += count.integerValue ?? 0
    }
    waiting += json["waiting"]?.integerValue ?? 0
    waitingBlocks += json["waitingBlocks"]?.integerValue ?? 0
  }
}
