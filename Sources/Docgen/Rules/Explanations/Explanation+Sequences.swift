/// The rules about verified sequence diagrams.
extension Explanation {
  static let sequences: [String: Explanation] = [
    "missing-message": sequences(
      "The scenario sends a message between drawn participants that the diagram does not have.",
      "User->>Door: push()\nDoor-->>User: opened", remedy: "Draw it where the finding says."),
    "never-sent": sequences(
      "The diagram demands a message that the scenario does not send.",
      "User->>Bell: ring()\nUser->>Door: push()\nDoor-->>User: opened\nUser->>Door: kick()\n"
        + "User->>Door: pull()",
      remedy: "Take it out, or put it into an `opt` where other scenarios send it."),
    "moved-message": sequences(
      "The message is sent, at another place of the flow.",
      "User->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()\nUser->>Bell: ring()",
      remedy: "Move it where the finding says."),
    "redirected-message": sequences(
      "The message is sent, between other participants.",
      "User->>Bell: ring()\nBell->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()",
      remedy: "Draw it between those that the finding names."),
    "message-label": sequences(
      "A message goes between these participants here, under another name.",
      "User->>Bell: ring()\nUser->>Door: shove()\nDoor-->>User: opened\nUser->>Door: pull()",
      remedy: "Write the method's name, or declare a synonym in the marker."),
    "message-arrow": sequences(
      "Calls are `->>`, answers `-->>`.",
      "User->>Bell: ring()\nUser-->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()",
      remedy: "Draw the other arrow."),
    "loop-count": sequences(
      "The title of a loop says how often it goes round, and it does not.",
      "loop 3 times\nUser->>Bell: ring()\nend\nUser->>Door: push()\nDoor-->>User: opened\n"
        + "User->>Door: pull()",
      remedy: "Write the number that the finding names, or none."),
    "untaken-branch": sequences(
      "Nothing shows whether this branch is right: no scenario comes by it.",
      "User->>Bell: ring()\nalt in time\nUser->>Door: push()\nDoor-->>User: opened\nelse too late\n"
        + "User->>Door: knock()\nend\nUser->>Door: pull()",
      remedy: "Record a scenario that takes it, or take it out."),
    "empty-block": sequences(
      "A block that may be passed by and holds no message says nothing that could be proven.",
      "User->>Bell: ring()\nopt in a hurry\nNote over User: runs\nend\nUser->>Door: push()\n"
        + "Door-->>User: opened\nUser->>Door: pull()",
      remedy: "Draw what happens in it, or take it out."),
    "unproven-sequence": other(
      "Parallel parts allow more orders than can be tried; nothing is said about this scenario.",
      "a document", "par … and … and … (a dozen parts of a dozen messages)",
      remedy: "Draw fewer parts at once, or split the diagram."),
    "unknown-participant": sequences(
      "A drawn participant is none of the scenarios'.",
      "User->>Bell: ring()\nUser->>Porter: push()",
      remedy: "Write its name as the traces have it, with `participant Name as Label` if need be."),
    "unknown-call": document(
      "In a diagram without a marker, a message that looks like a call names no member of its "
        + "receiver, of its protocols, or of its subclasses.",
      """
      ```mermaid
      sequenceDiagram
          User->>DoorMachine: slamShut()
      ```
      """,
      remedy: "Write the name as the code has it."),
    "no-traces": other(
      "The region is made of traces, and the configuration names none, or there are none yet.",
      "the configuration", #""traces": [".build/traces/*.jsonl"]"#,
      remedy: "Record them; `record` in the configuration names the command for it."),
    "trace-syntax": other(
      "A line of a trace is no record, or the recording was cut off.", "a trace",
      #"{"type":"call","seq":0,"#,
      remedy: "Record the trace anew; `docgen trace validate` shows every line that is wrong."),
    "duplicate-scenario": other(
      "Two traces say that they are of the same scenario.", "the folder of traces",
      "visit.jsonl\nvisit (copy).jsonl", remedy: "Remove one of the two."),
  ]

  private static func sequences(
    _ meaning: String, _ lines: String, remedy: String
  ) -> Explanation {
    drawn("sequence scenarios=visit", "sequenceDiagram", meaning, lines, remedy: remedy)
  }
}
