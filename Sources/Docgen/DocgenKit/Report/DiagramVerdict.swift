import Diagnostics
import Mermaid
import Rules

/// The verdict about one element of a diagram.
enum DiagramVerdict: String, CaseIterable, Comparable, Sendable {
  /// The diagram has no marker, and no rule reports the element.
  case unchecked
  /// Documents, code and traces agree.
  case agrees
  /// It is declared and documented, and no recorded scenario takes it.
  case unobserved
  /// It exists in the code with another value: a label, a direction, a number.
  case differs
  /// The code has it, and the document does not.
  case missing
  /// The document has it, and the code does not.
  case extra

  static func < (left: DiagramVerdict, right: DiagramVerdict) -> Bool {
    let order = allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
  }

  /// The color and the words of a deviating element in a Mermaid text; `nil` if there is none.
  var mark: (color: ElementMark.Color, note: String)? {
    switch self {
    case .unchecked, .agrees: nil
    case .unobserved: (.unobserved, "never observed")
    case .differs: (.changed, "differs")
    case .missing: (.added, "not documented")
    case .extra: (.gone, "not in the code")
    }
  }

  private static let extraRules: Set<String> = [
    "impossible-transition", "unknown-state", "unknown-participant", "unknown-call", "never-sent",
    "unknown-type", "unknown-member", "unknown-relation", "unknown-node", "unknown-dependency",
    "wrong-end", "outdated-transition",
  ]
  private static let unobservedRules: Set<String> = ["unobserved-transition", "untaken-branch"]

  /// The verdict that a finding gives the element at its place; `nil` if the finding is about an
  /// element that the diagram lacks.
  init?(_ finding: Diagnostic) {
    let rule = finding.rule.rawValue
    if rule.hasPrefix("missing-") { return nil }
    if Self.extraRules.contains(rule) {
      self = .extra
    } else if Self.unobservedRules.contains(rule) {
      self = .unobserved
    } else if rule == StaleRegion.id.rawValue {
      // The differences of a generated region are read from its comparison.
      return nil
    } else {
      self = .differs
    }
  }
}
