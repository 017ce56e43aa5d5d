import Foundation
import Testing

/// What `docgen check` makes of the history of real repositories.
@Suite struct HistoryTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    try project.write(#"{ "documents": ["docs/*.md"] }"#, to: ".docgen.json")
    try project.write(
      "# Words\n\nThe `DoorHandle` opens it, see `DoorHandle.turnAround()`.\n", to: "docs/words.md")
    try project.write(
      """
      struct DoorHandle {
        var isShiny = true
        func turnAround() {}
      }
      func makeHandle() -> DoorHandle { DoorHandle() }

      """, to: "Sources/App/Handle.swift")
    try FileManager.default.removeItem(at: project.folder.appending(path: "docs/a.md"))
    try project.git("init -q -b main")
    try project.commit("Documents agree with the code")
  }

  @Test func `a removed type is an error that names its commit`() throws {
    #expect(try project.docgen("check", "docs/words.md").code == 0)
    try FileManager.default.removeItem(
      at: project.folder.appending(path: "Sources/App/Handle.swift"))
    try project.commit("Remove the handle")
    let outcome = try project.docgen("check", "docs/words.md")
    #expect(outcome.code == 1)
    let words = try project.git("log -1 --format='%h %cs %s'")
    #expect(outcome.contains("= removed  \(words)"), "\(outcome)")
    #expect(outcome.contains("[unknown-symbol]"), "\(outcome)")
  }

  @Test func `a saved report does not make its names known, a new Swift file does`() throws {
    try project.remove("Sources/App/Handle.swift")
    try project.commit("Remove the handle")
    let first = try project.docgen("check", "--hints", "-f", "json", "docs/words.md")
    #expect(first.code == 1 && first.contains("DoorHandle"), "\(first)")
    try project.write(first.output, to: "report.json")
    let second = try project.docgen("check", "--hints", "-f", "json", "docs/words.md")
    #expect(second.output == first.output, "\(second)")
    try project.write("let handle = DoorHandle().turnAround()\n", to: "Examples/Use.swift")
    let third = try project.docgen("check", "docs/words.md")
    #expect(third.code == 0, "\(third)")
  }

  @Test func `a line written after the removal is only counted`() throws {
    try FileManager.default.removeItem(
      at: project.folder.appending(path: "Sources/App/Handle.swift"))
    try project.write("# Words\n", to: "docs/words.md")
    try project.commit("Remove the handle")
    let text = "# Words\n\nThe `DoorHandle` is elsewhere.\n"
    try project.write(text, to: "docs/later.md")
    try project.write(text, to: "docs/words.md")
    try project.commit("Explain")
    let outcome = try project.docgen("check", "docs/later.md")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("1 hint (--hints shows it)"), "\(outcome)")
    let hints = try project.docgen("check", "--hints", "docs/later.md")
    #expect(hints.contains("note: nothing in the code is called `DoorHandle`"), "\(hints)")
    let certain = try project.docgen(
      "check", "--hints", "--min-confidence", "high", "docs/later.md")
    #expect(!certain.contains("DoorHandle"), "\(certain)")
    // This page named it before the removal as well.
    let reworded = try project.docgen("check", "--hints", "docs/words.md")
    #expect(reworded.contains("warning: nothing in the code is called `DoorHandle`"), "\(reworded)")
  }

  @Test func `a rename that the commit shows is fixed, and nothing else`() throws {
    let source = try project.text("Sources/App/Handle.swift")
    try project.write(
      source.replacing("DoorHandle", with: "DoorKnob"), to: "Sources/App/Handle.swift")
    try project.commit("Call it a knob")
    let outcome = try project.docgen("fix", "--check", "docs/words.md")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try project.text("docs/words.md").contains("The `DoorKnob` opens it"))
    try project.write("# Words\n\nThe `DoorMachime` opens.\n", to: "docs/words.md")
    _ = try project.docgen("fix", "--check", "docs/words.md")
    #expect(try project.text("docs/words.md").contains("DoorMachime"))
  }

  @Test func `a growing history is read in part, on top of the cache`() throws {
    try FileManager.default.removeItem(
      at: project.folder.appending(path: "Sources/App/Handle.swift"))
    try project.commit("Remove the handle")
    #expect(try project.docgen("check", "docs/words.md").code == 1)
    try project.write("struct DoorHandle { func turnAround() {} }\n", to: "Sources/App/New.swift")
    try project.commit("Bring it back")
    #expect(try project.docgen("check", "docs/words.md").code == 0)
    try FileManager.default.removeItem(at: project.folder.appending(path: "Sources/App/New.swift"))
    try project.commit("Remove it again")
    let outcome = try project.docgen("check", "docs/words.md")
    #expect(outcome.contains("Remove it again"), "\(outcome)")
  }

  @Test func `without history a missing name is not an error, and a note says so once`() throws {
    try FileManager.default.removeItem(
      at: project.folder.appending(path: "Sources/App/Handle.swift"))
    try FileManager.default.removeItem(at: project.folder.appending(path: ".git"))
    let outcome = try project.docgen("check", "docs/words.md")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.errors.components(separatedBy: "no complete Git history").count == 2, "\(outcome)")
  }
}
