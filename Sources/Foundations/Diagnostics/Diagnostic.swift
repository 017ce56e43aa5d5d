// The Diagnostics module is the vocabulary in which every part of docgen reports a problem.
//
// `Diagnostic` has the message, the location, the rule, the evidence and the fixes of a finding as
// data. `Severity` states how bad it is, `Confidence` how sure docgen is, and `Category` decides
// the exit code. `SourceText`, `SourcePosition` and `SourceRange` are the places that all parsers
// use: lines and columns from 1, columns in bytes of UTF-8. Formats that people read in a terminal
// or on GitHub are in `Formats`; formats for tools are in `DocgenKit/Findings`.
//
// The module also has the algorithms that messages need: the nearest known name (`NearMiss`,
// `NearMissIndex`), differences of texts (`ListDifference`, `UnifiedDiff`), identities of findings
// (`Fingerprint`), and digests of files (`ContentDigest`). `Limit` bounds the work on untrusted
// input.
//
// It imports no other module, so that readers of Swift, Mermaid, Markdown and JSON can all return
// findings.

/// One finding: the problem, its location, its rule, and the fix.
///
/// Every part of docgen that reads input returns these; every output format is made from them.
package struct Diagnostic: Hashable, Sendable {
  /// The severity of a finding. Only `error` makes a check fail.
  package enum Severity: String, Comparable, Sendable, CaseIterable {
    case note, warning, error

    package static func < (left: Severity, right: Severity) -> Bool {
      let order: [Severity] = allCases
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  /// The category of a finding, which decides the exit code of the command.
  ///
  /// If findings have several categories, the most fundamental one determines the exit code:
  /// `usage`, then `input`, then drift.
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
  /// How sure docgen is, judged by the evidence. It limits the severity.
  package private(set) var confidence: Confidence
  package var category: Category
  package var location: SourceLocation
  /// One sentence without a full stop; code and quoted text are in backticks.
  package var summary: String
  /// Text after the carets: `documented`, `expected a state name`.
  package var caretLabel: String?
  /// The related documented, declared and observed facts, and advice for a fix.
  package var evidence: [Evidence]
  package var fixIts: [FixIt]
  /// The change that would fix a stale region, as a unified diff.
  package var diff: String?

  /// `severity` is lowered to the limit of `confidence`: a finding of medium confidence is a
  /// warning at most. `summary` is one sentence without a full stop, with code in backticks; `diff`
  /// is a unified diff.
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

  /// The same finding with at most that confidence, and with the reason for the doubt.
  ///
  /// The severity is limited as well, and never raised. `reason` is appended to the evidence, so
  /// that the reader learns why an error is only a warning.
  package func limited(to limit: Confidence, because reason: Evidence) -> Diagnostic {
    var finding = self
    finding.confidence = min(confidence, limit)
    finding.severity = min(severity, finding.confidence.severityLimit)
    finding.evidence.append(reason)
    return finding
  }

  /// Caret labels that add nothing to the carets themselves.
  private static let marks: Set = ["documented", "documented here", "first difference"]

  /// The notes below the summary in formats without carets, including the caret label.
  package var reported: [Evidence] {
    guard let caretLabel, !Self.marks.contains(caretLabel) else { return evidence }
    let isQuestion = caretLabel.hasPrefix("did you mean")
    return [Evidence(isQuestion ? .help : .note, caretLabel)] + evidence
  }
}

/// One line under a finding: `= declared  second consecutive 429    SyncStateMachine.swift:88`.
///
/// `documented`, `declared` and `observed` are the three sides of a comparison: the document, the
/// code, and the traces. `changed` and `removed` come from the history; `note`, `help` and `fix`
/// are for the reader, and `fix` is a command to copy.
package struct Evidence: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case documented, declared, observed, changed, removed, note, help, fix
  }

  package var kind: Kind
  package var text: String
  package var location: SourceLocation?
  /// The commit that changed the code, in evidence of the kind `changed`.
  package var commit: Commit?

  package init(_ kind: Kind, _ text: String, at location: SourceLocation? = nil) {
    self.kind = kind
    self.text = text
    self.location = location
  }

  /// `= changed  3f9a2c1 2026-03-01 The breaker opens sooner    Sources/Sync/Breaker.swift:12`
  package init(changedBy commit: Commit, at location: SourceLocation) {
    self.init(.changed, commit.title, at: location)
    self.commit = commit
  }
}

/// A commit that changed code, or an uncommitted change.
package struct Commit: Hashable, Sendable {
  /// Abbreviated as git does; empty for an uncommitted change.
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

  package var title: String {
    hash.isEmpty ? "not committed yet" : "\(hash) \(date) \(subject)"
  }
}

/// A replacement that fixes a finding.
package struct FixIt: Hashable, Sendable {
  package var range: SourceRange
  package var replacement: String
  /// An imperative: ``replace `pulled` with `pulling` ``.
  package var title: String
  /// Whether evidence proves the replacement, so that `docgen fix` may apply it unasked. An editor
  /// offers all replacements.
  ///
  /// Overlapping safe fixes must not depend on each other: only one of them is applied.
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
