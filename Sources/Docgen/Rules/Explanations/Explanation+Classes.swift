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
    "wrong-class": classes(
      "An annotation that speaks of the code, or the generic parameters, are not the type's.",
      "class DoorMachine {\n  <<actor>>\n}",
      remedy: "Write the annotation that fits, or none; words that are none of Swift say nothing."),
    "wrong-modifier": classes(
      "A sign of access, `$`, `*`, `async` or `throws` is drawn that the member does not have; in a "
        + "complete diagram also one that it has and the diagram does not.",
      "class DoorMachine {\n  apply() async\n}", remedy: "Write the member as the code has it."),
    "wrong-multiplicity": classes(
      "A property or case holds one, an optional one or several of the other type, and the diagram "
        + "says otherwise.",
      "DoorMachine *-- \"*\" Frame", remedy: "Write how many the code holds, or nothing."),
    "missing-member": classes(
      "A class that draws some members of a kind must draw all that are as open, unless it ends in "
        + "`…` or the marker says `partial`; a complete diagram must draw all that its keys select.",
      "class DoorMachine {\n  frame\n}",
      remedy: "Draw the member, end the class with a line `…`, or write `partial` in the marker."),
    "missing-relation": classes(
      "Who inherits, conforms to and holds whom must be drawn between drawn types, unless the "
        + "marker says `partial`; in a complete diagram also who creates and uses whom.",
      "class DoorMachine\nclass Frame",
      remedy: "Draw the arrow, or write `partial` in the marker."),
    "missing-type": classes(
      "A diagram whose marker says `complete` must draw every type that its keys select.",
      "class Frame", marker: "class-diagram complete types=\"Frame DoorMachine\"",
      remedy: "Draw the type, or narrow the keys of the marker down."),
  ]

  private static func classes(
    _ meaning: String, _ lines: String, marker: String = "class-diagram", remedy: String
  ) -> Explanation {
    drawn(marker, "classDiagram", meaning, lines, remedy: remedy)
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
