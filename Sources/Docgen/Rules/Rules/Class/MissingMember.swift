package import Diagnostics
package import Diagrams

/// A member that a diagram leaves out though it draws others of its kind.
package enum MissingMember: ClassRule {
  package static let id = RuleID("missing-member")
  package static let summary =
    "A verified class diagram that may not leave it out leaves out a member."
  package static let explanation = Explanation.classes(
    "A class that draws some members of a kind must draw all that are as open, unless it ends in "
      + "`…` or the marker says `partial`; a complete diagram must draw all that its keys select.",
    "class DoorMachine {\n  frame\n}",
    remedy: "Draw the member, end the class with a line `…`, or write `partial` in the marker.")

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingMembers(let missing) = deviation.kind else { return nil }
    let count = missing.count
    var evidence = Array(missing.prefix(4))
    if count > 4 { evidence.append(Evidence(.note, "and \(count - 4) more")) }
    evidence.append(
      Evidence(.help, "a last line `…` says that the class has more; so does `partial` for all"))
    return ClassFinding(
      summary: count == 1
        ? "\(deviation.member) is not drawn"
        : "\(count) members of `\(deviation.type)` are not drawn",
      label: nil, evidence: evidence)
  }
}
