import Foundation
import Testing

/// A complete editor session, including its findings.
@Suite struct EditorSessionTests {
  private let project: SmallProject
  private let page = "docs/a.md"

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
  }

  private func rules(_ diagnostics: [EditorClient.Object]) -> [String] {
    diagnostics.compactMap { $0["code"] as? String }
  }

  private func start(_ diagnostics: [EditorClient.Object]) throws -> [Int] {
    let range = try #require(diagnostics.first?["range"] as? [String: [String: Int]])
    return [range["start"]?["line"] ?? -1, range["start"]?["character"] ?? -1]
  }

  // MARK: - Beginning and end

  @Test func `a session begins and ends according to the protocol`() throws {
    let client = try EditorClient(project.folder)
    #expect(try client.refusal("textDocument/hover") == -32002)
    let result = try client.start()
    #expect((result["serverInfo"] as? [String: String])?["name"] == "docgen")
    let registration = try client.notification("client/registerCapability")
    #expect("\(registration)".contains("workspace/didChangeWatchedFiles"))
    #expect(try client.refusal("initialize", [:]) == -32600)
    #expect(try client.refusal("textDocument/unheard") == -32601)
    #expect(try client.refusal("$/unheard") == -32601)
    try client.notify("$/unheard")
    try client.notify("unheard/of")
    #expect(try client.end() == 0)
  }

  @Test func `after shutdown nothing is answered`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    #expect(try client.request("shutdown") is NSNull)
    #expect(try client.refusal("textDocument/hover") == -32600)
    try client.send(["method": "exit"])
    #expect(client.exitCode() == 0)
  }

  @Test func `an editor that exits without a message ends the session with 1`() throws {
    let exits = try EditorClient(project.folder)
    try exits.start()
    try exits.send(["method": "exit"])
    #expect(exits.exitCode() == 1)
    let dies = try EditorClient(project.folder)
    try dies.start()
    try dies.closeInput()
    #expect(dies.exitCode() == 1)
  }

  @Test func `an invalid message is answered with the reason, and the next one is read`() throws {
    let client = try EditorClient(project.folder)
    try client.send(raw: Data("Content-Length: 9\r\n\r\n{\"a\": 1,}".utf8))
    _ = try client.error(withoutID: -32700)
    try client.send(raw: Data("Content-Length: 2\r\n\r\n[]".utf8))
    _ = try client.error(withoutID: -32600)
    try client.send(raw: Data("Content-Longth: 2\r\n\r\n".utf8))
    _ = try client.error(withoutID: -32700)
    try client.start()
    #expect(try client.refusal("textDocument/diagnostic", ["textDocument": 3]) == -32602)
    #expect(try client.end() == 0)
  }

  @Test(arguments: [(["utf-8", "utf-16"], "utf-8"), (["utf-16"], "utf-16"), ([], "utf-16")])
  func `positions are counted in the unit that the client offers`(
    _ offered: [String], _ chosen: String
  ) throws {
    let client = try EditorClient(project.folder)
    let general = offered.isEmpty ? [:] : ["positionEncodings": offered]
    let result = try client.start(["general": general])
    let capabilities = try #require(result["capabilities"] as? EditorClient.Object)
    #expect(capabilities["positionEncoding"] as? String == chosen)
    try client.open(page, "“😀” `performSink()`\n")
    #expect(try start(client.diagnostics(page)) == [0, chosen == "utf-8" ? 12 : 6])
    #expect(try client.end() == 0)
  }

  // MARK: - Findings

  @Test func `findings follow unsaved text`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open(page)
    #expect(try client.diagnostics(page, version: 1).isEmpty)
    let text = try project.text(page)
    try client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": client.uri(page), "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 0, "character": 2], "end": ["line": 0, "character": 6],
            ], "text": "😀\r\n\r\n`DoorMachine.hinges`",
          ]
        ],
      ])
    let found = try client.diagnostics(page, version: 2)
    #expect(rules(found) == ["unknown-symbol"])
    #expect(try start(found) == [2, 1])
    #expect(found.first?["severity"] as? Int == 1)
    #expect(found.first?["source"] as? String == "docgen")
    try client.change(page, to: text, version: 3)
    #expect(try client.diagnostics(page, version: 3).isEmpty)
    #expect(try project.text(page) == text)
    #expect(try client.end() == 0)
  }

  @Test func `a finding has the places of declarations and observations`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    let text = try project.text(page).replacing("closed --> open", with: "open --> closed")
    try client.open(page, text)
    let found = try client.diagnostics(page, version: 1)
    #expect(rules(found) == ["hand-edited-region"])
    let related = try #require(found.first?["relatedInformation"] as? [EditorClient.Object])
    #expect(related.allSatisfy { $0["location"] != nil && $0["message"] != nil })
    let drawn = """
      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
          [*] --> open
          closed --> open: pushed
      ```
      """
    try client.change(page, to: drawn, version: 2)
    let wrong = try client.diagnostics(page, version: 2)
    #expect(rules(wrong) == ["wrong-start"])
    #expect("\(wrong)".contains("Sources/App/Door.swift"))
    #expect(try client.end() == 0)
  }

  @Test func `published findings cover pages and sources that are not open`() throws {
    try project.write("# B\n\n`DoorMachine.hinges`\n", to: "docs/b.md")
    try project.write("struct Broken {\n", to: "Sources/App/Broken.swift")
    let client = try EditorClient(project.folder)
    try client.start()
    #expect(rules(try client.diagnostics("docs/b.md")) == ["unknown-symbol"])
    #expect(rules(try client.diagnostics("Sources/App/Broken.swift")) == ["swift-syntax"])
    // After the code changes, the right width is wrong and the wrong one right.
    try client.open(page)
    #expect(try client.diagnostics(page).isEmpty)
    try project.write(
      SmallProject.source.replacing("width = 90", with: "hinges = 3"),
      to: "Sources/App/Door.swift")
    try project.write("struct Broken {}\n", to: "Sources/App/Broken.swift")
    try project.write(
      SmallProject.trace.replacing("pushed", with: "kicked"), to: "traces/open.jsonl")
    try client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": client.uri("Sources/App/Door.swift"), "type": 2]]])
    #expect(try client.diagnostics("docs/b.md") { $0.isEmpty }.isEmpty)
    #expect(try client.diagnostics("Sources/App/Broken.swift").isEmpty)
    #expect(rules(try client.diagnostics(page) { !$0.isEmpty }).contains("stale-region"))
    #expect(try client.end() == 0)
  }

  @Test func `an unsaved new page counts as a document, and so do its headings`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open(page, "[there](b.md#one)\n")
    #expect(rules(try client.diagnostics(page, version: 1)) == ["broken-link"])
    try project.write("# Two\n", to: "docs/b.md")
    try client.open("docs/b.md")
    #expect(try client.diagnostics("docs/b.md").isEmpty)
    try client.change("docs/b.md", to: "# One\n", version: 2)
    #expect(try client.diagnostics(page) { $0.isEmpty }.isEmpty)
    try client.open("docs/new.md", "`DoorMachine.hinges`\n")
    #expect(rules(try client.diagnostics("docs/new.md")) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test func `a closed page has its text from the disk`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open(page, "`DoorMachine.hinges`\n")
    #expect(rules(try client.diagnostics(page, version: 1)) == ["unknown-symbol"])
    try client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri(page)]])
    #expect(try client.diagnostics(page) { $0.isEmpty }.isEmpty)
    #expect(try client.end() == 0)
  }

  @Test func `diagram files are read too, wherever they are`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open("a.mmd", "stateDiagram-v2\n    a --> \n")
    #expect(rules(try client.diagnostics("a.mmd")) == ["mermaid-syntax"])
    try client.change("a.mmd", to: "stateDiagram-v2\n    a --> b\n", version: 2)
    #expect(try client.diagnostics("a.mmd", version: 2).isEmpty)
    #expect(try client.end() == 0)
  }

  @Test func `a wrong configuration is reported in its file, and reread once fixed`()
    throws
  {
    let right = try project.text(".docgen.json")
    try project.write("{ \"dokuments\": [] }\n", to: ".docgen.json")
    let client = try EditorClient(project.folder)
    try client.start()
    let found = try client.diagnostics(".docgen.json")
    #expect(rules(found) == ["configuration"])
    #expect(try start(found) == [0, 2])
    try client.open(page, "`DoorMachine.hinges`\n")
    try project.write(right, to: ".docgen.json")
    try client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": client.uri(".docgen.json"), "type": 2]]])
    #expect(rules(try client.diagnostics(page)) == ["unknown-symbol"])
    #expect(try client.diagnostics(".docgen.json").isEmpty)
    #expect(try client.end() == 0)
  }

  @Test func `a client that requests findings gets them only in responses`() throws {
    var capabilities = EditorClient.everything
    capabilities["textDocument"] = ["diagnostic": ["dynamicRegistration": false]]
    let client = try EditorClient(project.folder)
    let result = try client.start(capabilities)
    #expect((result["capabilities"] as? EditorClient.Object)?["diagnosticProvider"] != nil)
    try client.open(page, "`DoorMachine.hinges`\n")
    func report(_ previous: String?) throws -> EditorClient.Object {
      var params: EditorClient.Object = ["textDocument": ["uri": client.uri(page)]]
      params["previousResultId"] = previous
      return try #require(
        client.request("textDocument/diagnostic", params) as? EditorClient.Object)
    }
    let first = try report(nil)
    #expect(first["kind"] as? String == "full")
    #expect(rules(try #require(first["items"] as? [EditorClient.Object])) == ["unknown-symbol"])
    let second = try report(first["resultId"] as? String)
    #expect(second["kind"] as? String == "unchanged" && second["items"] == nil)
    try client.change(page, to: "Nothing.\n", version: 2)
    #expect((try report(first["resultId"] as? String)["items"] as? [Any])?.isEmpty == true)
    let all = try client.request("workspace/diagnostic", ["previousResultIds": [Any]()])
    let items = try #require((all as? EditorClient.Object)?["items"] as? [EditorClient.Object])
    #expect(items.contains { $0["uri"] as? String == client.uri(page) })
    #expect(try client.end() == 0)
  }

  @Test func `a request that is cancelled is answered as such`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open(page)
    let id = try client.begin(
      "textDocument/diagnostic", ["textDocument": ["uri": client.uri(page)]])
    try client.notify("$/cancelRequest", ["id": id])
    let answer = try client.answer(to: id)
    // It may have been done before.
    let code = (answer["error"] as? EditorClient.Object)?["code"] as? Int
    #expect(code == -32800 || answer["result"] != nil)
    try client.notify("$/cancelRequest", ["id": 99])
    #expect(try client.end() == 0)
  }
}
