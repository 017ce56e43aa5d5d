import Diagnostics

/// The text of `docgen explain` about a rule, in addition to its summary.
package struct Explanation: Sendable {
  /// A text that the rule reports.
  package struct Example: Sendable {
    /// The kind of text: `a document`.
    package var title: String
    package var text: String
    /// Whether it is a complete document about `Explanation.door`.
    package var isDocument: Bool
  }

  /// The reason for the rule, or the details of the comparison.
  package var meaning: String
  package var example: Example
  /// The fix, as sentences.
  package var remedy: String

  /// A document about the door.
  static func document(_ meaning: String, _ text: String, remedy: String) -> Explanation {
    Explanation(
      meaning: meaning, example: Example(title: "a document", text: text, isDocument: true),
      remedy: remedy)
  }

  /// An example that is not a document about the door, or needs other files.
  static func other(
    _ meaning: String, _ title: String, text: String, remedy: String
  ) -> Explanation {
    Explanation(
      meaning: meaning, example: Example(title: title, text: text, isDocument: false),
      remedy: remedy)
  }

  /// The subject of the examples.
  package static let door = """
    The examples are about a door: `DoorMachine` moves between `closed`, `open` and `locked` on \
    `pushed`, `pulled` and `keyTurned`. In the one recorded scenario, `visit`, a User rings the Bell, \
    pushes the Door, which answers, and pulls it.
    """

  static func classes(
    _ meaning: String, _ lines: String, marker: String = "class-diagram", remedy: String
  ) -> Explanation {
    drawn(marker, kind: "classDiagram", meaning: meaning, lines: lines, remedy: remedy)
  }

  /// A verified diagram of these lines.
  static func drawn(
    _ marker: String, kind: String, meaning: String, lines: String, remedy: String
  ) -> Explanation {
    document(
      meaning,
      """
      <!-- docgen:verify \(marker) -->
      ```mermaid
      \(kind)
      \(lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
      ```
      """, remedy: remedy)
  }

  static func flowchart(
    _ meaning: String, _ lines: String, marker: String = "flowchart", remedy: String
  ) -> Explanation {
    drawn(marker, kind: "flowchart LR", meaning: meaning, lines: lines, remedy: remedy)
  }

  static func sequences(
    _ meaning: String, _ lines: String, remedy: String
  ) -> Explanation {
    drawn(
      "sequence scenarios=visit", kind: "sequenceDiagram", meaning: meaning, lines: lines,
      remedy: remedy)
  }

  static func states(
    _ meaning: String, _ lines: String, remedy: String
  ) -> Explanation {
    drawn(
      "state-diagram machine=Door", kind: "stateDiagram-v2", meaning: meaning, lines: lines,
      remedy: remedy)
  }

  /// A verified table of the door's transitions with this row.
  static func table(_ meaning: String, _ row: String, remedy: String) -> Explanation {
    document(
      meaning,
      """
      <!-- docgen:verify table machine=Door -->
      | From | Trigger | To |
      |---|---|---|
      \(row)
      """, remedy: remedy)
  }
}
