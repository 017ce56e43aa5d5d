/// One finding: what is wrong, where, by which rule, and what would mend it.
///
/// Every part of docgen that can meet bad input returns these; every output format is made from
/// them.
package struct Diagnostic: Hashable, Sendable {
  /// How much a finding weighs. Only `error` makes a check fail.
  package enum Severity: String, Comparable, Sendable, CaseIterable {
    case note, warning, error

    package static func < (left: Severity, right: Severity) -> Bool {
      let order: [Severity] = allCases
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  /// What kind of trouble a finding is: it decides the exit code of the command.
  package enum Category: String, Sendable {
    /// The document and its source disagree.
    case drift
    /// A generated region was edited by hand.
    case handEdit
    /// An input could not be read or parsed.
    case input
    /// The configuration or the command line is wrong.
    case usage
  }

  package var rule: RuleID
  package var severity: Severity
  /// How sure docgen is; the evidence decides. It limits the severity.
  package private(set) var confidence: Confidence
  package var category: Category
  package var location: SourceLocation
  /// One sentence, no full stop; code and quoted text in backticks.
  package var summary: String
  /// Words put behind the carets: `documented`, `expected a state name`.
  package var caretLabel: String?
  /// What the three truths say about it, and how to mend it.
  package var evidence: [Evidence]
  package var fixIts: [FixIt]
  /// The change that would mend a stale region, as a unified diff.
  package var diff: String?

  package init(
    rule: RuleID, severity: Severity = .error, confidence: Confidence = .high,
    category: Category = .drift, at location: SourceLocation, _ summary: String,
    caretLabel: String? = nil, evidence: [Evidence] = [], fixIts: [FixIt] = [], diff: String? = nil
  ) {
    self.rule = rule
    self.severity = min(severity, confidence.severityLimit)
    self.confidence = confidence
    self.category = category
    self.location = location
    self.summary = summary
    self.caretLabel = caretLabel
    self.evidence = evidence
    self.fixIts = fixIts
    self.diff = diff
  }

  /// A finding of a rule about input.
  package init(
    rule: InputRule, severity: Severity = .error, confidence: Confidence = .high,
    category: Category = .input, at location: SourceLocation, _ summary: String,
    caretLabel: String? = nil, evidence: [Evidence] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      rule: RuleID(rule), severity: severity, confidence: confidence, category: category,
      at: location, summary, caretLabel: caretLabel, evidence: evidence, fixIts: fixIts)
  }

  /// The same finding with at most that confidence, and the reason for the doubt.
  package func limited(to limit: Confidence, because reason: Evidence) -> Diagnostic {
    var finding = self
    finding.confidence = min(confidence, limit)
    finding.severity = min(severity, finding.confidence.severityLimit)
    finding.evidence.append(reason)
    return finding
  }

  /// Words behind carets that say no more than what the carets mark.
  private static let marks: Set = ["documented", "documented here", "first difference"]

  /// What is told below the sentence where there are no carets: the words behind them as well.
  package var told: [Evidence] {
    guard let caretLabel, !Self.marks.contains(caretLabel) else { return evidence }
    let isQuestion = caretLabel.hasPrefix("did you mean")
    return [Evidence(isQuestion ? .help : .note, caretLabel)] + evidence
  }
}

/// One line under a finding: `= declared  second consecutive 429    SyncStateMachine.swift:88`.
package struct Evidence: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case documented, declared, observed, changed, removed, note, help, fix
  }

  package var kind: Kind
  package var text: String
  package var location: SourceLocation?
  /// What has changed the code, where that is what is said.
  package var commit: Commit?

  package init(_ kind: Kind, _ text: String, at location: SourceLocation? = nil) {
    self.kind = kind
    self.text = text
    self.location = location
  }

  /// `= changed  3f9a2c1 2026-03-01 The breaker opens sooner    Sources/Sync/Breaker.swift:12`
  package init(changedBy commit: Commit, at location: SourceLocation) {
    self.init(.changed, commit.words, at: location)
    self.commit = commit
  }
}

/// A commit that changed code, or what is not committed yet.
package struct Commit: Hashable, Sendable {
  /// Shortened, as git does; empty for what is not committed yet.
  package var hash: String
  /// The day on which it was committed: `2026-03-01`.
  package var date: String
  /// The first line of its message.
  package var subject: String

  package init(hash: String, date: String, subject: String) {
    self.hash = hash
    self.date = date
    self.subject = subject
  }

  package static let none = Commit(hash: "", date: "", subject: "")

  package var words: String {
    hash.isEmpty ? "not committed yet" : "\(hash) \(date) \(subject)"
  }
}

/// A replacement that mends a finding without a person's judgement.
package struct FixIt: Hashable, Sendable {
  package var range: SourceRange
  package var replacement: String
  /// An imperative: ``replace `pulled` with `pulling` ``.
  package var title: String
  /// Whether evidence proves the replacement, so that `docgen fix` may apply it unasked.
  /// An editor offers the others as well.
  package var isSafe: Bool

  package init(
    range: SourceRange, replacement: String, title: String, isSafe: Bool = false
  ) {
    self.range = range
    self.replacement = replacement
    self.title = title
    self.isSafe = isSafe
  }
}
