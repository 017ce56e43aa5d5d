import Testing

/// Options of `docgen check` about which findings it prints.
@Suite struct SelectionTests {
  private let project: SmallProject

  /// A diagram with two mistakes, an unknown name and a broken link.
  init() throws {
    project = try SmallProject()
    try project.write(
      """
      # Page

      <!-- docgen:verify class-diagram types=DoorMachine partial=yes -->
      ```mermaid
      classDiagram
          class DoorMachine {
              +widht
              +push()
          }
      ```

      See [the roof](roof.md).

      """, to: "docs/a.md")
  }

  private func short(_ options: String...) throws -> [String] {
    try Tool.docgen.run(["check", "-q", "-f", "short"] + options, in: project.folder).output
      .split(separator: "\n").map { String($0.drop { $0 != "[" }) }
  }

  @Test func `the short format has a line for each finding`() throws {
    #expect(try short() == ["[unknown-member]", "[unknown-member]", "[broken-link]"])
    let outcome = try project.docgen("check", "-f", "short")
    #expect(
      outcome.output.hasPrefix(
        "docs/a.md:7:9: error: `DoorMachine` has no member `widht` [unknown-member]\n"),
      "\(outcome)")
    #expect(outcome.output.contains("\n\n3 errors in 1 document · "), "\(outcome)")
  }

  @Test func `rules are selected and ignored by name and by pattern`() throws {
    #expect(try short("--select", "broken-link") == ["[broken-link]"])
    #expect(
      try short("--select", "unknown-*,broken-link", "--ignore", "broken-*")
        == ["[unknown-member]", "[unknown-member]"])
    #expect(try short("--ignore", "unknown-member") == ["[broken-link]"])
    let outcome = try project.docgen("check", "--select", "unknown-membr")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains("unknown rule 'unknown-membr'; did you mean 'unknown-member'?"),
      "\(outcome)")
  }

  @Test func `only what is selected decides about the exit code, which may be zero`() throws {
    #expect(try project.docgen("check", "--select", "wrong-count").code == 0)
    #expect(try project.docgen("check").code == 1)
    #expect(try project.docgen("check", "--exit-zero").code == 0)
    try project.write("{ \"documents\": 3 }", to: ".docgen.json")
    #expect(try project.docgen("check", "--exit-zero").code == 2)
  }

  @Test func `the number of findings is limited, and the rest is counted`() throws {
    let outcome = try project.docgen("check", "-f", "short", "--max-findings", "1")
    #expect(
      outcome.output.contains("[unknown-member]\n\n… and 2 more (--max-findings)\n\n3 errors in"),
      "\(outcome)")
    #expect(outcome.code == 1)
  }

  @Test func `programs get all findings, or the number of those that are left out`() throws {
    let complete = try project.docgen("check", "-f", "json").output
    #expect(try project.docgen("check", "-f", "json", "--max-findings", "1").output == complete)
    for format in ["sarif", "junit"] {
      let all = try project.docgen("check", "-f", format).output
      #expect(try project.docgen("check", "-f", format, "--max-findings", "1").output == all)
    }
    let annotations = try project.docgen("check", "-f", "github", "--max-findings", "1").output
    #expect(annotations.hasSuffix("\n::notice::2 more (--max-findings)\n"), "\(annotations)")
    let comment = try project.docgen("check", "-f", "markdown", "--max-findings", "1").output
    #expect(comment.contains("\n… and 2 more.\n"), "\(comment)")
  }

  @Test func `statistics count the findings of each rule`() throws {
    let outcome = try project.docgen("check", "--statistics", "-q")
    #expect(outcome.output == "2  error    unknown-member\n1  error    broken-link\n")
  }

  @Test func `findings about a diagram have a heading`() throws {
    let output = try project.docgen("check").output
    #expect(
      output.hasPrefix(
        "class-diagram types=DoorMachine (docs/a.md:3), 2 findings:\n\ndocs/a.md:7:9"),
      "\(output)")
  }

  @Test func `a folder means its documents, and any Markdown file can be checked`() throws {
    #expect(try short("docs").count == 3)
    #expect(try short("docs/").count == 3)
    try project.write("See [the cellar](cellar.md).\n", to: "notes/deep/b.md")
    #expect(try short("notes") == ["[broken-link]"])
    #expect(try short("notes/deep/b.md", "docs/a.md").count == 4)
    #expect(try short().count == 3)
    let outcome = try project.docgen("check", "Sources", "docs/c.md")
    #expect(outcome.code == 2)
    #expect(outcome.contains("`Sources` has no Markdown files"), "\(outcome)")
    #expect(outcome.contains("`docs/c.md` does not exist"), "\(outcome)")
  }
}
