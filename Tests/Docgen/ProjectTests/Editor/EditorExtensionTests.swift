import Foundation
import TestTools
import Testing

/// The extension for Visual Studio Code, loaded in node with the API of `Tests/VSCode/vscode.js`.
@Suite struct EditorExtensionTests {
  private static let scripts = Tool.package.appendingPathComponent("Tests/VSCode")

  /// A copy of the example package with a state machine, a trace of it, and a wrong diagram.
  private static func example() throws -> SmallProject {
    let project = try SmallProject()
    for name in ["docs/a.md", "Sources", "traces"] {
      try FileManager.default.removeItem(at: project.folder.appendingPathComponent(name))
    }
    let example = Tool.package.appendingPathComponent("Tests/ExamplePackage")
    for name in ["Package.swift", "Sources", "docs/door.md"] {
      try FileManager.default.copyItem(
        at: example.appendingPathComponent(name), to: project.folder.appendingPathComponent(name))
    }
    try project.write(
      #"{"documents": ["docs/*.md"], "traces": ["traces/*.jsonl"]}"#, to: ".docgen.json")
    try project.write(
      """
      public struct DoorMachine {
        public enum State { case closed, open }
        public enum Event { case pushed, pulled }
        public private(set) var state = State.closed

        public mutating func apply(_ event: Event) {
          switch (state, event) {
          case (.closed, .pushed): state = .open
          case (.open, .pulled): state = .closed
          default: break
          }
        }
      }

      """, to: "Sources/Door/DoorMachine.swift")
    try project.write(
      SmallProject.trace.replacing(#""events":["pushed"]"#, with: #""events":["pushed","pulled"]"#)
        .replacing(
          #""to":"open"}]}"#,
          with: #""to":"open"},{"from":"open","event":"pulled","to":"closed"}]}"#
        ).replacing(#""machine":"Door""#, with: #""machine":"Entrance""#),
      to: "traces/open.jsonl")
    try project.write(
      """
      # The machine

      <!-- docgen:begin state-diagram machine=Entrance -->
      <!-- docgen:end -->

      <!-- docgen:verify state-diagram machine=Entrance -->
      ```mermaid
      stateDiagram-v2
          [*] --> closed
          closed --> open: kicked
          open --> closed: pulled
      ```

      """, to: "docs/machine.md")
    #expect(try project.docgen("fix").code == 0)
    return project
  }

  private func node(_ script: String, _ words: [String] = []) throws -> Outcome {
    let file = Self.scripts.appendingPathComponent(script)
    var variables = ProcessInfo.processInfo.environment
    // Debian's folder of node's packages, which has jsdom.
    variables["NODE_PATH"] = "/usr/share/nodejs"
    return try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["node", file.path] + words, in: Tool.package,
      environment: variables)
  }

  @Test func `the extension speaks to the server`() throws {
    let project = try Self.example()
    let mermaid = Tool.package.appendingPathComponent(".build/mermaid/mermaid.js")
    let outcome = try node(
      "session.js", [Tool.docgen.path, project.folder.resolvingSymlinksInPath().path, mermaid.path])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("lenses, markers, scenarios, previews, restarts"), "\(outcome)")
  }

  @Test func `a preview colors the words of its findings`() throws {
    let outcome = try node("drift-test.js")
    #expect(outcome.code == 0 && outcome.output == "drift is colored\n", "\(outcome)")
  }

  @Test func `the package has everything that the manifest names`() throws {
    let scratch = try EmptyScratch()
    let script = Tool.package.appendingPathComponent(".ci/vscode")
    let build = Tool.products.path
    func pack(_ folder: String) throws -> Data {
      let output = scratch.folder.appendingPathComponent(folder)
      let outcome = try Tool.run(script, [build, output.path], in: scratch.folder)
      #expect(outcome.code == 0, "\(outcome)")
      return try Data(
        contentsOf: output.appendingPathComponent("docgen-\(try Self.version).vsix"))
    }
    #expect(try pack("one") == pack("two"), "the same sources give the same bytes")
    let unpacking = """
      import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall("all")
      """
    let archive = scratch.folder.appendingPathComponent("one/docgen-\(try Self.version).vsix")
    let unpacked = try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", unpacking, archive.path],
      in: scratch.folder)
    #expect(unpacked.code == 0, "\(unpacked)")
    let folder = scratch.folder.appendingPathComponent("all/extension")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let text = try String(
      contentsOf: folder.appendingPathComponent("package.json"), encoding: .utf8)
    for match in text.matches(of: /"\.\/([^"]+)"/) {
      #expect(names.contains(String(match.1)), "\(match.1)")
    }
    for file in ["extension.vsixmanifest", "[Content_Types].xml"] {
      let content = try String(
        contentsOf: scratch.folder.appendingPathComponent("all/\(file)"), encoding: .utf8)
      #expect(content.hasPrefix("<?xml"))
    }
  }

  private static var version: String {
    get throws {
      let outcome = try Tool.docgen.run(["--version"], in: Tool.package)
      return try String(#require(outcome.output.split(separator: " ").dropFirst().first))
    }
  }
}
