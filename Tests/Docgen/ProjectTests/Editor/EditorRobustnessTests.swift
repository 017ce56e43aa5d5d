import Foundation
import TestTools
import Testing

/// Messages that no editor should send: each request gets a response, and the session continues.
@Suite struct EditorRobustnessTests {
  private static let methods = [
    "textDocument/hover", "textDocument/definition", "textDocument/completion",
    "textDocument/codeAction", "textDocument/diagnostic", "workspace/diagnostic",
    "workspace/executeCommand", "initialize",
  ]
  private static let notifications = [
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
    "textDocument/didClose", "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders", "$/cancelRequest", "initialized",
  ]

  private func params(_ client: EditorClient) -> EditorClient.Object {
    let position = ["line": 4, "character": 9]
    let range = ["start": position, "end": position]
    return [
      "textDocument": [
        "uri": client.uri("docs/a.md"), "version": 3, "languageId": "markdown",
        "text": SmallProject.page,
      ],
      "position": position, "range": range,
      "context": ["diagnostics": [Any](), "only": ["quickfix"]],
      "contentChanges": [["range": range, "text": "😀`Door"]], "id": 7,
      "changes": [["uri": client.uri("docs/a.md"), "type": 1]],
      "event": ["added": [["uri": client.uri("docs"), "name": "a"]], "removed": [Any]()],
      "command": "docgen.applyEdit", "arguments": [["changes": [String: Any]()]],
      "previousResultIds": [["uri": "a", "value": "b"]],
      "capabilities": EditorClient.everything,
    ]
  }

  /// A random value of a wrong type or with wrong content.
  private static func strange(_ random: inout SeededRandom) -> Any {
    let values: [Any] = [
      NSNull(), true, -1, 0, 1.5, 4_294_967_295, Int.max, Int.min, 1e300, "", "file:///", "\u{0}",
      "😀", "file:///%ZZ", [Any](), [String: Any](), [[[Any]()]], ["line": -1],
      ["line": Int.max, "character": Int.max], String(repeating: "`", count: 4000),
    ]
    return values.randomElement(using: &random) ?? NSNull()
  }

  /// A value with a random part replaced, removed or duplicated.
  private static func mutated(_ value: Any, _ random: inout SeededRandom) -> Any {
    if Int.random(in: 0..<5, using: &random) == 0 { return strange(&random) }
    if var object = value as? EditorClient.Object,
      let key = object.keys.sorted().randomElement(using: &random)
    {
      if Int.random(in: 0..<4, using: &random) == 0 {
        object[key] = nil
      } else {
        object[key] = mutated(object[key] ?? NSNull(), &random)
      }
      return object
    }
    if var list = value as? [Any], let index = list.indices.randomElement(using: &random) {
      if Bool.random(using: &random) { list.append(list[index]) }
      list[index] = mutated(list[index], &random)
      return list
    }
    return strange(&random)
  }

  @Test(arguments: 0..<4) func `randomly changed messages do not crash`(_ seed: Int)
    throws
  {
    let project = try SmallProject()
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open("docs/a.md")
    var random = SeededRandom(UInt64(seed))
    for _ in 0..<rounds("EDITOR_MUTATIONS", 150) {
      var params: Any = params(client)
      for _ in 0...Int.random(in: 0..<3, using: &random) { params = Self.mutated(params, &random) }
      let message: EditorClient.Object
      if Bool.random(using: &random) {
        message = [
          "method": Self.notifications.randomElement(using: &random) ?? "", "params": params,
        ]
        try client.send(message)
      } else {
        let method = Self.methods.randomElement(using: &random) ?? ""
        let id = Int.random(in: 1_000_000..<9_000_000, using: &random)
        try client.send(["id": id, "method": method, "params": params])
        let answer = try client.answer(to: id, method)
        #expect(answer["result"] != nil || answer["error"] != nil)
      }
    }
    #expect(try client.end() == 0)
  }

  @Test func `randomly changed bytes do not crash`() throws {
    let project = try SmallProject()
    let client = try EditorClient(project.folder)
    try client.start()
    var random = SeededRandom(7)
    let message = try JSONSerialization.data(
      withJSONObject: [
        "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params(client),
      ])
    for _ in 0..<rounds("EDITOR_MUTATIONS", 300) {
      var bytes = message
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try client.send(raw: Data("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
    }
    #expect(try client.end() == 0)
  }

  @Test func `documents of any kind are accepted`() throws {
    let project = try SmallProject()
    let client = try EditorClient(project.folder)
    try client.start()
    let texts = [
      "", "\u{FEFF}# a", "\u{0}", String(repeating: "> ", count: 3000), "```mermaid",
      "<!-- docgen:begin", String(repeating: "<!-- docgen:begin sequence -->\n", count: 200),
      "```mermaid\nstateDiagram-v2\n" + String(repeating: "state a {\n", count: 500),
      "a\rb\r\nc\u{2028}d", String(repeating: "`a", count: 3000),
    ]
    for (index, text) in texts.enumerated() {
      let path = "docs/\(index).md"
      try client.open(path, text)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in [0, lines.count - 1, lines.count] {
        for character in [0, 1, 20] {
          let params: EditorClient.Object = [
            "textDocument": ["uri": client.uri(path)],
            "position": ["line": line, "character": character],
          ]
          _ = try client.request("textDocument/completion", params)
          _ = try client.request("textDocument/hover", params)
        }
      }
    }
    #expect(try client.end() == 0)
  }

  @Test func `a session ends with its editor, even if the stream stays open`() throws {
    let editor = Process()
    editor.executableURL = URL(fileURLWithPath: "/bin/sh")
    editor.arguments = ["-c", "exit 0"]
    try editor.run()
    editor.waitUntilExit()
    let project = try SmallProject()
    let client = try EditorClient(project.folder)
    _ = try client.request(
      "initialize",
      ["processId": editor.processIdentifier, "capabilities": [String: Any]()])
    try client.notify("initialized")
    #expect(client.exitCode() == 1)
  }
}
