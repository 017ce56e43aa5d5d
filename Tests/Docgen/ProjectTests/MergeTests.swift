import Foundation
import Testing

/// Manual additions to a generated region survive code changes, or their loss is reported.
@Suite struct MergeTests {
  private let project: SmallProject
  private let page = "docs/a.md"

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
  }

  /// Replaces the arrow of the generated diagram with `new`.
  private func edit(_ new: String) throws { try edit("closed --> open: pushed\n", new) }

  private func edit(_ old: String, _ new: String) throws {
    let text = try project.text(page)
    try #require(text.contains(old), "\(text)")
    try project.write(text.replacing(old, with: new), to: page)
  }

  /// The door can be locked now.
  private func changeCode() throws {
    try project.write(
      SmallProject.source.replacing("case closed, open", with: "case closed, open, locked")
        .replacing("case pushed ", with: "case pushed, keyTurned ")
        .replacing(
          "case (.open, .pushed)",
          with: "case (.closed, .keyTurned): state = .locked\n    case (.open, .pushed)"),
      to: "Sources/App/Door.swift")
    try project.write(
      SmallProject.trace.replacing(
        #"{"name":"open"}]"#, with: #"{"name":"open"},{"name":"locked"}]"#
      )
      .replacing(#"["pushed"]"#, with: #"["pushed","keyTurned"]"#)
      .replacing(
        #""to":"open"}]}"#,
        with: #""to":"open"},{"from":"closed","event":"keyTurned","to":"locked"}]}"#),
      to: "traces/open.jsonl")
  }

  @Test func `notes, styles and comments are not edits, and survive changes of the code`() throws {
    let added = """
      closed --> open: pushed
          note right of open : mind the wind
          %% drawn for the handbook
          classDef hot fill:#f00
          class open hot

      """
    try edit(added)
    #expect(try project.docgen("check").code == 0)
    #expect(try project.docgen("generate").contains("nothing to change"))
    try changeCode()
    let stale = try project.docgen("check")
    #expect(stale.contains("[stale-region]") && !stale.contains("[hand-edited-region]"), "\(stale)")
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 0, "\(outcome)")
    let text = try project.text(page)
    #expect(text.contains("closed --> locked: keyTurned\n"), "\(text)")
    for line in added.split(separator: "\n") { #expect(text.contains(line), "\(text)") }
    let check = try project.docgen("check")
    #expect(check.code == 0, "\(check)")
    #expect(try project.docgen("generate").contains("nothing to change"))
    #expect(try project.text(page) == text)
  }

  @Test func `blank lines stay where docgen writes them`() throws {
    try project.write(
      "struct House { var door = DoorMachine() }\n",
      to: "Sources/App/House.swift")
    try project.write(
      "<!-- docgen:begin class-diagram types=\"DoorMachine House\" -->\n<!-- docgen:end -->\n",
      to: page)
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text(page).contains("    }\n\n    House *-- DoorMachine\n"))
    try edit("House *-- DoorMachine\n", "House *-- DoorMachine\n    note for House \"by hand\"\n")
    try project.write(
      SmallProject.source.replacing("width", with: "breadth"), to: "Sources/App/Door.swift")
    #expect(try project.docgen("generate").code == 0)
    let text = try project.text(page)
    #expect(text.contains("breadth") && text.contains("note for House \"by hand\""), "\(text)")
    #expect(text.contains("    }\n\n    House *-- DoorMachine\n"), "\(text)")
    #expect(try project.docgen("generate").contains("nothing to change"))
  }

  @Test func `a changed arrow is a conflict: it is shown, and nothing is written`() throws {
    try edit("closed --> open: kicked\n")
    try changeCode()
    let before = try project.text(page)
    let outcome = try project.docgen("generate", "--diff")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(outcome.contains("[hand-edited-region]"), "\(outcome)")
    #expect(outcome.contains("closed --> open: kicked"), "\(outcome)")
    #expect(try project.text(page) == before)
  }

  @Test func `a note that fits nowhere is a conflict, and force drops it`() throws {
    try changeCode()
    #expect(try project.docgen("generate").code == 0)
    try edit(
      "closed --> locked: keyTurned\n", "closed --> locked: keyTurned\n    note left of locked: x\n"
    )
    #expect(try project.docgen("check").code == 0)
    try project.write(SmallProject.trace, to: "traces/open.jsonl")
    try project.write(SmallProject.source, to: "Sources/App/Door.swift")
    let before = try project.text(page)
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 3)
    #expect(
      outcome.contains("the additions by hand to `state-diagram` no longer have a place"),
      "\(outcome)")
    #expect(try project.text(page) == before)
    #expect(try project.docgen("generate", "--force").code == 0)
    #expect(try !project.text(page).contains("note"))
    #expect(try project.docgen("check").code == 0)
  }

  @Test func `text next to the diagram counts as an edit`() throws {
    try edit("```\n", "```\n\nMy words.\n")
    let outcome = try project.docgen("check")
    #expect(outcome.contains("[hand-edited-region]"), "\(outcome)")
    try changeCode()
    #expect(try project.docgen("generate").code == 3)
  }

  @Test func `an end marker without the meaning is completed`() throws {
    let text = try project.text(page)
    let note = try #require(text.firstMatch(of: /docgen:end ([0-9a-f]{16}) -->/)).1
    try project.write(text.replacing(note, with: note.prefix(8)), to: page)
    #expect(try project.docgen("check").code == 0)
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text(page) == text)
  }
}
