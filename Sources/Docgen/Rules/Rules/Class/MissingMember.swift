import Diagnostics
package import Diagrams

/// A member that a diagram leaves out though it draws others of its kind.
package enum MissingMember: ClassRule {
  package static let id = "missing-member"
  package static let summary =
    "A verified class diagram that may not leave it out leaves out a member."

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
