import Foundation
import Testing

/// Checks the server's messages with independent implementations of the protocol: the types of
/// `lsprotocol` and the client `pygls` (both PyPI).
@Suite struct EditorShapeTests {
  private let project: SmallProject
  private let path = "docs/a.md"
  private static let page = """
    # Door

    <!-- docgen:begin state-diagram machine=Door -->
    <!-- docgen:end -->

    `DoorMachine` and `DoorMachine.widht`: see [it](#door).

    ```mermaid
    stateDiagram-v2
        closed --> open
    ```

    """

  init() throws {
    project = try SmallProject()
    try project.write(Self.page, to: path)
  }

  private func script(_ name: String, _ words: [String]) throws -> Outcome {
    let script = Tool.package.appendingPathComponent("Tests/Docgen/ProjectTests/Schemas/\(name)")
    return try Tool.run(TraceCommandTests.python, [script.path] + words, in: project.folder)
  }

  /// Sends each kind of request once.
  private func session(_ capabilities: EditorClient.Object, pulls: Bool) throws
    -> [EditorClient.Object]
  {
    let client = try EditorClient(project.folder)
    try client.start(capabilities)
    try client.open(path)
    if !pulls { _ = try client.diagnostics(path, version: nil) { !$0.isEmpty } }
    let document: EditorClient.Object = ["textDocument": ["uri": client.uri(path)]]
    for (text, offset) in [("DoorMachine", 3), ("machine=Door", 9), ("#door", 2), ("Door\n", 1)] {
      let place = try client.place(text, in: path, of: Self.page, offset: offset)
      for method in ["hover", "definition", "completion"] {
        _ = try client.request("textDocument/\(method)", place)
      }
    }
    let range = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
    var actions = document
    actions["range"] = range
    actions["context"] = ["diagnostics": [Any]()]
    let offered = try client.request("textDocument/codeAction", actions)
    #expect((offered as? [Any])?.count ?? 0 > 3)
    if let command = (offered as? [EditorClient.Object])?.first?["command"] as? String {
      let first = (offered as? [EditorClient.Object])?.first?["arguments"] ?? []
      let params: EditorClient.Object = ["command": command, "arguments": first]
      #expect(try client.request("workspace/executeCommand", params) is NSNull)
      _ = try client.notification("workspace/applyEdit")
    }
    _ = try client.request("textDocument/codeLens", document)
    if pulls {
      _ = try client.request("textDocument/diagnostic", document)
      _ = try client.request("workspace/diagnostic", ["previousResultIds": [Any]()])
    }
    #expect(try client.refusal("textDocument/hover", [:]) == -32602)
    #expect(try client.end() == 0)
    return client.transcript
  }

  @Test func `every message is of the type that the protocol has for it`() throws {
    var everything = EditorClient.everything
    everything["textDocument"] = (everything["textDocument"] as? EditorClient.Object)?.merging(
      ["diagnostic": [String: Any](), "definition": ["linkSupport": true]]) { one, _ in one }
    let transcript =
      try session(EditorClient.everything, pulls: false)
      + session([:], pulls: false) + session(everything, pulls: true)
    let lines = try transcript.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    try project.write(lines.joined(separator: "\n") + "\n", to: "transcript.jsonl")
    let file = project.folder.appendingPathComponent("transcript.jsonl").path
    let outcome = try script("check_lsp.py", [file])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output == "\(transcript.count) messages\n" && transcript.count > 50)
    // Shows that the check notices a key that the protocol does not have.
    let wrong = lines[0].replacing("\"serverInfo\"", with: "\"serverinfo\"")
    try #require(wrong != lines[0])
    try project.write(wrong + "\n", to: "transcript.jsonl")
    #expect(try script("check_lsp.py", [file]).code == 1)
  }

  @Test func `another client implementation finds everything`() throws {
    let outcome = try script("use_lsp.py", [Tool.docgen.path, project.folder.path])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.output == """
        server docgen
        findings loose-diagram stale-region unknown-symbol
        hover True
        definition Door.swift 0
        completion True
        actions True
        exit 0

        """, "\(outcome)")
  }
}
