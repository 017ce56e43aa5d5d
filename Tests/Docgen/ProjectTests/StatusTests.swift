import Foundation
import JSON
import Testing

@Suite struct StatusTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    let drawn = try project.text("docs/a.md")
    try project.write(
      """
      \(drawn)
      Open at <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value --> degrees.

      <!-- docgen:verify sequence scenarios=open -->
      ```mermaid
      sequenceDiagram
          actor User
          participant Door
          alt in time
              User->>Door: push()
          else too late
              User->>Door: knock()
          end
      ```

      """, to: "docs/a.md")
    try project.write("# Nothing here\n", to: "docs/b.md")
  }

  @Test func `each region is listed with its line, source and state`() throws {
    #expect(try project.docgen("generate", "docs/a.md").code == 0)
    try project.write(
      try project.text("docs/a.md").replacing(">90<", with: ">70<"), to: "docs/a.md")
    let outcome = try project.docgen("status")
    #expect(outcome.code == 0, "\(outcome)")
    let parts = outcome.output.split(separator: "\n\n")
    let lines = try #require(parts.first).split(separator: "\n").map(String.init)
    #expect(parts.count == 2 && lines.count == 4 && lines[0] == "docs/a.md", "\(outcome)")
    let words = lines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words[0].hasPrefix("3 generated state-diagram machine=Door agrees"), "\(outcome)")
    #expect(words[0].hasSuffix("1 of 1 transition taken"), "\(outcome)")
    #expect(words[1].contains("value DoorMachine.width stale-value"), "\(outcome)")
    #expect(words[2].contains("verified sequence scenarios=open"), "\(outcome)")
    #expect(words[2].hasSuffix("1 of 2 branches taken"), "\(outcome)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(outcome)")
  }

  @Test func `JSON has the same data, for a script`() throws {
    let outcome = try project.docgen("status", "-f", "json", "docs/a.md")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let regions = try #require((object as? [String: Any])?["regions"] as? [[String: Any]])
    #expect(regions.map { $0["kind"] as? String } == ["generated", "value", "verified"])
    #expect(regions[0]["line"] as? Int == 3 && regions[0]["endLine"] as? Int == 4)
    #expect(regions[0]["rules"] as? [String] == ["stale-region"])
    #expect(regions[0]["taken"] as? Int == 1 && regions[0]["steps"] as? Int == 1)
    #expect(regions[1]["steps"] == nil)
    #expect(regions[1]["source"] as? String == "DoorMachine.width")
    #expect(regions[2]["taken"] as? Int == 1 && regions[2]["branches"] as? Int == 2)
  }

  @Test func `a region whose template cannot be filled does not agree`() throws {
    try project.write("{{#states}}{{nmae}}{{/states}}\n", to: "templates/own.mustache")
    try project.write(
      "<!-- docgen:begin table template=own machine=Door -->\n<!-- docgen:end -->\n",
      to: "docs/b.md")
    let list = try project.docgen("status", "docs/b.md")
    #expect(list.output.hasSuffix("template-syntax, 1 of 1 transition taken\n"), "\(list)")
    let check = try project.docgen("check", "docs/b.md")
    #expect(check.output.contains("own.mustache:1:14: error: the data has no `nmae`"), "\(check)")
    #expect(!check.output.contains("agree"), "\(check)")
    #expect(try project.docgen("explain", "template-syntax").code == 0)
  }

  @Test func `an unknown page is an error, and the others are listed`() throws {
    let outcome = try project.docgen("status", "docs/a.md", "docs/c.md")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("`docs/c.md` does not exist"), "\(outcome)")
    #expect(outcome.contains("DoorMachine.width"))
    #expect(try project.docgen("status", "docs/b.md").output == "no document has a marker\n")
  }
}
