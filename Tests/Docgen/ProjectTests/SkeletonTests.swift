import Foundation
import Testing

/// Compiles the Swift tests that `docgen status` prints.
@Suite struct SkeletonTests {
  private func swiftc(_ arguments: String, in folder: URL) throws -> Outcome {
    try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc"] + arguments.split(separator: " ").map(String.init), in: folder)
  }

  @Test func `tests of the engine's machine compile as printed`() throws {
    let scratch = try Scratch()
    let traces = scratch.url(".build/traces")
    for name in try FileManager.default.contentsOfDirectory(atPath: traces.path)
    where name.contains("breaker") {
      try FileManager.default.removeItem(at: traces.appendingPathComponent(name))
    }
    try scratch.write(
      """
      {
        "documents": [], "sources": ["Sources/Sync/Sync/Machine/*.swift"],
        "traces": [".build/traces/*.jsonl"]
      }

      """, to: ".docgen.json")
    let printed = try Tool.docgen.run(["status", "-f", "swift"], in: scratch.folder)
    #expect(printed.output.components(separatedBy: "@Test func").count > 3, "\(printed)")
    try scratch.write(printed.output, to: "Missing.swift")
    let modules = Tool.products.appendingPathComponent("Modules")
    let compiled = try swiftc(
      "-typecheck -swift-version 6 -I \(modules.path) Missing.swift", in: scratch.folder)
    #expect(compiled.code == 0, "\(compiled)\n\(printed.output)")
  }

  /// The machine is internal and the payloads of its events are unknown.
  @Test func `test skeletons with gaps also compile`() throws {
    let project = try SmallProject()
    try project.write(
      SmallProject.source.replacing(
        "case pushed",
        with: "case pushed(by: Person, hands: [Int], [String: Int], word: String?), pulled(Double)"
      ).replacing("(.open, .pushed)", with: "(.open, .pushed), (_, .pulled)")
        + "struct Person {}\n", to: "Sources/App/Door.swift")
    let machine =
      #"{"type":"machine","machine":"Door","declared":"DoorMachine","initial":"closed","#
      + #""states":[{"name":"closed"},{"name":"open"}],"events":["pushed","pulled"],"edges":["#
      + #"{"from":"closed","event":"pushed","condition":"`a` \\ b","to":"open"},"#
      + #"{"from":"open","event":"pulled","to":"closed"}]}"#
    let lines = SmallProject.trace.split(separator: "\n").map(String.init)
    try project.write(
      ([lines[0], machine, #"{"type":"end","records":0,"dropped":0}"#]).joined(separator: "\n")
        + "\n", to: "traces/open.jsonl")
    let printed = try project.docgen("status", "-f", "swift")
    #expect(printed.code == 0, "\(printed)")
    #expect(printed.contains("@testable import App\n"), "\(printed)")
    try project.write(printed.output, to: "Missing.swift")
    let module = try swiftc(
      "-emit-module -module-name App -enable-testing Sources/App/Door.swift", in: project.folder)
    #expect(module.code == 0, "\(module)")
    let compiled = try swiftc(
      "-typecheck -swift-version 6 -I . Missing.swift", in: project.folder)
    #expect(compiled.code == 0, "\(compiled)\n\(printed.output)")
    let json = try project.docgen("status", "-f", "json", "--skeletons")
    #expect(json.contains("@testable import App"), "\(json)")
  }

  /// A code action of the editor writes it.
  @Test func `a scenario compiles as it is offered`() throws {
    let project = try SmallProject()
    let page = SmallProject.page
    try project.write(
      "import Traces\n\nextension DoorMachine: TracedMachine {}\n", to: "Sources/App/Traced.swift")
    try project.write(
      SmallProject.trace.replacing(/(?m)^.*"type":"transition".*\n/, with: "")
        .replacing(#""records":3"#, with: #""records":2"#), to: "traces/open.jsonl")
    #expect(try project.docgen("generate").code == 0)
    let client = try EditorClient(project.folder)
    try client.start(
      EditorClient.everything.merging([
        "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]]]
      ]) { $1 })
    try client.open("docs/a.md")
    let text = try project.text("docs/a.md")
    try #require(text != page)
    var params = try client.place("--> open", in: "docs/a.md", of: text)
    let start = try #require(params["position"])
    params["range"] = ["start": start, "end": start]
    params["context"] = ["diagnostics": [Any]()]
    let actions = try client.request("textDocument/codeAction", params) as? [EditorClient.Object]
    let edit = actions?.compactMap { $0["edit"] as? EditorClient.Object }.first {
      ($0["documentChanges"] as? [EditorClient.Object])?.first?["kind"] as? String == "create"
    }
    let content = (edit?["documentChanges"] as? [EditorClient.Object])?.last
    let scenario = try #require(
      (content?["edits"] as? [EditorClient.Object])?.first?["newText"] as? String)
    try project.write(scenario, to: "Scenario.swift")
    let modules = Tool.products.appendingPathComponent("Modules").path
    let module = try swiftc(
      "-emit-module -module-name App -enable-testing -I \(modules) Sources/App/Door.swift "
        + "Sources/App/Traced.swift", in: project.folder)
    #expect(module.code == 0, "\(module)")
    let compiled = try swiftc(
      "-typecheck -swift-version 6 -I . -I \(modules) Scenario.swift", in: project.folder)
    #expect(compiled.code == 0, "\(compiled)\n\(scenario)")
  }

  @Test func `a file of tests says so when none is missing`() throws {
    let printed = try SmallProject().docgen("status", "-f", "swift")
    let complete = "// Every transition that a machine declares is taken by a scenario.\n"
    #expect(printed.output == complete)
  }
}
