import Foundation
import Testing

/// The verdicts above regions and diagrams, the commands behind them, and the code actions on diagrams.
@Suite struct EditorLensTests {
  private let project: SmallProject
  private let client: EditorClient
  private let path = "docs/a.md"

  /// The trace of `SmallProject`, whose machine declares one more transition.
  private static let trace = SmallProject.trace
    .replacing(#""events":["pushed"]"#, with: #""events":["pushed","pulled"]"#)
    .replacing(
      #""to":"open"}]}"#, with: #""to":"open"},{"from":"open","event":"pulled","to":"closed"}]}"#)

  private static let source = SmallProject.source
    .replacing("case pushed }", with: "case pushed, pulled }")
    .replacing("case (.open, .pushed): break", with: "case (_, .pulled): state = .closed")

  private static var capabilities: EditorClient.Object {
    EditorClient.everything.merging([
      "workspace": [
        "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]],
        "codeLens": ["refreshSupport": true],
      ]
    ]) { $1 }
  }

  init() throws {
    project = try SmallProject()
    try project.write(Self.trace, to: "traces/open.jsonl")
    try project.write(Self.source, to: "Sources/App/Door.swift")
    #expect(try project.docgen("generate").code == 0)
    client = try EditorClient(project.folder)
    try client.start(Self.capabilities)
    try client.open(path)
  }

  private var document: EditorClient.Object { ["textDocument": ["uri": client.uri(path)]] }

  private func commands(of text: String? = nil, version: Int = 2) throws -> [EditorClient.Object] {
    if let text { try client.change(path, to: text, version: version) }
    let lenses = try client.request("textDocument/codeLens", document)
    return try #require(lenses as? [EditorClient.Object]).map {
      try #require($0["command"] as? EditorClient.Object)
    }
  }

  private func titles(of text: String? = nil, version: Int = 2) throws -> [String] {
    try commands(of: text, version: version).map { try #require($0["title"] as? String) }
  }

  /// Runs a lens, and returns the text that its edit inserts.
  private func insertion(by command: EditorClient.Object) throws -> String {
    let id = try client.begin(
      "workspace/executeCommand",
      ["command": command["command"] ?? "", "arguments": command["arguments"] ?? []])
    let edit = try client.notification("workspace/applyEdit")["edit"] as? EditorClient.Object
    #expect(try client.answer(to: id)["error"] == nil)
    let change = try #require((edit?["documentChanges"] as? [EditorClient.Object])?.first)
    let edits = try #require(change["edits"] as? [EditorClient.Object])
    return try #require(edits.first?["newText"] as? String)
  }

  private func actions(at text: String, on page: String, client: EditorClient? = nil) throws
    -> [EditorClient.Object]
  {
    let client = client ?? self.client
    let place = try client.place(text, in: path, of: page)
    let position = try #require(place["position"])
    let result = try client.request(
      "textDocument/codeAction",
      document.merging([
        "range": ["start": position, "end": position], "context": ["diagnostics": [Any]()],
      ]) { $1 })
    return try #require(result as? [EditorClient.Object])
  }

  // MARK: - Verdicts

  @Test func `a generated region shows its verdict and is regenerated`() throws {
    let page = try project.text(path)
    let observed = "1 of 2 transitions observed"
    #expect(try titles() == ["agrees · \(observed) · regenerate"])
    let stale = page.replacing("machine=Door", with: "machine=Door direction=LR")
    let command = try #require(try commands(of: stale).first)
    #expect(command["title"] as? String == "stale-region · \(observed) · regenerate")
    #expect(try insertion(by: command).contains("direction LR"))
    // An edit by hand is never overwritten by a click.
    let edited = page.replacing("closed --> open: pushed", with: "closed --> open: kicked")
    let text = try #require(try commands(of: edited, version: 3).first)
    #expect(text["title"] as? String == "hand-edited-region · \(observed)")
    #expect(text["command"] as? String == "" && text["arguments"] == nil)
  }

  @Test func `a region that is up to date is reported, a missing one is an error`() throws {
    let command = try #require(try commands().first)
    #expect(
      try client.request(
        "workspace/executeCommand",
        ["command": "docgen.regenerate", "arguments": command["arguments"] ?? []]) is NSNull)
    let message = try client.notification("window/showMessage")
    #expect(message["message"] as? String == "docgen: the region is up to date")
    func refusal(_ argument: EditorClient.Object) throws -> Int? {
      try client.refusal(
        "workspace/executeCommand", ["command": "docgen.regenerate", "arguments": [argument]])
    }
    #expect(try refusal(["uri": client.uri(path), "line": 0]) == -32801)
    #expect(try refusal(["uri": client.uri(path)]) == -32602)
    #expect(
      try client.request(
        "textDocument/codeLens", ["textDocument": ["uri": client.uri("other.md")]]) is NSNull)
  }

  @Test func `a verified diagram shows the rules that report errors, and cannot be regenerated`()
    throws
  {
    let page = """
      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
          [*] --> closed
          closed --> open: kicked
      ```

      `DoorMachine.width` is <!-- docgen:value DoorMachine.width -->80<!-- /docgen:value -->.

      """
    let command = try #require(try commands(of: page).first)
    let rules = "missing-unobserved-transition, transition-label"
    #expect(command["title"] as? String == "\(rules) · 1 of 2 transitions observed")
    #expect(command["command"] as? String == "")
    #expect(try commands().count == 1, "values have no verdict")
  }

