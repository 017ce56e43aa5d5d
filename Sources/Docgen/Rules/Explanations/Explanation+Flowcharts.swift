/// The rules about verified flowcharts.
extension Explanation {
  static let flowcharts: [String: Explanation] = [
    "unknown-node": flowchart(
      "A node that looks like a type, module or Swift file has a name that the project lacks. "
        + "Prose and names of other libraries are ignored.",
      "Machine[DoorMachin] --> Frame",
      remedy: "Write the name as the code has it."),
    "unknown-dependency": flowchart(
      "An arrow joins two elements that do not depend on each other. Modules depend by imports and "
        + "Package.swift, types and files by the names that their source mentions.",
      "State[DoorMachine.State] --> Frame",
      remedy: "Remove the arrow, or connect what depends on each other."),
    "reversed-dependency": flowchart(
      "An arrow runs against the dependency: only its target names its source.",
      "Frame --> DoorMachine", remedy: "Turn the arrow around."),
    "missing-dependency": flowchart(
      "A flowchart whose marker has `complete` shows all dependencies between its elements.",
      "DoorMachine\nFrame", marker: "flowchart complete",
      remedy: "Add the arrow, or remove `complete` from the marker."),
  ]

  private static func flowchart(
    _ meaning: String, _ lines: String, marker: String = "flowchart", remedy: String
  ) -> Explanation {
    drawn(marker, "flowchart LR", meaning, lines, remedy: remedy)
  }
}
