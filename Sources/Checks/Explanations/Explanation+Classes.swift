/// The rules about verified class diagrams.
extension Explanation {
  static let classes: [String: Explanation] = [
    "unknown-type": classes(
      "A drawn class is no type of the sources.", "class DoorMachin",
      remedy: "Write its name as the code has it, or take it out."),
    "unknown-member": classes(
      "A drawn member is none of its type's, nor of one that it inherits from.",
      "class DoorMachine {\n  hinges: Int\n}", remedy: "Write it as the code has it."),
    "wrong-parameters": classes(
      "The type has a method of that name, with other parameters.",
      "class DoorMachine {\n  apply(_ name: String, _ times: Int)\n}",
      remedy: "Write the parameters as the code has them; leaving all out claims nothing."),
    "wrong-type": classes(
      "A property, parameter or result has another type in the code.",
      "class DoorMachine {\n  frame: Int\n}", remedy: "Write the type as the code has it."),
    "unknown-relation": classes(
      "Neither inheritance nor a property nor a use joins the two types.",
      "DoorMachine <|-- Frame", remedy: "Draw the arrow that the code justifies, or none."),
  ]

  private static func classes(
    _ meaning: String, _ lines: String, remedy: String
  ) -> Explanation {
    drawn("class-diagram", "classDiagram", meaning, lines, remedy: remedy)
  }

  /// A verified diagram of these lines.
  static func drawn(
    _ marker: String, _ kind: String, _ meaning: String, _ lines: String, remedy: String
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
}
