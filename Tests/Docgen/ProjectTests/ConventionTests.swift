import Foundation
import Testing

/// `docgen check` on references that follow a convention it does not know.
@Suite struct ConventionTests {
  private let project: SmallProject

  /// Two pages with six links each, none of which resolves.
  init() throws {
    project = try SmallProject()
    try FileManager.default.removeItem(at: project.folder.appending(path: "docs/a.md"))
    try project.write(#"{ "documents": ["docs/*.md"] }"#, to: ".docgen.json")
    for name in ["one", "two"] {
      let links = (1...6).map { "See [room \($0)](\(name)-room\($0).md).\n" }
      try project.write("# Page\n\n" + links.joined(separator: "\n"), to: "docs/\(name).md")
    }
  }

  private static let sentence = "0 of 12 relative links resolve [unknown-convention]"

  @Test func `one warning takes the place of the errors`() throws {
    let outcome = try project.docgen("check")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains(".docgen.json: warning: \(Self.sentence)"), "\(outcome)")
    #expect(outcome.contains("12 warnings (--hints shows them)"), "\(outcome)")
    #expect(!outcome.contains("[broken-link]"), "\(outcome)")
  }

  @Test func `a page is judged by all references in the project`() throws {
    let outcome = try project.docgen("check", "docs/one.md")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains(Self.sentence), "\(outcome)")
  }

  @Test func `the configuration makes them errors again`() throws {
    try project.write(
      #"{ "documents": ["docs/*.md"], "severities": {"broken-link/medium": "error"} }"#,
      to: ".docgen.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("12 errors"), "\(outcome)")
  }

  @Test func `other links are errors if enough resolve`() throws {
    for number in 1...2 { try project.write("# Room\n", to: "docs/one-room\(number).md") }
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("10 errors"), "\(outcome)")
  }

  @Test func `a target that a commit removed stays an error`() throws {
    try project.git("init -q -b main")
    try project.write("# Room\n", to: "docs/two-room3.md")
    try project.commit("Describe the room")
    try FileManager.default.removeItem(at: project.folder.appending(path: "docs/two-room3.md"))
    try project.commit("Forget the room")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains("error: `docs/two-room3.md` does not exist [broken-link]"), "\(outcome)")
    #expect(outcome.contains("= removed  "), "\(outcome)")
    #expect(outcome.contains("1 error "), "\(outcome)")
  }
}
