/// How sure docgen is that a finding is a drift that the document's author would fix.
///
/// The evidence decides: a name that the history shows as removed is certain, a name that never
/// existed in the repository may belong to someone else.
package enum Confidence: String, Comparable, Sendable, CaseIterable {
  /// Only the look of the text suggests it: a hint.
  case low
  /// Something marks the text as part of this project, but nothing proves the drift: at most a
  /// warning.
  case medium
  /// The code, its history or the grammar contradicts the document: the severity of the rule.
  case high

  package static func < (left: Confidence, right: Confidence) -> Bool {
    left.rank < right.rank
  }

  /// The highest severity that a finding of this confidence has by default.
  ///
  /// A project may configure another severity for a rule; this is the limit before that.
  package var severityLimit: Diagnostic.Severity {
    switch self {
    case .low: .note
    case .medium: .warning
    case .high: .error
    }
  }

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }
}
