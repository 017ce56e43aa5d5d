package import Diagnostics
package import Diagrams

/// A member that a diagram leaves out though it draws others of its kind.
package enum MissingMember: ClassRule {
  package static let id = RuleID("missing-member")
  package static let summary =
    "A required member is missing from a class diagram."
  package static let explanation = Explanation.classes(
    "A class that draws some members of a kind must draw all with the same access, unless it ends in "
      + "`…` or the marker has `partial`; a complete diagram must draw all that its keys select.",
    "class DoorMachine {\n  frame\n}",
    remedy: "Draw the member, end the class with a line `…`, or write `partial` in the marker.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingMembers(let missing) = deviation.kind else { return nil }
    let count = missing.count
    var evidence = Array(missing.prefix(4))
    if count > 4 { evidence.append(Evidence(.note, "and \(count - 4) more")) }
    evidence.append(
      Evidence(
        .help,
        "end the class with a line `…` if it has more, or write `partial` in the marker for all classes"
      ))
    return ClassFinding(
      summary: count == 1
        ? "\(deviation.member) is missing from the diagram"
        : "\(count) members of `\(deviation.type)` are missing from the diagram",
      label: nil, evidence: evidence)
  }
}
