import Foundation
import Testing

/// `docgen check --format markdown`: the comment of a pull request, with each drifted diagram.
@Suite struct CommentTests {
  private let project: SmallProject

  init() throws { project = try SmallProject() }

  private static let states = """
    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
      [*] --> closed
      closed --> open: kicked
      open --> ajar: pulled
    ```
    """

  private func comment(_ arguments: String...) throws -> String {
    try Tool.docgen.run(["check", "-f", "markdown"] + arguments, in: project.folder).output
  }

  /// The Mermaid texts of a comment.
  private func blocks(_ comment: String) -> [String] {
    comment.components(separatedBy: "```mermaid\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test func `a drifted diagram is drawn with its deviations in words and colors`() throws {
    try project.write("# Page\n\n\(Self.states)\n\nSee [x](none.md).\n", to: "docs/a.md")
    let comment = try comment()
    #expect(comment.hasPrefix("<!-- docgen-findings -->\n**docgen check**: "))
    #expect(comment.contains("\n### `docs/a.md:4` state-diagram machine=Door\n"), "\(comment)")
    let block = try #require(blocks(comment).first)
    for line in [
      "    closed --> open: 🟪 [differs] kicked",
      "    open --> ajar: 🟥 [not in the code] pulled",
      "    state \"🟥 [not in the code] ajar\" as ajar",
      "    classDef docgen_gone fill:#fdecea,stroke:#b42318,color:#1f2328",
      "    class ajar docgen_gone",
    ] {
      #expect(block.contains(line + "\n"), "\(line) in\n\(block)")
    }
    #expect(comment.contains("\n🟥 2 not in the code · 🟪 1 differs\n"), "\(comment)")
    // The findings of the diagram are folded below it, the others are in the table.
    let parts = comment.components(separatedBy: "</details>")
    #expect(parts[0].contains("<details><summary>"))
    #expect(parts[0].contains("`unknown-state`") && !parts[0].contains("none.md"))
    #expect(parts[1].contains("none.md") && !parts[1].contains("`unknown-state`"))
  }

  @Test func `findings that are hidden mark nothing`() throws {
    try project.write(
      Self.states.replacing("kicked", with: "pushed")
        .replacing("  open --> ajar: pulled\n", with: ""), to: "docs/a.md")
    try project.write(
      SmallProject.trace.replacing(
        #"{"from":"closed","event":"pushed","to":"open"}"#,
        with: #"{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pulled","#
          + #""to":"closed"}"#), to: "traces/open.jsonl")
    let missing = try project.docgen("check", "--hints", "--format", "short")
    #expect(missing.contains("open --> closed"), "\(missing)")
    let hints = try comment("--hints")
    #expect(hints.contains("🟩 [not documented] pulled"), "\(hints)")
    if try project.docgen("check").code == 0 {
      #expect(try comment() == "<!-- docgen-findings -->\n**docgen check**: nothing to report.\n")
    }
  }

  @Test func `a comment fits, and states what it leaves out`() throws {
    let text = String(repeating: "word ", count: 40)
    for number in 10..<90 {
      let states = (0..<12).map { "  s\($0) --> t\($0): \(text)\n" }.joined()
      try project.write(
        Self.states.replacing("  open --> ajar: pulled\n", with: states), to: "docs/\(number).md")
    }
    let comment = try comment()
    #expect(comment.utf16.count <= 65_000 && comment.utf16.count > 40_000, "\(comment.utf16.count)")
    let drawn = blocks(comment)
    #expect(drawn.count > 5 && drawn.count < 80)
    #expect(comment.contains("\n\(80 - drawn.count) diagrams do not fit into this comment; "))
    let rest = try #require(comment.firstMatch(of: #/\n… and (\d+) more\.\n/#)?.1)
    let rows = comment.split(separator: "\n").count { $0.hasPrefix("| `docs/") }
    let found = try project.docgen("check", "--format", "short").output.split(separator: "\n")
    #expect(rows + (Int(rest) ?? 0) == found.count - 1)
  }

  @Test func `a diagram that Mermaid would refuse on GitHub is left out`() throws {
    let text = String(repeating: "word ", count: 200)
    let states = (0..<60).map { "  s\($0) --> t\($0): \(text)\n" }.joined()
    try project.write(
      Self.states.replacing("  open --> ajar: pulled\n", with: states), to: "docs/a.md")
    let comment = try comment()
    #expect(blocks(comment).isEmpty)
    let sentence = "1 diagram does not fit into this comment; `docgen report` draws it."
    #expect(comment.contains("\n\(sentence)\n"))
  }

  @Test(.enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
  func `the real Mermaid draws every block at its strict security level`() throws {
    let pages = [
      Self.states,
      "<!-- docgen:verify sequence scenarios=open -->\n```mermaid\nsequenceDiagram\n"
        + "  participant Door as \"<b>Door</b>\"\n  User->>Door: push()\n  User->>Door: kick()\n"
        + "  alt a\n    Door->>User: thanks()\n  end\n```\n",
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\n  class DoorMachine {\n"
        + "    +state\n    +lock()\n  }\n  class Lid\n  DoorMachine --> Lid : <i>has</i>\n```\n",
      "<!-- docgen:verify flowchart complete=yes -->\n```mermaid\nflowchart LR\n  App[\"The #quot;App#quot;\"]\n"
        + "  Core -->|uses| App\n```\n",
    ]
    try project.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Doors",
        targets: [.target(name: "App", dependencies: ["Core"]), .target(name: "Core")])
      """, to: "Package.swift")
    try project.write("public struct Lid {}\n", to: "Sources/Core/Lid.swift")
    for (number, page) in pages.enumerated() {
      try project.write("# Page\n\n\(page)\n", to: "docs/\(number).md")
    }
    try project.remove("docs/a.md")
    let blocks = blocks(try comment("--hints"))
    #expect(blocks.count == 4, "\(blocks)")
    let report = try ReportFile(project)
    let browser = try DevTools()
    try browser.visit(report.url)
    for block in blocks {
      let json = String(
        decoding: try JSONSerialization.data(withJSONObject: [block]), as: UTF8.self)
      let svg = try browser.evaluate(
        "mermaid.render('block', \(json)[0]).then((drawn) => drawn.svg, (error) => String(error))")
      #expect((svg as? String)?.hasPrefix("<svg") == true, "\(svg ?? "")\n\(block)")
      #expect(["🟥", "🟩"].contains(where: block.contains), "\(block)")
    }
    let level = try browser.evaluate("mermaid.mermaidAPI.getConfig().securityLevel")
    #expect(level as? String == "strict")
  }
}
