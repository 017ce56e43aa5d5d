import Foundation
import Testing

/// Hovers and definitions for everything that a page can contain.
@Suite struct EditorKnowledgeTests {
  private static let page = """
    # Door

    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
        [*] --> closed
        closed --> open: pushed
    ```

    <!-- docgen:verify sequence scenarios="open" -->
    ```mermaid
    sequenceDiagram
        participant U as User
        participant Door
        U->>Door: push()
    ```

    <!-- docgen:verify class-diagram partial -->
    ```mermaid
    classDiagram
        class DoorMachine {
            +apply(event)
        }
    ```

    <!-- docgen:verify table machine=Door -->
    | From | Trigger | To |
    |---|---|---|
    | `closed` | `pushed` | `open` |

    It is <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> wide; see `DoorMachine.width`,
    `Sources/App/Door.swift:4`, `open` and [the top](#door) or [b](b.md#two).
    """

  private let project: SmallProject
  private let client: EditorClient
  private let path = "docs/a.md"

  init() throws {
    project = try SmallProject()
    try project.write(Self.page, to: path)
    try project.write("# One\n\n## Two\n", to: "docs/b.md")
    client = try EditorClient(project.folder)
    try client.start()
    try client.open(path)
  }

  private func hover(_ text: String, offset: Int = 0) throws -> String {
    let place = try client.place(text, in: path, of: Self.page, offset: offset)
    let result = try client.request("textDocument/hover", place)
    let contents = (result as? EditorClient.Object)?["contents"] as? EditorClient.Object
    return contents?["value"] as? String ?? ""
  }

  /// `Sources/App/Door.swift:3`, counted from 1.
  private func targets(_ text: String, offset: Int = 0) throws -> [String] {
    let place = try client.place(text, in: path, of: Self.page, offset: offset)
    let result = try client.request("textDocument/definition", place)
    return (result as? [EditorClient.Object] ?? []).compactMap { location in
      guard let uri = location["uri"] as? String,
        let range = location["range"] as? [String: [String: Int]], let start = range["start"]
      else { return nil }
      let file = uri.replacing(client.uri("") + "/", with: "")
      return "\(file):\((start["line"] ?? 0) + 1)"
    }
  }

  private static let source = "Sources/App/Door.swift"
  private static let states = "\(source):2"

  @Test func `a diagram's states, steps and triggers`() throws {
    #expect(try hover("closed --> open").contains("case closed"))
    #expect(try targets("closed --> open") == [Self.states])
    let step = try hover("closed --> open", offset: 7)
    #expect(step.contains("transition `closed --> open` of `Door`"))
    #expect(step.contains("declared `pushed`"))
    #expect(step.contains("observed once, first in `open`"))
    #expect(step.contains("traces/open.jsonl:4"))
    #expect(try targets("closed --> open", offset: 7) == ["\(Self.source):9"])
    #expect(try hover("pushed\n").contains("case pushed"))
    #expect(try targets("pushed\n").contains("\(Self.source):3"))
    #expect(try hover("[*]").contains("the machine begins here"))
  }

  @Test func `a diagram's participants and messages`() throws {
    #expect(try hover("U as User").contains("takes part in 1 scenario"))
    let message = try hover("push()")
    #expect(message.contains("message `push()` from `User` to `Door`"))
    #expect(message.contains("observed once, first in `open`"))
    #expect(message.contains("traces/open.jsonl:3"))
  }

  @Test func `a diagram's classes and members`() throws {
    #expect(try targets("class DoorMachine", offset: 7) == ["\(Self.source):1"])
    #expect(try hover("+apply(event)", offset: 3).contains("mutating func apply(_ event: Event)"))
    #expect(try targets("+apply(event)", offset: 3) == ["\(Self.source):7"])
  }

  @Test func `the cells of a table`() throws {
    let cell = try hover("`closed` |", offset: 2)
    #expect(cell.contains("transition `closed --> open`") && cell.contains("From: `closed`"))
    #expect(try targets("`open` |", offset: 2).contains("\(Self.source):9"))
  }

  @Test func `values, names, files and states in inline code`() throws {
    let value = try hover("90<")
    #expect(value.contains("static let width") && value.contains("now 90"))
    #expect(try hover("docgen:value", offset: 20).contains("now 90"))
    #expect(try hover("`DoorMachine.width`", offset: 5).contains("now 90"))
    #expect(try targets("90<") == ["\(Self.source):4"])
    #expect(try targets("docgen:value", offset: 20) == ["\(Self.source):4"])
    #expect(try targets("`DoorMachine.width`", offset: 5) == ["\(Self.source):4"])
    #expect(try targets("`Sources/App", offset: 4) == ["\(Self.source):4"])
    #expect(try hover("`open` and", offset: 2).contains("state `open` of `Door`"))
    #expect(try targets("`open` and", offset: 2) == [Self.states])
  }

  @Test func `links and markers`() throws {
    #expect(try targets("#door") == ["docs/a.md:1"])
    #expect(try targets("b.md#two") == ["docs/b.md:3"])
    #expect(try hover("state-diagram machine").contains("every transition in the code or"))
    #expect(try hover("machine=Door").contains("the machine's name"))
    let machine = try hover("machine=Door", offset: 9)
    #expect(machine.contains("2 states, 1 event, 1 transition;"))
    #expect(try targets("machine=Door", offset: 9) == ["\(Self.source):1"])
    #expect(try targets("\"open\"", offset: 2) == ["traces/open.jsonl:1"])
  }

  @Test func `words and places outside of the page have no hover`() throws {
    #expect(try hover("It is").isEmpty && targets("It is").isEmpty)
    for position in [["line": 900, "character": 3], ["line": 2, "character": 9000]] {
      let params: EditorClient.Object = [
        "textDocument": ["uri": client.uri(path)], "position": position,
      ]
      _ = try client.request("textDocument/hover", params)
      _ = try client.request("textDocument/definition", params)
      _ = try client.request("textDocument/completion", params)
    }
    let place: EditorClient.Object = ["line": -1, "character": 0]
    let params: EditorClient.Object = [
      "textDocument": ["uri": client.uri(path)], "position": place,
    ]
    #expect(try client.refusal("textDocument/hover", params) == -32602)
    let other: EditorClient.Object = [
      "textDocument": ["uri": "untitled:1"], "position": ["line": 0, "character": 0],
    ]
    #expect(try client.request("textDocument/hover", other) is NSNull)
  }

  @Test func `an editor without Markdown gets plain text, one with links gets the origin`()
    throws
  {
    let plain = try EditorClient(project.folder)
    try plain.start(["textDocument": ["definition": ["linkSupport": true]]])
    try plain.open(path)
    let place = try plain.place("closed --> open", in: path, of: Self.page)
    let hover = try plain.request("textDocument/hover", place) as? EditorClient.Object
    let contents = try #require(hover?["contents"] as? [String: String])
    #expect(contents["kind"] == "plaintext" && contents["value"]?.contains("`") == false)
    let links = try plain.request("textDocument/definition", place) as? [EditorClient.Object]
    #expect(links?.first?["targetUri"] as? String == plain.uri(Self.source))
    #expect(links?.first?["originSelectionRange"] != nil)
  }
}
