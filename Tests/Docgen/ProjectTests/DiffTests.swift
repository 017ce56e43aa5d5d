import Foundation
import Testing

/// `docgen diff` in a real repository.
@Suite struct DiffTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
    try project.write(
      "Opens to <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> degrees.\n",
      to: "docs/it's ä.md")
    #expect(try git("init -q -b main && git add -A && \(Self.commit) one").code == 0)
    #expect(try git("tag start").code == 0)
  }

  private static let commit = "git -c user.name=a -c user.email=a@example.com commit -qm"

  private func git(_ words: String) throws -> Outcome {
    try Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "git \(words)"], in: project.folder)
  }

  private func change() throws {
    try project.write(
      SmallProject.source.replacing("width = 90", with: "width = 80"), to: "Sources/App/Door.swift")
    try project.write(
      try project.text("docs/a.md").replacing("closed --> open: pushed", with: "open --> closed"),
      to: "docs/a.md")
    try project.write(
      try project.text("docs/it's ä.md").replacing(">90<", with: ">80<"), to: "docs/it's ä.md")
    try project.write("```mermaid\nsequenceDiagram\n  A->>B: hi\n```\n", to: "docs/new.md")
  }

  @Test func `differences of the working tree from a revision are reported with their places`()
    throws
  {
    let same = try project.docgen("diff", "start")
    #expect(same.code == 0 && same.output == "the documents show no difference\n", "\(same)")
    try change()
    let outcome = try project.docgen("diff", "start")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("start:docs/a.md:7:"), "\(outcome)")
    #expect(
      outcome.contains(
        "\ndocs/a.md:7:5: added transition: the transition `open --> closed` is new\n"))
    #expect(
      outcome.contains("docs/it's ä.md: value `DoorMachine.width` was 90 and is 80\n"), "\(outcome)"
    )
    #expect(outcome.contains("the sequence diagram is new"), "\(outcome)")
  }

  @Test func `changed behavior is reported before the documents are regenerated`() throws {
    try project.write(
      SmallProject.source.replacing("width = 90", with: "width = 80"), to: "Sources/App/Door.swift")
    try project.write(
      SmallProject.trace.replacing(#""edges":["#, with: #""edges":[\#(Self.back),"#)
        .replacing(#"["pushed"]"#, with: #"["pushed","pulled"]"#), to: "traces/open.jsonl")
    let before = try project.text("docs/a.md")
    let outcome = try project.docgen("diff", "start")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.output.contains("value `DoorMachine.width` was 90 and is 80"), "\(outcome)")
    #expect(
      outcome.output.contains("added transition: the transition `open --> closed: pulled` is new"),
      "\(outcome)")
    #expect(outcome.errors.contains("docs/a.md is out of date"), "\(outcome)")
    #expect(try project.text("docs/a.md") == before)
    #expect(try project.docgen("generate").code == 0)
    let after = try project.docgen("diff", "start")
    #expect(after.output == outcome.output && after.errors.isEmpty, "\(after)")
  }

  private static let back = #"{"from":"open","event":"pulled","to":"closed"}"#

  @Test func `two revisions may be one word, as in git`() throws {
    try change()
    #expect(try git("add -A && \(Self.commit) two").code == 0)
    let told = try project.docgen("diff", "start", "HEAD")
    #expect(told.code == 1)
    for range in ["start..HEAD", "start..", "start..main"] {
      let outcome = try project.docgen("diff", range)
      #expect(outcome.code == 1, "\(outcome)")
      #expect(outcome.contains("value `DoorMachine.width` was 90 and is 80"), "\(outcome)")
    }
    #expect(try project.docgen("diff", "..start").code == 1)
    let unknown = try project.docgen("diff", "start..nowhere")
    #expect(unknown.code == 2)
    #expect(unknown.errors.hasPrefix("docgen: unknown Git revision `nowhere`\n"))
  }

  @Test func `a missing repository is reported without git's own messages`() throws {
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent(".git"))
    let outcome = try project.docgen("diff", "start")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(" is not in a Git repository, or git is not installed\n"))
  }

  @Test func `diagrams are paired by their markers, texts and headings, not by their order`()
    throws
  {
    let drawn = { (title: String, to: String) in
      "## \(title)\n\n```mermaid\nsequenceDiagram\n  A->>\(to): hi\n```\n\n"
    }
    let parts = [
      "## Door\n\n" + (try project.text("docs/a.md")) + "\n", drawn("First", "B"),
      drawn("Second", "C"),
    ]
    try project.write(parts.joined(), to: "docs/d.md")
    #expect(try git("add -A && \(Self.commit) three && git tag three").code == 0)
    try project.write(parts.reversed().joined(), to: "docs/d.md")
    #expect(try project.docgen("diff", "three").output == "the documents show no difference\n")
    try project.write(
      parts[2].replacing("A->>C", with: "A->>D") + parts[0] + parts[1], to: "docs/d.md")
    let outcome = try project.docgen("diff", "three")
    #expect(outcome.contains("D") && !outcome.contains("`A->>B"), "\(outcome)")
  }

  @Test func `two revisions are compared whatever is in the working tree, for people and programs`()
    throws
  {
    try change()
    #expect(try git("add -A && \(Self.commit) two && git rm -q docs/a.md").code == 0)
    let markdown = try project.docgen("diff", "-f", "markdown", "start", "HEAD")
    #expect(markdown.code == 1)
    #expect(markdown.output.hasPrefix("### docs/a.md\n\n- "), "\(markdown)")
    #expect(markdown.contains("\n- `DoorMachine.width` was 90 and is 80\n"), "\(markdown)")
    #expect(markdown.contains("```mermaid\nstateDiagram-v2\n"), "\(markdown)")
    let json = try project.docgen("diff", "--format=json", "start", "HEAD").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let pages = try #require(object?["pages"] as? [[String: Any]])
    #expect(pages.map { $0["page"] as? String } == ["docs/a.md", "docs/it's ä.md", "docs/new.md"])
    #expect((pages[1]["values"] as? [[String: String]])?.first?["new"] == "80")
    #expect(try project.docgen("diff", "HEAD").contains("the state diagram is gone"))
  }

  @Test func `an unknown revision is reported, and so is a folder without git`() throws {
    for name in ["nonsense", "--help-me", "start; touch x"] {
      let outcome = try project.docgen("diff", "--", name)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("unknown Git revision `\(name)`"), "\(outcome)")
    }
    #expect(
      !FileManager.default.fileExists(atPath: project.folder.appendingPathComponent("x").path))
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent(".git"))
    #expect(try project.docgen("diff", "start").code == 2)
  }
}
