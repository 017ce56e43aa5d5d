package import Diagnostics
package import Diagrams

/// A method drawn with parameters that it does not take.
package enum WrongParameters: ClassRule {
  package static let id = RuleID("wrong-parameters")
  package static let summary =
    "A class diagram draws a method with other parameters."
  package static let explanation = Explanation.classes(
    "The type has a method of that name, with other parameters.",
    "class DoorMachine {\n  apply(_ name: String, _ times: Int)\n}",
    remedy: "Write the parameters of the code, or none at all.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherParameters(let declared) = deviation.kind else { return nil }
    let signature = "\(deviation.other)(\(declared.joined(separator: ", ")))"
    return ClassFinding(
      summary: "\(deviation.member) takes other parameters", evidence: deviation.declared(signature)
    )
  }
}
