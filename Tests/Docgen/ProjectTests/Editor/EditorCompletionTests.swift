import Foundation
import Testing

/// The completions that an editor offers; `|` marks the cursor.
@Suite struct EditorCompletionTests {
  private let project: SmallProject
  private let client: EditorClient
  private let path = "docs/a.md"

  init() throws {
    project = try SmallProject()
    client = try EditorClient(project.folder)
    try client.start()
    try client.open(path, "")
  }

  private struct Offer {
    var labels: [String]
    /// The line after accepting the first completion.
    var taken: String
    var isIncomplete: Bool
  }

  private func offer(_ text: String, at mark: String = "|") throws -> Offer {
    let parts = text.components(separatedBy: mark)
    try #require(parts.count == 2)
    let whole = parts.joined()
    try client.change(path, to: whole, version: 2)
    let lines = parts[0].components(separatedBy: "\n")
    let result = try client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": client.uri(path)],
        "position": ["line": lines.count - 1, "character": lines[lines.count - 1].utf16.count],
      ])
    let list = try #require(result as? EditorClient.Object)
    let items = try #require(list["items"] as? [EditorClient.Object])
    var taken = ""
    if let edit = items.first?["textEdit"] as? EditorClient.Object,
      let range = edit["range"] as? [String: [String: Int]], let new = edit["newText"] as? String,
      let start = range["start"]?["character"], let end = range["end"]?["character"]
    {
      let line = Array(whole.components(separatedBy: "\n")[lines.count - 1].utf16)
      taken = String(decoding: line[..<start], as: UTF16.self) + new
      taken += String(decoding: line[end...], as: UTF16.self)
    }
    return Offer(
      labels: items.compactMap { $0["label"] as? String }, taken: taken,
      isIncomplete: list["isIncomplete"] as? Bool ?? false)
  }

  @Test(arguments: [
    ("<!-- |", "docgen:begin"), ("<!-- docgen:v|", "docgen:verify"),
    ("<!-- docgen:begin |", "state-diagram"), ("<!-- docgen:verify se|", "sequence"),
    ("<!-- docgen:begin state-diagram |", "machine="),
    ("<!-- docgen:begin state-diagram machine=Door lab| -->", "labels="),
    ("<!-- docgen:begin state-diagram machine=|", "Door"),
    ("<!-- docgen:begin state-diagram labels=su|", "summaries"),
    ("<!-- docgen:begin state-diagram groups=\"all=cl|", "closed"),
    ("<!-- docgen:verify sequence scenarios=\"|", "open"),
    ("<!-- docgen:verify sequence scenarios=open participants=\"User, |", "Door"),
    ("<!-- docgen:verify sequence hide-messages=|", "push"),
    ("<!-- docgen:begin class-diagram types=\"Door|", "DoorMachine"),
    ("<!-- docgen:begin class-diagram modules=|", "App"),
    ("<!-- docgen:verify table rows=|", "values"),
    ("<!-- docgen:begin table values=\"DoorMachine.w|", "DoorMachine.width"),
    ("<!-- docgen:begin table metrics=Door|", "DoorMachine"),
    ("<!-- docgen:begin class-diagram members=|", "methods"),
    ("<!-- docgen:begin class-diagram members=cases,pro|", "properties"),
    ("<!-- docgen:begin class-diagram members=\"cases, properties, me|", "methods"),
    ("<!-- docgen:begin class-diagram types=Door relations=\"uses, inh|", "inherits"),
    ("<!-- docgen:begin class-diagram relations=\"inherits |\" -->", "none"),
    ("<!-- docgen:begin class-diagram hide-members=\"width, app|", "apply"),
    ("<!-- docgen:begin snippet symbol=DoorMachine.ap|", "apply(_:)"),
    ("<!-- docgen:begin snippet file=|", "Sources/App/Door.swift"),
    ("<!-- docgen:value DoorMachine.|", "DoorMachine.width"),
    ("<!-- docgen:value Door.st|", "Door.states.count"),
    ("<!-- docgen:disable unknown-sy|", "unknown-symbol"),
    ("<!-- docgen:disable unknown-symbol |", "reason="),
    ("> 😀 <!-- docgen:begin\n> sta|", "state-diagram"),
    ("a `Door|", "DoorMachine"), ("a `DoorMachine.wi|` b", "width"),
    ("😀 `DoorMachine.State.|", "closed"), ("`.clo|", ".closed"), ("`push|", "pushed"),
    ("`Sources/A|", "Sources/App/Door.swift"), ("`dmach|", "DoorMachine"),
  ])
  func `completion offers markers and names`(_ text: String, _ expected: String) throws {
    let offer = try offer(text)
    #expect(offer.labels.contains(expected), "\(offer.labels)")
  }

  @Test(arguments: [
    ("words |", "|"), ("`closed` |", "|"), ("<!-- a remark |", "|"), ("<!-- docgen:end -->|", "|"),
    ("```\n`Door#\n```", "#"), ("<!-- docgen:nothing |", "|"), ("|", "|"),
  ])
  func `places without completions offer none`(_ text: String, _ mark: String) throws {
    #expect(try offer(text, at: mark).labels.isEmpty)
  }

  @Test(arguments: [
    ("rows=values columns=\"#\" -->", "A b"), ("rows=values columns=\"A b=na#\" -->", "name"),
    ("machine=Door columns=\"A b=to; C=#", "event"), ("machine=Door columns=\"A#", "A b"),
    ("machine=Door rows=states columns=\"A b=state; C=pu#", "pushed"),
    ("type=DoorMachine columns=A=#", "access"),
  ])
  func `columns are completed from the table after the marker`(
    _ arguments: String, _ expected: String
  ) throws {
    let lines = [
      "<!-- docgen:verify table \(arguments)", "", "| A b | C |", "|---|---|", "| x | y |",
    ]
    for start in ["", "> "] {
      let text = lines.map { start + $0 + "\n" }.joined()
      let offer = try offer(text, at: "#")
      #expect(offer.labels.contains(expected), "\(offer.labels)")
    }
  }

  @Test func `headings with blanks are offered once, and inserted completely`() throws {
    let table = "\n\n| `From` | Next one | Why |\n|-|-|-|\n| closed | open | |\n"
    let marker = "<!-- docgen:verify table machine=Door columns="
    let first = try offer("\(marker)\"# -->\(table)", at: "#")
    #expect(first.labels == ["From", "Next one", "Why"])
    let second = try offer("\(marker)\"From=from; Next o#\" -->\(table)", at: "#")
    #expect(second.labels == ["Next one"])
    #expect(second.taken == "\(marker)\"From=from; Next one\" -->")
    let third = try offer("\(marker)\"From=from; Next one=#\" -->\(table)", at: "#")
    #expect(third.labels.contains("to") && !third.labels.contains("Why"), "\(third.labels)")
  }

  @Test func `each word of a list is offered once, and inserted separately`() throws {
    let offer = try offer("<!-- docgen:begin class-diagram members=\"cases, ca|\" -->")
    #expect(!offer.labels.contains("cases"), "\(offer.labels)")
    let other = try self.offer("<!-- docgen:begin class-diagram members=\"cases,prop|\" -->")
    #expect(other.labels == ["properties"])
    #expect(
      other.taken == "<!-- docgen:begin class-diagram members=\"cases,properties\" -->")
  }

  @Test func `a completion replaces exactly the existing text`() throws {
    #expect(try offer("😀 `DoorMachine.wi|` b").taken == "😀 `DoorMachine.width` b")
    #expect(
      try offer("“x” <!-- docgen:disable unknown-sym| -->").taken.hasSuffix("unknown-symbol -->"))
    #expect(try offer("<!-- docgen:ver|").taken == "<!-- docgen:verify $0 -->")
    #expect(try offer("<!-- docgen:ver| -->").taken == "<!-- docgen:verify -->")
    let bare = try offer("<!-- docgen:begin state-diagram mach|")
    #expect(bare.taken == "<!-- docgen:begin state-diagram machine=")
  }

  private func diagram(_ header: String, _ line: String, marker: String = "") throws -> [String] {
    try offer("\(marker)\n```mermaid\n\(header)\n\(line)\n```\n", at: "#").labels
  }

  @Test func `states, participants, messages, classes and members are completed in diagrams`()
    throws
  {
    #expect(try offer("```mermaid\n|\n```\n").labels.contains("stateDiagram-v2"))
    let machine = "<!-- docgen:verify state-diagram machine=Door -->"
    #expect(try diagram("stateDiagram-v2", "    [*] --> #", marker: machine).contains("closed"))
    #expect(try diagram("stateDiagram-v2", "    closed --> open: #", marker: machine) == ["pushed"])
    #expect(try diagram("stateDiagram-v2", "  cl# --> open").contains("closed"))
    let header = "sequenceDiagram\n  participant U as User"
    #expect(try diagram(header, "  U->>#") == ["U", "Door"])
    #expect(try diagram(header, "  U->>+D#").contains("Door"))
    #expect(try diagram(header, "  U->>Door: #") == ["push()"])
    #expect(try diagram(header, "  Door-->>U: #").isEmpty)
    #expect(try diagram(header, "  #").contains("loop"))
    #expect(try diagram("classDiagram", "  class Door#") == ["DoorMachine"])
    #expect(try diagram("classDiagram", "  A ..> Door#").contains("DoorMachine"))
    #expect(try diagram("classDiagram\n  class DoorMachine {", "    +ap#\n  }") == ["apply(event)"])
    #expect(try diagram("flowchart LR", "  a --> #").isEmpty)
  }

  @Test func `an editor without snippets gets plain text`() throws {
    let plain = try EditorClient(project.folder)
    try plain.start(["textDocument": [String: Any]()])
    try plain.open(path, "<!-- docgen:b")
    let result = try plain.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": plain.uri(path)], "position": ["line": 0, "character": 13],
      ])
    let items = (result as? EditorClient.Object)?["items"] as? [EditorClient.Object]
    let edit = items?.first?["textEdit"] as? EditorClient.Object
    #expect(edit?["newText"] as? String == "docgen:begin")
    #expect(items?.first?["insertTextFormat"] == nil)
  }
}
