/// The rules about verified state diagrams.
extension Explanation {
  static let states: [String: Explanation] = [
    "unknown-state": states(
      "A drawn state is none of the machine's.", "closed --> ajar: pushed",
      remedy: "Write its name as the code has it, or take it out."),
    "missing-state": other(
      "The states of a diagram without a marker are cases of an enum that the page names, and the "
        + "enum has more cases.",
      "a document", "stateDiagram-v2\n    closed --> open\n    open --> closed",
      remedy: "Add the states, or ignore the hint if the diagram shows a part on purpose."),
    "undeclared-step": states(
      "The machine has no such step, and no scenario was seen to take it: the arrow is wrong.",
      "closed --> open: pushed\nopen --> locked: keyTurned\nlocked --> open: pushed",
      remedy: "Take the arrow out, or draw the one that the finding names."),
    "undeclared-observed-step": states(
      "A scenario took this step, and exploring the machine did not find it.",
      "open --> locked: keyTurned",
      remedy: "The document is right; the declaration of the machine is not whole."),
    "missing-step": states(
      "The machine declares this step and scenarios take it, but it is not drawn.",
      "[*] --> closed\nclosed --> open: pushed",
      remedy: "Draw it, or say `partial=yes` in the marker: then steps may be left out."),
    "missing-unobserved-step": states(
      "The machine declares this step, no scenario takes it, and it is not drawn.",
      "[*] --> closed\nclosed --> open: pushed",
      remedy: "Draw it, say `partial=yes`, or record a scenario to learn whether it happens."),
    "missing-undeclared-step": states(
      "A scenario takes a step that neither the machine declares nor the diagram draws.",
      "[*] --> closed\nclosed --> open: pushed",
      remedy: "Find out whether the code or its declaration is right, then draw it."),
    "transition-label": states(
      "The step exists, and something else causes it.", "closed --> open: pulled",
      remedy: "Write the event's name, its guard or the first sentence of its documentation."),
    "loose-choice": states(
      "A choice, fork or join stands for steps that go through it; through this one goes none.",
      "state way <<choice>>\n[*] --> closed\nclosed --> way",
      remedy: "Draw an arrow to it and one from it, or take it out."),
    "wrong-start": states(
      "The arrow from `[*]` must lead to the state in which the machine begins.", "[*] --> open",
      remedy: "Draw it to the initial state, which the finding names."),
    "wrong-end": states(
      "The machine goes on from a state that the diagram lets it end in.",
      "[*] --> closed\nopen --> [*]", remedy: "Take the arrow to `[*]` out."),
    "unobserved-step": states(
      "The step is declared and drawn, but nobody has seen it happen.",
      "closed --> locked: keyTurned",
      remedy: "Record a scenario that takes it; `docgen status --skeletons` begins a test."),
    "outdated-step": other(
      "Traces declare a step that the sources have no more: they are older.",
      "a document that draws a step of yesterday", "closed --> open: kicked",
      remedy: "Record the traces anew."),
    "outdated-trace": other(
      "Traces declare a machine otherwise than the sources or other traces do.",
      "a trace from before the event was renamed",
      #"{"type":"machine","machine":"Door","events":["kicked"],…}"#,
      remedy: "Record the traces anew."),
    "undeclared-transition": other(
      "A trace shows a step that exploring the machine did not find.",
      "a trace whose declared edges lack this one",
      #"{"type":"transition","machine":"Door","from":"open","event":"keyTurned","to":"locked",…}"#,
      remedy: "Explore the machine over all events that it can get, or mend the machine."),
    "unreachable-state": other(
      "No sequence of events leads to a declared state.", "a Swift file",
      "enum State { case closed, open, burnt }",
      remedy: "Take the state out, or add the step that is missing."),
  ]

  private static func states(
    _ meaning: String, _ lines: String, remedy: String
  ) -> Explanation {
    drawn("state-diagram machine=Door", "stateDiagram-v2", meaning, lines, remedy: remedy)
  }
}
