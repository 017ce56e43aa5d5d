import Foundation
import Testing

/// Files as editors name and fill them: links, strange names, unsaved sources, other
/// configurations, folders that appear later.
@Suite struct EditorFilesTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
  }

  private func rules(_ diagnostics: [EditorClient.Object]) -> [String] {
    diagnostics.compactMap { $0["code"] as? String }
  }

  @Test func `files keep the editor's names, even through links`() throws {
    let link = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: project.folder)
    defer { try? FileManager.default.removeItem(at: link) }
    try project.write("`DoorMachine.hinges`\n", to: "docs/b.md")
    let client = try EditorClient(link, followsLinks: false)
    try client.start()
    #expect(client.uri("docs/b.md").contains(link.lastPathComponent))
    #expect(rules(try client.diagnostics("docs/b.md")) == ["unknown-symbol"])
    try client.open("docs/a.md", "`DoorMachine.hinges`\n")
    #expect(rules(try client.diagnostics("docs/a.md", version: 1)) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test(arguments: ["docs/ä b.md", "docs/😀#1?.md", "docs/50%.md"])
  func `names of any kind are written as URIs`(_ path: String) throws {
    try project.write("`DoorMachine.hinges`\n", to: path)
    let client = try EditorClient(project.folder)
    try client.start()
    let params = try client.notification("textDocument/publishDiagnostics") { params in
      let uri = (params["uri"] as? String).flatMap { URL(string: $0) }
      return uri?.lastPathComponent == (path as NSString).lastPathComponent
    }
    #expect(rules(params["diagnostics"] as? [EditorClient.Object] ?? []) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test func `an unsaved source counts with its text in the editor`() throws {
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open("docs/a.md", "`DoorMachine.hinges`\n")
    #expect(rules(try client.diagnostics("docs/a.md", version: 1)) == ["unknown-symbol"])
    let path = "Sources/App/Door.swift"
    try client.open(path)
    let source = SmallProject.source.replacing("width = 90", with: "hinges = 3")
    try client.change(path, to: source, version: 2)
    #expect(try client.diagnostics("docs/a.md") { $0.isEmpty }.isEmpty)
    try client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri(path)]])
    #expect(rules(try client.diagnostics("docs/a.md") { !$0.isEmpty }) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test func `another configuration may be named`() throws {
    try project.write(
      #"{ "documents": ["docs/*.md"], "ignore": ["DoorMachine.hinges"], "sources": ["Sources/**"] }"#,
      to: "other.json")
    let client = try EditorClient(project.folder, "--stdio", "--config", "other.json")
    try client.start()
    try client.open("docs/a.md", "`DoorMachine.hinges` `DoorMachine.locks`\n")
    let found = try client.diagnostics("docs/a.md", version: 1)
    #expect(found.count == 1 && "\(found)".contains("locks"))
    #expect(try client.end() == 0)
  }

  @Test func `a missing configuration is reported once, and a later one is found`() throws {
    let empty = try EmptyScratch()
    try empty.write("`DoorMachine.hinges`\n", to: "docs/a.md")
    try empty.write(SmallProject.source, to: "Sources/Door.swift")
    let client = try EditorClient(empty.folder)
    try client.start()
    try client.open("docs/a.md")
    let said = try client.notification("window/logMessage")
    #expect((said["message"] as? String)?.contains("docgen init") == true)
    let place = try client.place("DoorMachine", in: "docs/a.md", of: "`DoorMachine.hinges`\n")
    #expect(try client.request("textDocument/hover", place) is NSNull)
    try empty.write(#"{ "documents": ["docs/*.md"] }"#, to: ".docgen.json")
    try client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": client.uri(".docgen.json"), "type": 1]]])
    #expect(rules(try client.diagnostics("docs/a.md")) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test func `a folder that is added later is read as well`() throws {
    let other = try SmallProject()
    try other.write("`DoorMachine.hinges`\n", to: "docs/b.md")
    let client = try EditorClient(project.folder)
    try client.start()
    let folder = other.folder.resolvingSymlinksInPath()
    let uri = "file://" + folder.path
    try client.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [["uri": uri, "name": "other"]], "removed": [Any]()]])
    let params = try client.notification("textDocument/publishDiagnostics") {
      $0["uri"] as? String == uri + "/docs/b.md"
    }
    #expect(rules(params["diagnostics"] as? [EditorClient.Object] ?? []) == ["unknown-symbol"])
    #expect(try client.end() == 0)
  }

  @Test func `findings in the baseline are not reported`() throws {
    try project.write("`DoorMachine.hinges`\n", to: "docs/b.md")
    #expect(try project.docgen("baseline", "freeze").code == 0)
    let client = try EditorClient(project.folder)
    try client.start()
    try client.open("docs/b.md")
    #expect(try client.diagnostics("docs/b.md", version: 1).isEmpty)
    try client.change("docs/b.md", to: "`DoorMachine.hinges`\n\n`DoorMachine.locks`\n", version: 2)
    let found = try client.diagnostics("docs/b.md", version: 2)
    #expect(found.count == 1 && "\(found)".contains("locks"))
    #expect(try client.end() == 0)
  }
}
