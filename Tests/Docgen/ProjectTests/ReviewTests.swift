import Foundation
import Testing

/// `docgen review`, answered through standard input.
@Suite struct ReviewTests {
  private let project: SmallProject
  private let empty = SmallProject.page
  private let value =
    "At <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value --> degrees.\n"

  init() throws {
    project = try SmallProject()
    try project.write(value, to: "docs/b.md")
    try project.write(SmallProject.page, to: "docs/c.md")
  }

  private func accept(_ answers: String, _ words: String...) throws -> Outcome {
    try Tool.docgen.run(["review"] + words, in: project.folder, input: Data(answers.utf8))
  }

  private func isGenerated(_ page: String) throws -> Bool {
    try project.text(page).contains("closed --> open: pushed")
  }

  @Test func `each change is shown, and made if accepted`() throws {
    let outcome = try accept("y\nwhat\nn\ny\n")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("docs/a.md:3  docgen:begin state-diagram machine=Door\n@@"))
    #expect(outcome.contains("+    closed --> open: pushed\n"), "\(outcome)")
    #expect(outcome.contains("  70 → 90\n"), "\(outcome)")
    #expect(outcome.errors.contains("please answer with y, n, a or q"), "\(outcome)")
    #expect(outcome.contains("2 accepted, 1 left\n"), "\(outcome)")
    #expect(try isGenerated("docs/a.md"))
    #expect(try project.text("docs/b.md") == value)
    #expect(try isGenerated("docs/c.md"))
  }

  @Test func `quit and the end of input skip the rest; all accepts it`() throws {
    for answers in ["y\nq\n", "y\n"] {
      try project.write(empty, to: "docs/a.md")
      #expect(try accept(answers).contains("1 accepted, 2 left\n"))
      #expect(try isGenerated("docs/a.md") && project.text("docs/c.md") == empty)
    }
    let rest = try accept("a\n")
    #expect(rest.code == 0 && rest.contains("2 accepted, 0 left\n"), "\(rest)")
    #expect(try accept("").output == "there is nothing to review\n")
    #expect(try project.docgen("check").code == 0)
  }

  @Test func `an edit by hand is lost only if the author accepts it`() throws {
    #expect(try accept("", "--all").code == 0)
    let edited = try project.text("docs/a.md").replacing("open: pushed", with: "open: kicked")
    try project.write(edited, to: "docs/a.md")
    let refused = try accept("n\n")
    #expect(
      refused.contains("this region was edited by hand: the edit would be lost\n"), "\(refused)")
    #expect(try project.text("docs/a.md") == edited)
    #expect(try accept("y\n").code == 0)
    #expect(try project.docgen("check").code == 0)
  }
}
