import Foundation
import Testing

/// The code actions on a page: each is applied, and the page is checked again.
@Suite struct EditorActionTests {
  private let project: SmallProject
  private let client: EditorClient
  private let path = "docs/a.md"

  init() throws {
    project = try SmallProject()
    client = try EditorClient(project.folder)
    try client.start()
    try client.open(path, "")
  }

  /// The actions at the first character of a text.
  private func actions(_ page: String, at text: String, only: [String]? = nil) throws
    -> [EditorClient.Object]
  {
    try client.change(path, to: page, version: 2)
    let place = try client.place(text, in: path, of: page)
    var context: EditorClient.Object = ["diagnostics": [Any]()]
    context["only"] = only
    let position = try #require(place["position"])
    let result = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": client.uri(path)],
        "range": ["start": position, "end": position], "context": context,
      ])
    return try #require(result as? [EditorClient.Object])
  }

  /// The page after applying an action's edits by the rules of the protocol.
  private func carryOut(_ title: String, of actions: [EditorClient.Object], on page: String) throws
    -> String
  {
    let action = try #require(
      actions.first { ($0["title"] as? String)?.hasPrefix(title) == true },
      "\(actions.compactMap { $0["title"] })")
    let edit = try #require(action["edit"] as? EditorClient.Object)
    let document = try #require((edit["documentChanges"] as? [EditorClient.Object])?.first)
    let identity = try #require(document["textDocument"] as? EditorClient.Object)
    #expect(identity["uri"] as? String == client.uri(path) && identity["version"] as? Int == 2)
    var lines = page.components(separatedBy: "\n").map { Array($0.utf16) }
    for edit in try #require(document["edits"] as? [EditorClient.Object]).reversed() {
      let range = try #require(edit["range"] as? [String: [String: Int]])
      let (start, end) = (try #require(range["start"]), try #require(range["end"]))
      let (first, last) = (start["line"] ?? 0, end["line"] ?? 0)
      let head = lines[first][..<(start["character"] ?? 0)]
      let tail = last < lines.count ? lines[last][(end["character"] ?? 0)...] : []
      let text = String(decoding: head, as: UTF16.self) + (edit["newText"] as? String ?? "")
      let changed = (text + String(decoding: tail, as: UTF16.self)).components(separatedBy: "\n")
      lines.replaceSubrange(
        first...min(last, lines.count - 1), with: changed.map { Array($0.utf16) })
    }
    return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
  }

  /// The rules that report something after the page has changed to `page`.
  private func rules(_ page: String, version: Int = 3) throws -> [String] {
    try client.change(path, to: page, version: version)
    return try client.diagnostics(path, version: version).compactMap { $0["code"] as? String }
  }

  private var generated: String {
    get throws {
      #expect(try project.docgen("generate").code == 0)
      return try project.text(path)
    }
  }

  @Test func `a region and a page are generated`() throws {
    let expected = try generated
    for title in ["Generate this region", "Generate all regions"] {
      let offered = try actions(SmallProject.page, at: "docgen:begin")
      #expect(try carryOut(title, of: offered, on: SmallProject.page) == expected)
    }
    let first = try #require(try actions(SmallProject.page, at: "docgen:begin").first)
    #expect(first["kind"] as? String == "quickfix" && first["isPreferred"] as? Bool == true)
    #expect((first["diagnostics"] as? [Any])?.count == 1)
    #expect(try actions(expected, at: "docgen:begin").isEmpty)
  }

  @Test func `a region is generated even if another cannot be`() throws {
    let wrong = "<!-- docgen:begin state-diagram machine=Window -->\n<!-- docgen:end -->\n"
    let page = SmallProject.page + "\n" + wrong
    let changed = try carryOut(
      "Generate this region", of: actions(page, at: "docgen:begin"), on: page)
    #expect(changed.contains("closed --> open: pushed") && changed.hasSuffix(wrong))
  }

  @Test func `an edit by hand is discarded, or kept as a verified block`() throws {
    let expected = try generated
    let edited = expected.replacing("closed --> open: pushed", with: "closed --> open: kicked")
    let offered = try actions(edited, at: "closed --> open")
    #expect(!offered.contains { $0["title"] as? String == "Generate this region" })
    #expect(try carryOut("Discard the edit", of: offered, on: edited) == expected)
    let kept = try carryOut("Keep the edit", of: offered, on: edited)
    #expect(kept.contains("docgen:verify state-diagram") && !kept.contains("docgen:end"))
    #expect(try rules(kept) == ["transition-label"])
  }

  @Test func `similar names are offered one by one, proven values all at once`() throws {
    let page = """
      “😀” `DoorMachine.widht` is
      <!-- docgen:value DoorMachine.width -->80<!-- /docgen:value --> wide.

      """
    let one = try carryOut("Replace with", of: actions(page, at: "DoorMachine.widht"), on: page)
    #expect(one == page.replacing("widht", with: "width"))
    let value = try carryOut("Write 90", of: actions(page, at: "80"), on: page)
    #expect(value == page.replacing("80", with: "90"))
    let all = try actions(page, at: "is", only: ["source.fixAll"])
    #expect(all.compactMap { $0["kind"] as? String } == ["source.fixAll.docgen"])
    let fixed = try carryOut("Apply safe fixes", of: all, on: page)
    #expect(fixed == page.replacing("80", with: "90"))
  }

  @Test(arguments: [
    "# A\n\nSee `DoorMachine.hinges` there.\n", "- a\n- see `DoorMachine.hinges`\n- c\n",
    "> see `DoorMachine.hinges`\n", "# `DoorMachine.hinges`\n",
    "| a |\n|---|\n| `DoorMachine.hinges` |\n",
  ])
  func `a rule is disabled at its finding, and a reason is required`(_ page: String)
    throws
  {
    let offered = try actions(page, at: "DoorMachine.hinges")
    let changed = try carryOut("Disable `unknown-symbol`", of: offered, on: page)
    // Without a reason the finding stays, and the marker gets another one.
    try client.change(path, to: changed, version: 3)
    let reported = try client.diagnostics(path, version: 3)
    #expect(
      reported.compactMap { $0["code"] as? String }.sorted() == [
        "malformed-marker", "unknown-symbol",
      ])
    #expect(reported.contains { ($0["message"] as? String)?.contains("gives no reason") == true })
    let reasoned = changed.replacing("reason=\"\"", with: "reason=\"it will be there\"")
    #expect(reasoned != changed)
    #expect(try rules(reasoned, version: 4) == [])
  }

  /// The first action for an unknown name, with the range of its edit.
  private func disabling(_ client: EditorClient) throws -> EditorClient.Object {
    let page = "# A 😀\n\n- see 😀 `DoorMachine.hinges`\n"
    try client.open(path, page)
    let place = ["line": 2, "character": 14]
    let result = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": client.uri(path)], "range": ["start": place, "end": place],
        "context": ["diagnostics": [Any]()],
      ])
    return try #require(
      (result as? [EditorClient.Object])?.first {
        ($0["title"] as? String)?.hasPrefix("Disable") == true
      })
  }

  private static let place = ["line": 2, "character": 73]

  @Test func `an editor with snippets in edits moves to the reason`() throws {
    var capabilities = EditorClient.everything
    capabilities["workspace"] = [
      "workspaceEdit": ["documentChanges": true, "snippetEditSupport": true]
    ]
    let client = try EditorClient(project.folder)
    try client.start(capabilities)
    let action = try disabling(client)
    let edit = try #require(action["edit"] as? EditorClient.Object)
    let document = try #require((edit["documentChanges"] as? [EditorClient.Object])?.first)
    let change = try #require((document["edits"] as? [EditorClient.Object])?.first)
    let snippet = try #require(change["snippet"] as? [String: String])
    #expect(
      snippet == [
        "kind": "snippet",
        "value": " <!-- docgen:disable unknown-symbol reason=\"$0\" -->",
      ])
    #expect(change["newText"] == nil && action["command"] == nil)
  }

  @Test func `an editor that shows places moves there by a command`() throws {
    let client = try EditorClient(project.folder)
    try client.start(
      EditorClient.everything.merging(["window": ["showDocument": ["support": true]]]) { $1 })
    let action = try disabling(client)
    let command = try #require(action["command"] as? EditorClient.Object)
    #expect(action["edit"] != nil)
    #expect(
      try client.request(
        "workspace/executeCommand",
        ["command": command["command"] ?? "", "arguments": command["arguments"] ?? []]) is NSNull)
    let shown = try client.notification("window/showDocument")
    #expect(shown["uri"] as? String == client.uri(path) && shown["takeFocus"] as? Bool == true)
    let range = shown["selection"] as? [String: [String: Int]]
    #expect(range == ["start": Self.place, "end": Self.place], "\(shown)")
  }

  @Test func `an editor with commands only moves there after the edit`() throws {
    let client = try EditorClient(project.folder)
    try client.start(["window": ["showDocument": ["support": true]]])
    let action = try disabling(client)
    let id = try client.begin(
      "workspace/executeCommand",
      ["command": action["command"] ?? "", "arguments": action["arguments"] ?? []])
    #expect(try client.notification("workspace/applyEdit")["edit"] != nil)
    let shown = try client.notification("window/showDocument")
    #expect((shown["selection"] as? [String: [String: Int]])?["start"] == Self.place)
    #expect(try client.answer(to: id)["error"] == nil)
  }

  @Test func `a finding in a diagram is excused for its region`() throws {
    let page = """
      <!-- docgen:verify state-diagram machine=Door partial -->
      ```mermaid
      stateDiagram-v2
          [*] --> closed
          closed --> open: kicked
      ```

      """
    let changed = try carryOut(
      "Disable `transition-label`", of: actions(page, at: "kicked"), on: page)
    #expect(changed.hasPrefix("<!-- docgen:disable transition-label"))
    #expect(try rules(changed.replacing("reason=\"\"", with: "reason=\"soon\"")) == [])
  }

  @Test func `an editor chooses kinds, and may not support versions of edits`() throws {
    let page = SmallProject.page
    #expect(
      try actions(page, at: "docgen:begin", only: ["source"]).compactMap { $0["kind"] as? String }
        == ["source.docgen.generate"])
    #expect(try actions(page, at: "docgen:begin", only: ["refactor.extract"]).isEmpty)
    let other = try EditorClient(project.folder)
    try other.start(["textDocument": ["codeAction": ["codeActionLiteralSupport": [String: Any]()]]])
    try other.open(path, page)
    let start = ["line": 2, "character": 0]
    let result = try other.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": other.uri(path)], "range": ["start": start, "end": start],
        "context": ["diagnostics": [Any]()],
      ])
    let edit = (result as? [EditorClient.Object])?.first?["edit"] as? EditorClient.Object
    #expect((edit?["changes"] as? EditorClient.Object)?[other.uri(path)] != nil)
  }
}
