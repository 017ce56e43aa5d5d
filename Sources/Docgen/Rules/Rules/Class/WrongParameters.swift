package import Diagrams

/// A method drawn with parameters that it does not take.
package enum WrongParameters: ClassRule {
  package static let id = "wrong-parameters"
  package static let summary =
    "A class diagram draws a method with other parameters."

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherParameters(let declared) = deviation.kind else { return nil }
    let words = "\(deviation.other)(\(declared.joined(separator: ", ")))"
    return ClassFinding(
      summary: "\(deviation.member) takes other parameters", evidence: deviation.declared(words))
  }
}
