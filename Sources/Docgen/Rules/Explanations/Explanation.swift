import Diagnostics

/// What `docgen explain` tells about a rule beyond its summary.
package struct Explanation: Sendable {
  /// Something that the rule finds fault with.
  package struct Example: Sendable {
    /// What it is: `a document`.
    package var title: String
    package var text: String
    /// Whether it is a whole document, about the door that `Explanation.door` tells of.
    package var isDocument: Bool
  }

  /// Why it matters, or what exactly is compared.
  package var meaning: String
  package var example: Example
  /// What helps, as sentences.
  package var remedy: String

  /// A document about the door.
  static func document(_ meaning: String, _ text: String, remedy: String) -> Explanation {
    Explanation(
      meaning: meaning, example: Example(title: "a document", text: text, isDocument: true),
      remedy: remedy)
  }

  /// An example that is no document about the door, or needs something else besides.
  static func other(
    _ meaning: String, _ title: String, _ text: String, remedy: String
  ) -> Explanation {
    Explanation(
      meaning: meaning, example: Example(title: title, text: text, isDocument: false),
      remedy: remedy)
  }

  /// What the examples are about.
  package static let door = """
    The examples are about a door: `DoorMachine` moves between `closed`, `open` and `locked` on \
    `pushed`, `pulled` and `keyTurned`. In the one recorded scenario, `visit`, a User rings the Bell, \
    pushes the Door, which answers, and pulls it; nobody locks it.
    """

  /// The explanation of a rule; nothing where there is no such rule.
  package static func of(_ rule: String) -> Explanation? { all[rule] }

  private static let all = markers.merging(texts) { one, _ in one }
    .merging(states) { one, _ in one }.merging(sequences) { one, _ in one }
    .merging(classes) { one, _ in one }.merging(flowcharts) { one, _ in one }
    .merging(inputs) { one, _ in one }
}
