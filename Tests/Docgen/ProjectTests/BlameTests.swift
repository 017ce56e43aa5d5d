import Foundation
import JSON
import Testing

/// `docgen check --blame` in real repositories.
@Suite struct BlameTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    try project.write(
      """
      # Words

      Opens to <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> degrees, see `apply(_:)`.

      """, to: "docs/words.md")
    #expect(try project.docgen("generate").code == 0)
    try project.git("init -q -b main")
    try project.commit("Documents as the code is")
  }

  private func replace(_ old: String, with new: String) throws {
    let source = try project.text("Sources/App/Door.swift")
    try #require(source.contains(old))
    try project.write(source.replacing(old, with: new), to: "Sources/App/Door.swift")
  }

  /// `3f9a2c1 2026-03-01 subject` of a revision.
  private func words(_ revision: String = "HEAD") throws -> String {
    try project.git("log -1 --format='%h %cs %s' \(revision)")
  }

  @Test func `a changed value gets the commit of its line, not a later one`() throws {
    try replace("width = 90", with: "width = 80")
    try project.commit("The door opens less far")
    try replace("struct DoorMachine", with: "public struct DoorMachine")
    try project.commit("Everybody may see the door")
    let outcome = try project.docgen("check", "--blame", "docs/words.md")
    #expect(outcome.code == 1)
    let line = "= changed   \(try words("HEAD~1"))"
    #expect(outcome.contains(line), "\(outcome)")
    #expect(outcome.contains("Sources/App/Door.swift:4\n"), "\(outcome)")
    #expect(!outcome.contains("Everybody"), "\(outcome)")
    #expect(try !project.docgen("check", "docs/words.md").contains("= changed"))
  }

  @Test func `a missing name gets the commit that removed it`() throws {
    try replace("mutating func apply(", with: "mutating func take(")
    try project.commit("An event is taken")
    try replace("width = 90", with: "width = 80")
    try project.commit("The door opens less far")
    let outcome = try project.docgen("check", "--blame", "docs/words.md")
    let findings = outcome.output.components(separatedBy: "\n\n")
    let unknown = try #require(findings.first { $0.contains("[unknown-symbol]") }, "\(outcome)")
    #expect(unknown.contains("changed  \(try words("HEAD~1"))"), "\(outcome)")
    let stale = try #require(findings.first { $0.contains("[stale-value]") }, "\(outcome)")
    #expect(stale.contains("changed   \(try words())"), "\(outcome)")
  }

  @Test func `changes before the document was touched are not blamed`() throws {
    try replace("width = 90", with: "width = 80")
    try project.commit("The door opens less far")
    try project.write(try project.text("docs/words.md") + "\nMore.\n", to: "docs/words.md")
    try project.commit("More words")
    let outcome = try project.docgen("check", "--blame", "docs/words.md")
    #expect(outcome.code == 1)
    #expect(!outcome.contains("changed"), "\(outcome)")
  }

  @Test func `uncommitted changes are labeled as such`() throws {
    try replace("width = 90", with: "width = 80")
    let outcome = try project.docgen("check", "--blame", "docs/words.md")
    #expect(outcome.contains("= changed   not committed yet"), "\(outcome)")
  }

  @Test func `programs get the commit as an object, in JSON and SARIF`() throws {
    try replace("width = 90", with: "width = 80")
    try project.commit("The door opens \"less\" far")
    let expected = [
      "hash": try project.git("log -1 --format=%h"), "date": try project.git("log -1 --format=%cs"),
      "subject": "The door opens \"less\" far",
    ]
    func object(_ format: String) throws -> [String: Any]? {
      let text = try project.docgen("check", "--blame", "-f", format, "docs/words.md").output
      return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }
    let findings = try object("json")?["findings"] as? [[String: Any]]
    let evidence = try #require(findings?.first?["evidence"] as? [[String: Any]])
    #expect(evidence.last?["kind"] as? String == "changed")
    #expect(evidence.last?["commit"] as? [String: String] == expected)
    let run = (try object("sarif")?["runs"] as? [[String: Any]])?.first
    let result = (run?["results"] as? [[String: Any]])?.first
    let properties = result?["properties"] as? [String: Any]
    #expect(properties?["commits"] as? [[String: String]] == [expected])
  }

  @Test func `a missing history is reported once, and nothing else differs`() throws {
    try replace("width = 90", with: "width = 80")
    let plain = try project.docgen("check", "docs/words.md")
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent(".git"))
    let outcome = try project.docgen("check", "--blame", "docs/words.md")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("no history to blame"), "\(outcome)")
    #expect(
      outcome.output.split(separator: "\n").dropLast()
        == plain.output.split(separator: "\n").dropLast())
  }

  @Test func `an uncommitted document, and one of a shallow clone, blame no commit`() throws {
    try replace("width = 90", with: "width = 80")
    try project.commit("The door opens less far")
    try project.git("mv docs/words.md docs/moved.md")
    let untracked = try project.docgen("check", "--blame", "docs/moved.md")
    #expect(untracked.code == 1 && !untracked.contains("changed"), "\(untracked)")
    try project.git("reset -q --hard")
    let clone = project.folder.appendingPathComponent("clone")
    try project.git("clone -q --depth 1 \"file://$PWD\" clone")
    let shallow = try Tool.docgen.run(["check", "--blame", "docs/words.md"], in: clone)
    #expect(shallow.code == 1 && !shallow.contains("changed"), "\(shallow)")
    #expect(shallow.errors.contains("git fetch --unshallow"), "\(shallow)")
  }

  @Test func `a generated region gets the commit that added the missing parts`() throws {
    try project.write(
      """
      # Door

      <!-- docgen:begin class-diagram types=DoorMachine members=all -->
      <!-- docgen:end -->

      """, to: "docs/class.md")
    #expect(try project.docgen("generate").code == 0)
    try project.commit("A picture")
    try replace("static let width = 90", with: "static let width = 90\n  static let height = 200")
    try project.commit("The door has a height")
    try replace("break", with: "state = .open")
    try project.commit("A push keeps it open")
    let outcome = try project.docgen("check", "--blame", "docs/class.md")
    #expect(outcome.contains("changed"), "\(outcome)")
    #expect(outcome.contains(try words("HEAD~1")), "\(outcome)")
    #expect(!outcome.contains(try words()), "\(outcome)")
  }
}
