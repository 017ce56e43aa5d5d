import Foundation
import JSON
import Testing

/// `docgen check --shard` and `docgen merge-reports`.
@Suite struct ShardTests {
  private let project: SmallProject

  /// Twelve pages of different sizes with findings of several kinds, a broken link in a comment, known
  /// findings of a page and of a removed page, and references of an unknown convention on many pages.
  init() throws {
    project = try SmallProject()
    try project.write(
      SmallProject.source + "/// Opens ``DoorMachine/widht``.\nfunc open() {}\n",
      to: "Sources/App/Door.swift")
    try project.write(Data([0x47, 0x49, 0x46]), to: "docs/door.gif")
    try project.write("# Door\n", to: "docs/target.md")
    #expect(try project.docgen("fix").code == 0)
    for number in 1...12 {
      let links = String(repeating: "See [room](rooms/none.md).\n\n", count: number % 3)
      try project.write(
        """
        # Page \(number)

        ## The `DoorMachine`

        ![A door](door.gif), [above](#the-doormachine), <a id="x"></a> and `DoorMachine.widht\(number)`.

        <!-- docgen:verify state-diagram machine=Door -->
        ```mermaid
        stateDiagram-v2
            [*] --> closed
            \(number % 2 == 0 ? "open --> closed: pushed" : "closed --> open: pushed")
        ```

        \(links)
        """, to: "docs/p\(number).md")
    }
    #expect(try project.docgen("baseline", "freeze").code == 0)
    try project.write(try project.text("docs/p1.md") + "`DoorMachine.hieght`\n", to: "docs/p1.md")
    try project.write("# Page 2\n\n`DoorMachine.heigth`\n", to: "docs/p2.md")
    try project.remove("docs/p3.md")
    for number in 4...12 {
      let page = try project.text("docs/p\(number).md")
      try project.write(page + "\n`DoorMachine.depht\(number)`\n", to: "docs/p\(number).md")
    }
  }

  private func check(_ words: String...) throws -> Outcome {
    try Tool.docgen.run(["check", "--hints"] + words, in: project.folder)
  }

  private func findings(_ outcome: Outcome) throws -> [JSON] {
    let node = try JSONNode.parse(Array(outcome.output.utf8)[...])
    return try #require(node["findings"] ?? node["runs"]?.elements.first?["results"]).elements
      .map { JSON($0) }
  }

  /// Writes the reports of all parts, and returns their names.
  private func reports(_ format: String, _ count: Int) throws -> [String] {
    try (1...count).map { number in
      let name = "part-\(number).\(format)"
      let outcome = try check("--shard", "\(number)/\(count)", "--format", format, "--no-baseline")
      try project.write(outcome.output, to: name)
      return name
    }
  }

  @Test(arguments: [1, 2, 5, 20])
  func `the parts have the findings of the complete check, each once`(count: Int) throws {
    let complete = try findings(check("--format", "json"))
    #expect(complete.count > 12)
    let parts = try (1...count).flatMap {
      try findings(check("--shard", "\($0)/\(count)", "--format", "json"))
    }
    #expect(Set(parts) == Set(complete))
    // Only findings about the project may be repeated.
    let pages = parts.filter { $0["file"]?.encoded.contains("docs/") == true }
    #expect(Set(pages).count == pages.count)
  }

  @Test func `parts have about the same size`() throws {
    let sizes = try (1...4).map { number in
      let outcome = try check("--shard", "\(number)/4", "--format", "html", "-o", "-")
      return outcome.output.matches(of: #/<article class="page"/#).count
    }
    #expect(sizes.reduce(0, +) == 13)
    #expect(sizes.allSatisfy { (2...5).contains($0) }, "\(sizes)")
  }

  @Test(arguments: ["json", "sarif"])
  func `joined findings are those of the complete check`(format: String) throws {
    let complete = try check("--format", format, "--no-baseline")
    let names = try reports(format, 3)
    let joined = try project.docgen(["merge-reports"] + names)
    #expect(joined.code == 1)
    #expect(Set(try findings(joined)) == Set(try findings(complete)))
    #expect(try findings(joined).count == findings(complete).count)
    let keys = try ["errors", "warnings", "notes", "version"].map { key in
      try [joined, complete].map {
        try JSONNode.parse(Array($0.output.utf8)[...])[key].map { JSON($0) }
      }
    }
    #expect(keys.allSatisfy { $0[0] == $0[1] }, "\(keys)")
  }

  @Test func `a joined page has the bytes of the report of the complete check`() throws {
    let complete = try check("--format", "html", "--no-baseline", "--mermaid", "/none")
    let names = try reports("html", 4)
    let joined = try project.docgen(["merge-reports", "--mermaid", "/none"] + names)
    #expect(joined.code == 1, "\(joined.errors)")
    #expect(joined.output == complete.output)
    #expect(complete.output.contains("data-diagram=\"5\""))
    #expect(joined.errors.contains("Mermaid's script is missing"))
  }

  @Test func `a wrong part and wrong reports are refused`() throws {
    for text in ["0/8", "9/8", "3", "3/", "a/b", "-1/2", "1/2/3", "1/9999999"] {
      let outcome = try check("--shard", text)
      #expect(outcome.code == 2)
      #expect(
        outcome.errors.contains(
          "'--shard' takes a part such as 3/8, from 1/8 to 8/8, not '\(text)'"),
        "\(outcome)")
    }
    let json = try reports("json", 1)[0]
    try project.write("<html></html>", to: "other.html")
    try project.write("{\"runs\": [{\"results\": []}]}", to: "log.sarif")
    for file in ["other.html", "docs/p1.md", ".docgen.json", "none.json"] {
      let outcome = try project.docgen("merge-reports", json, file)
      #expect(outcome.code == 4 && outcome.errors.contains(file), "\(outcome)")
    }
    let mixed = try project.docgen("merge-reports", json, "log.sarif")
    #expect(mixed.code == 2)
    #expect(mixed.errors.contains("log.sarif is a SARIF report, but part-1.json is a JSON report"))
  }
}
