import Diagnostics
import Rules

/// The door that the examples of the rules are about.
enum ExampleDoor {
  static let source = """
    struct DoorMachine {
      enum State { case closed, open, locked }
      enum Event { case pushed, pulled, keyTurned }
      static let width = 90
      let frame: Frame
      var state = State.closed

      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .pushed): state = .open
        case (.open, .pulled): state = .closed
        case (.closed, .keyTurned), (.open, .keyTurned): state = .locked
        case (.locked, .keyTurned): state = .closed
        default: break
        }
      }
    }

    struct Frame {}

    """

  /// The step from open to locked is observed but not declared.
  static let trace = """
    {"type":"header","format":"docgen-trace","version":1,"scenario":"visit","epoch":"2026-01-01T00:00:00Z","participants":[{"name":"User","kind":"actor"},{"name":"Bell","kind":"participant"},{"name":"Door","kind":"participant"}]}
    {"type":"machine","machine":"Door","declared":"DoorMachine","initial":"closed","states":[{"name":"closed"},{"name":"open"},{"name":"locked"}],"events":["pushed","pulled","keyTurned"],"edges":[{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pulled","to":"closed"},{"from":"closed","event":"keyTurned","to":"locked"},{"from":"locked","event":"keyTurned","to":"closed"}]}
    {"type":"call","seq":0,"t":0,"span":1,"from":"User","to":"Bell","name":"ring"}
    {"type":"return","seq":1,"t":1,"span":1}
    {"type":"call","seq":2,"t":2,"span":2,"from":"User","to":"Door","name":"push"}
    {"type":"transition","seq":3,"t":3,"parent":2,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"return","seq":4,"t":4,"span":2,"value":"opened"}
    {"type":"call","seq":5,"t":5,"span":3,"from":"User","to":"Door","name":"pull"}
    {"type":"transition","seq":6,"t":6,"parent":3,"machine":"Door","from":"open","event":"pulled","to":"closed"}
    {"type":"transition","seq":7,"t":7,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"transition","seq":8,"t":8,"machine":"Door","from":"open","event":"keyTurned","to":"locked"}
    {"type":"return","seq":9,"t":9,"span":3}
    {"type":"end","records":10,"dropped":0}

    """

  /// A project with the door, its recorded scenario, and an empty document.
  static func project() throws -> SmallProject {
    let project = try SmallProject()
    try project.remove("traces/open.jsonl")
    try project.write(source, to: "Sources/App/Door.swift")
    try project.write(trace, to: "traces/visit.jsonl")
    try project.write(configuration, to: ".docgen.json")
    try project.write("# Door\n", to: "docs/a.md")
    return project
  }

  static let configuration = """
    {
      "documents": ["docs/*.md"], "sources": ["Sources/**/*.swift"], "traces": ["traces/*.jsonl"],
    }

    """

  /// The rules whose examples are complete documents, with these documents.
  static let examples = RuleCatalogue.descriptions.compactMap { rule -> (String, String)? in
    let example = rule.explanation.example
    return example.isDocument ? (rule.id.rawValue, example.text) : nil
  }
}