  @Test func `the client is asked to request verdicts again when the project has changed`() throws {
    _ = try titles()
    try project.write(
      Self.source.replacing("state = .open", with: "state = .closed"), to: "Sources/App/Door.swift")
    try client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": client.uri("Sources/App/Door.swift"), "type": 2]]])
    _ = try client.notification("workspace/codeLens/refresh")
  }

  // MARK: - Diagrams without a marker

  @Test func `an unchecked diagram gets the marker that verifies it`() throws {
    let diagram = "```mermaid\nstateDiagram-v2\n    closed --> open: pushed\n```\n"
    for page in [
      "# A\n\n" + diagram,
      "> a\n>\n" + diagram.replacing(/^(?=.)/.anchorsMatchLineEndings(), with: "> "),
    ] {
      let command = try #require(try commands(of: page).first)
      #expect(command["title"] as? String == "unchecked · insert verify marker")
      let marker = "<!-- docgen:verify state-diagram machine=DoorMachine.State -->\n"
      #expect(try insertion(by: command).hasSuffix(marker))
      let titles = try actions(at: "closed --> open", on: page).compactMap {
        $0["title"] as? String
      }
      #expect(
        titles.contains(
          "Insert verify marker: `docgen:verify state-diagram machine=DoorMachine.State`"),
        "\(titles)")
    }
    let foreign = "```mermaid\nclassDiagram\n    class Ship\n    class Harbor\n```\n"
    #expect(try titles(of: foreign) == [])
    let offered = try actions(at: "Ship", on: foreign).compactMap { $0["title"] as? String }
    #expect(!offered.contains { $0.hasPrefix("Insert") }, "\(offered)")
  }

  @Test func `the author names the scenarios of a sequence diagram`() throws {
    let client = try EditorClient(project.folder)
    var capabilities = Self.capabilities
    capabilities["window"] = ["showDocument": ["support": true]]
    try client.start(capabilities)
    let page = "```mermaid\nsequenceDiagram\n    User->>DoorMachine: apply\n```\n"
    try client.open(path, page)
    let found = try actions(at: "User", on: page, client: client)
    let action = try #require(
      found.first { ($0["title"] as? String)?.hasPrefix("Insert verify marker") == true })
    let command = try #require(action["command"] as? EditorClient.Object)
    let place = try #require((command["arguments"] as? [EditorClient.Object])?.first)
    let start = (place["selection"] as? [String: [String: Int]])?["start"]
    #expect(start == ["line": 0, "character": #"<!-- docgen:verify sequence scenarios=""#.count])
  }

  // MARK: - Scenarios

  @Test func `a scenario is offered for a transition that no run takes`() throws {
    let page = try project.text(path)
    let title = "Write a scenario for `open --> closed` on `pulled`"
    func scenario(_ text: String, _ client: EditorClient? = nil) throws -> EditorClient.Object? {
      try actions(at: text, on: page, client: client).first { $0["title"] as? String == title }
    }
    #expect(try scenario("closed --> open") == nil, "this transition is observed")
    for text in ["open --> closed", "--> closed: pulled", "pulled"] {
      #expect(try scenario(text) != nil, "\(text)")
    }
    let edit = try scenario("open --> closed")?["edit"] as? EditorClient.Object
    let changes = try #require(edit?["documentChanges"] as? [EditorClient.Object])
    let file = client.uri("Tests/AppTests/OpenClosedPulledTests.swift")
    #expect(
      changes.first?["kind"] as? String == "create" && changes.first?["uri"] as? String == file)
    let text = (changes.last?["edits"] as? [EditorClient.Object])?.first?["newText"] as? String
    #expect(
      text == """
        @testable import App
        import Testing
        import TraceTesting
        import Traces

        @Test(.recorded("open-closed-pulled")) func `open goes to closed on pulled`() {
          var machine = DoorMachine()
          _ = TraceRecorder.current.transition(&machine, .pushed)
          _ = TraceRecorder.current.transition(&machine, .pulled)
          guard case .closed = machine.state else {
            Issue.record("the machine is in \\(machine.state)")
            return
          }
        }

        """)
    // An editor that cannot create files, and a file that exists.
    let other = try EditorClient(project.folder)
    try other.start()
    try other.open(path)
    #expect(try scenario("open --> closed", other) == nil)
    try project.write("", to: "Tests/AppTests/OpenClosedPulledTests.swift")
    #expect(try scenario("open --> closed") == nil)
  }

  @Test func `a scenario belongs to the tests that use the module`() throws {
    try project.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "house",
        targets: [
          .target(name: "App"),
          .testTarget(name: "Others"),
          .testTarget(name: "Houses", dependencies: ["App"], path: "Checks/Houses"),
        ])
      """, to: "Package.swift")
    let client = try EditorClient(project.folder)
    try client.start(Self.capabilities)
    try client.open(path)
    let action = try actions(at: "pulled", on: project.text(path), client: client).first {
      ($0["title"] as? String)?.hasPrefix("Write a scenario") == true
    }
    let edit = action?["edit"] as? EditorClient.Object
    let creation = (edit?["documentChanges"] as? [EditorClient.Object])?.first
    #expect(
      creation?["uri"] as? String == client.uri("Checks/Houses/OpenClosedPulledTests.swift"))
  }
}
