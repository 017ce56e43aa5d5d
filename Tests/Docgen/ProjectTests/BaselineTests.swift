import Foundation
import Testing

/// A project that starts with findings: the baseline has them, new ones are reported, and the
/// number can only fall.
@Suite struct BaselineTests {
  private let project: SmallProject
  private let page = "docs/b.md"
  private let lies = ["`DoorMachine.hinges`\n", "[x](y.md)\n", "`DoorMachine.knob`\n"]

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
    try write(lies)
  }

  private func write(_ lines: [String]) throws {
    try project.write(lines.joined(separator: "\n"), to: page)
  }

  @Test func `known findings are counted wherever they are, and new ones are reported`() throws {
    #expect(try project.docgen("check").code == 1)
    let freeze = try project.docgen("baseline", "freeze")
    #expect(freeze.contains("3 findings accepted"), "\(freeze)")
    let check = try project.docgen("check")
    #expect(check.code == 0)
    #expect(check.contains(" · 3 known findings"), "\(check)")
    try write(["# A title\n", "Some words.\n"] + lies + ["`DoorMachine.handle`\n"])
    let later = try project.docgen("check")
    #expect(later.code == 1)
    #expect(later.contains("docs/b.md:11:2: error: "), "\(later)")
    #expect(later.contains("1 error in 1 of 2 documents"), "\(later)")
    #expect(try project.docgen("check", "--no-baseline").contains("4 errors in 1 of 2 documents"))
    #expect(try project.docgen("check", "-q", "docs/a.md").output.isEmpty)
  }

  @Test func `fixed findings must be removed, and an update accepts no new ones`() throws {
    #expect(try project.docgen("baseline", "freeze").code == 0)
    try write([lies[0], "`DoorMachine.handle`\n"])
    let check = try project.docgen("check")
    #expect(check.code == 1)
    #expect(
      check.contains("error: [broken-link] of docs/b.md is fixed, but the baseline still"),
      "\(check)")
    #expect(check.contains(".docgen-baseline.json:4:7: error: "), "\(check)")
    #expect(check.contains("3 errors in 2 files"), "\(check)")
    let update = try project.docgen("baseline", "update")
    #expect(update.code == 0)
    #expect(update.contains("fixed: [broken-link] of docs/b.md: "), "\(update)")
    let after = try project.docgen("check")
    #expect(after.contains("`DoorMachine` has no member `handle`"), "\(after)")
    #expect(
      after.contains("1 error in 1 of 2 documents · 1 diagram agrees · 1 known finding "),
      "\(after)")
  }

  @Test func `two findings that look alike are two`() throws {
    #expect(try project.docgen("baseline", "freeze").code == 0)
    try write(lies + [lies[1]])
    #expect(try project.docgen("check").contains("1 error in 1 of 2 documents"))
  }

  @Test func `a damaged baseline is not an empty one, and its findings stay unreported`() throws {
    let file = ".docgen-baseline.json"
    #expect(try project.docgen("baseline", "freeze").code == 0)
    try project.write(try project.text(file), to: "old.json")
    try project.write("<<<<<<< HEAD\n" + (try project.text(file)), to: file)
    #expect(try project.docgen("check").code == 4)
    for words in [["update"], ["compare", "old.json"]] {
      let outcome = try Tool.docgen.run(["baseline"] + words, in: project.folder)
      #expect(outcome.code == 4 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("\(file):1:1: error: "), "\(outcome)")
      #expect(outcome.errors.contains("or run `docgen baseline freeze`"), "\(outcome)")
    }
    #expect(try project.text(file).hasPrefix("<<<<<<<"))
    #expect(try project.docgen("baseline", "freeze").code == 0)
    #expect(try project.docgen("check").code == 0)
  }

  @Test func `an unreadable file is never a known finding`() throws {
    try write(["<!-- docgen:end -->\n"])
    #expect(try project.docgen("baseline", "freeze").code == 0)
    #expect(try project.docgen("check").code == 4)
  }

  @Test func `in CI freezing is refused, and comparing reports newly accepted findings`() throws {
    let file = ".docgen-baseline.json"
    try write([lies[0]])
    #expect(try project.docgen("baseline", "freeze").code == 0)
    let old = try project.text(file)
    try write(lies)
    let frozen = try Tool.docgen.run(
      ["baseline", "freeze"], in: project.folder, environment: ["CI": "true"])
    #expect(frozen.code == 2)
    #expect(frozen.errors.contains("in CI the baseline may only shrink"), "\(frozen)")
    #expect(try project.text(file) == old)
    #expect(try project.docgen("baseline", "freeze").code == 0)
    func compare() throws -> Outcome {
      try Tool.docgen.run(["baseline", "compare"], in: project.folder, input: Data(old.utf8))
    }
    let more = try compare()
    #expect(more.code == 1)
    #expect(more.output.split(separator: "\n").count == 2, "\(more)")
    #expect(more.contains("new: [broken-link] of docs/b.md: "), "\(more)")
    try project.write(old.replacing("\"coverage\": 1", with: "\"coverage\": 0.5"), to: file)
    #expect(try compare().output == "the coverage of Door: 0.5 (was 1)\n")
    try project.write(old, to: file)
    #expect(try compare().code == 0)
    #expect(try project.docgen("baseline", "compare", file).code == 0)
  }

  @Test(arguments: [
    (#"{"findings": {"a.md": {}}}"#, "1:23: error: expected a list of findings"),
    (#"{"findings": {"a.md": [{"rule": "x"}]}}"#, "1:24: error: expected an object with rule"),
  ])
  func `an invalid baseline is shown with its place`(text: String, expected: String) throws {
    try project.write(text, to: ".docgen-baseline.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4)
    #expect(outcome.contains(".docgen-baseline.json:\(expected)"), "\(outcome)")
  }
}
