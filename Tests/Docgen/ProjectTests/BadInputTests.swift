import Foundation
import Testing

@Suite struct BadInputTests {
  @Test func `the small project is sound: generate, then check`() throws {
    let project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text("docs/a.md").contains("closed --> open: pushed"))
    let outcome = try project.docgen("check")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.contains("1 document agrees · 1 diagram agrees"), "\(outcome)")
  }

  /// A page, the position and text of its finding, and the exit code.
  @Test(arguments: [
    (
      "# Page\n\n<!-- docgen:begin state-diagram machine=Door -->\ntext\n", "docs/a.md:3:1",
      "[unclosed-region]", 4 as Int32
    ),
    ("# Page\n\n<!-- docgen:end -->\n", "docs/a.md:3:1", "[unmatched-end]", 4),
    (
      """
      <!-- docgen:begin state-diagram -->
      <!-- docgen:begin state-diagram -->
      <!-- docgen:end -->
      <!-- docgen:end -->

      """, "docs/a.md:2:1", "[nested-region]", 4
    ),
    (
      "<!-- docgen:begn state-diagram -->\n<!-- docgen:end -->\n", "docs/a.md:1:6",
      "did you mean `docgen:begin`?", 4
    ),
    (
      "<!-- docgen:begin state-diagram machne=Door -->\n<!-- docgen:end -->\n", "docs/a.md:1:33",
      "did you mean `machine`?", 4
    ),
    (
      "<!-- docgen:begin state-digram -->\n<!-- docgen:end -->\n", "docs/a.md:1:19",
      "did you mean `state-diagram`?", 4
    ),
    (
      "<!-- docgen:begin state-diagram labels=evnts -->\n<!-- docgen:end -->\n",
      "docs/a.md:1:40", "did you mean `events`?", 4
    ),
    (
      "<!-- docgen:begin state-diagram machine=Dor -->\n<!-- docgen:end -->\n", "docs/a.md:1:33",
      "did you mean `Door`?", 1
    ),
    (
      "<!-- docgen:begin class-diagram types=Do* radius=2 -->\n<!-- docgen:end -->\n",
      "docs/a.md:1:43", "`radius` needs `around` [missing-argument]", 1
    ),
  ])
  func `a bad page is reported by line and column, with advice`(
    page: String, place: String, words: String, code: Int32
  ) throws {
    let project = try SmallProject()
    try project.write(page, to: "docs/a.md")
    for command in ["check", "generate"] {
      let outcome = try project.docgen(command)
      #expect(outcome.output.contains("\(place): error: "), "\(command): \(outcome)")
      #expect(outcome.output.contains(words), "\(command): \(outcome)")
      #expect(outcome.code == code, "\(command): \(outcome)")
      #expect(try project.text("docs/a.md") == page)
    }
  }

  @Test func `a diagram that Mermaid would refuse is shown with its place in the page`() throws {
    let project = try SmallProject()
    let page = """
      <!-- docgen:verify sequence scenarios=open -->

      ```mermaid
      sequenceDiagram
          A->>
      ```

      """
    try project.write(page, to: "docs/a.md")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1)
    #expect(outcome.contains("docs/a.md:5:9: error: "), "\(outcome)")
    #expect(outcome.contains("[mermaid-syntax]"), "\(outcome)")
  }

  @Test func `a page that is not UTF-8 is refused at its first bad byte`() throws {
    let project = try SmallProject()
    let bytes = Data("# Page\n\ncaf\u{E9}".unicodeScalars.map { UInt8($0.value) })
    try project.write(bytes, to: "docs/a.md")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4)
    #expect(outcome.contains("docs/a.md:3:4: error: "), "\(outcome)")
  }

  @Test func `an empty page is a warning, not an error`() throws {
    let project = try SmallProject()
    try project.write("", to: "docs/a.md")
    let outcome = try project.docgen("check", "--hints")
    #expect(outcome.code == 0)
    #expect(outcome.contains("docs/a.md: warning: the document is empty"), "\(outcome)")
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text("docs/a.md").isEmpty)
  }

  @Test func `a page of 11 MB is read, and its marker found at the end`() throws {
    let project = try SmallProject()
    func text(_ line: String, bytes: Int) -> String {
      String(repeating: line, count: bytes / line.utf8.count)
    }
    // Mostly comments, because rules read each name of running text and of listings.
    let line = String(repeating: "a long line of a comment ", count: 20)
    try project.write(
      text("A line of text with `code` and nothing else to see.\n\n", bytes: 500_000)
        + text("<!-- \(line) -->\n\n", bytes: 10_600_000) + "<!-- docgen:end -->\n",
      to: "docs/a.md")
    let outcome = try project.docgen("check", "--hints")
    #expect(outcome.code == 4)
    #expect(outcome.contains("[unmatched-end]"), "\(outcome.output.prefix(2_000))")
    #expect(
      outcome.contains("docs/a.md: warning: the document is 11 MB long"),
      "\(outcome.output.prefix(2_000))")
  }

  @Test func `a garbled line of a trace is named`() throws {
    let project = try SmallProject()
    let garbled = SmallProject.trace.replacingOccurrences(of: "\"span\":1,\"from\"", with: "\"spa")
    try project.write(garbled, to: "traces/open.jsonl")
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 4)
    #expect(outcome.contains("traces/open.jsonl:3:"), "\(outcome)")
    #expect(!outcome.contains("wrote"), "\(outcome)")
    #expect(try project.text("docs/a.md") == SmallProject.page)
  }

  @Test func `a truncated trace is reported as such`() throws {
    let project = try SmallProject()
    try project.write(String(SmallProject.trace.dropLast(60)), to: "traces/open.jsonl")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4)
    #expect(outcome.contains("was the recording cut off?"), "\(outcome)")
  }

  @Test func `a Swift file with a syntax error is named, and the rest of it is read`() throws {
    let project = try SmallProject()
    try project.write(SmallProject.source + "\nfunc broken( {\n", to: "Sources/App/Door.swift")
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text("docs/a.md").contains("closed --> open: pushed"))
    let outcome = try project.docgen("check")
    #expect(outcome.code == 0)
    #expect(outcome.contains("Sources/App/Door.swift:15:"), "\(outcome)")
    #expect(outcome.contains("warning: "), "\(outcome)")
  }

  @Test func `generate keeps a region that would lose a name in a damaged file`() throws {
    let project = try SmallProject()
    try project.write(
      SmallProject.page.replacing(
        "state-diagram machine=Door", with: "class-diagram types=DoorMachine"),
      to: "docs/a.md")
    #expect(try project.docgen("generate").code == 0)
    let page = try project.text("docs/a.md")
    #expect(page.contains("width"))
    let damaged = SmallProject.source.replacing("let width = 90", with: "let = width")
    try project.write(damaged, to: "Sources/App/Door.swift")
    try expectKept(page, region: "class-diagram", in: project)
    #expect(try project.docgen("generate", "--force").code == 0)
    #expect(try project.text("docs/a.md") != page)
  }

  private func expectKept(_ page: String, region: String, in project: SmallProject) throws {
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("the region `\(region)` was not written"), "\(outcome)")
    #expect(try project.text("docs/a.md") == page)
    #expect(try project.docgen("check").code == 0)
  }

  @Test func `generate keeps a region that would lose a step of a damaged body`() throws {
    let project = try SmallProject()
    let source = """
      struct Turnstile {
        enum State { case locked, open }
        var state = State.locked
        mutating func insertCoin() {
          if state == .locked { state = .open }
        }
        mutating func push() {
          if state == .open { state = .locked }
        }
      }
      """
    let marker = "docgen:begin state-diagram machine=Turnstile.state"
    try project.write("# A\n\n<!-- \(marker) -->\n<!-- docgen:end -->\n", to: "docs/a.md")
    try project.write(source, to: "Sources/App/Turnstile.swift")
    #expect(try project.docgen("generate").code == 0)
    let page = try project.text("docs/a.md")
    #expect(page.contains("locked --> open"))
    let damaged = source.replacing("insertCoin() {", with: "insertCoin() {\n      let = = 1")
      .replacing("state = .open", with: "state == == .open")
    try project.write(damaged, to: "Sources/App/Turnstile.swift")
    try expectKept(page, region: "state-diagram", in: project)
  }

  @Test func `an unreadable file is named`() throws {
    let project = try SmallProject()
    let path = project.folder.appendingPathComponent("docs/b.md").path
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "/proc/self/mem")
    try project.write("not a folder", to: "docs/c.md")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4, "\(outcome)")
    #expect(outcome.contains("docs/b.md: error: the file cannot be read"), "\(outcome)")
  }

  @Test func `the error for a missing configuration shows where docgen searched, and advice`()
    throws
  {
    let project = try SmallProject()
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent(".docgen.json"))
    let outcome = try project.docgen("check")
    #expect(outcome.code == 2)
    #expect(outcome.contains("found no .docgen.json here or in any folder above"), "\(outcome)")
  }

  @Test(arguments: [
    (
      "{ \"document\": [] }",
      ".docgen.json:1:3: error: unknown key `document`; did you mean `documents`?"
    ),
    (
      "{ \"documents\": \"docs\" }",
      ".docgen.json:1:16: error: `documents` must be a list of patterns"
    ),
    ("{ \"documents\": [", ".docgen.json:1:17: error: "),
    (
      "{ \"documents\": [], \"documents\": [] }",
      ".docgen.json:1:20: error: `documents` is given twice"
    ),
  ])
  func `a wrong configuration is shown with its place`(text: String, expected: String) throws {
    let project = try SmallProject()
    try project.write(text, to: ".docgen.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 2)
    #expect(outcome.contains(expected), "\(outcome)")
  }

  @Test func `a configuration that matches no document is an error`() throws {
    let project = try SmallProject()
    try project.write("{ \"documents\": [\"none/*.md\"] }", to: ".docgen.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 2)
    #expect(outcome.contains("no file matches `documents`: `none/*.md`"), "\(outcome)")
    try project.write(try project.text(".docgen.json"), to: "own.json")
    let named = try project.docgen("check", "-c", "own.json")
    #expect(named.output.hasPrefix("own.json: error: no file matches"), "\(named)")
    #expect(named.contains("relative to the folder of own.json"), "\(named)")
  }

  @Test func `a pattern without a match is reported even if others match`() throws {
    let project = try SmallProject()
    try project.write(
      """
      { "documents": ["docs/*.md", "docs/moved.md"], "sources": ["Sources", "Sources/**/*.swift"] }
      """, to: ".docgen.json")
    let outcome = try project.docgen("check")
    #expect(outcome.contains("warning: no file matches `documents`: `docs/moved.md`"), "\(outcome)")
    #expect(outcome.contains("warning: no file matches `sources`: `Sources`"), "\(outcome)")
    #expect(
      outcome.contains("`Sources` is a folder; the files in it are `Sources/**/*.swift`"),
      "\(outcome)")
    // The default patterns may match nothing.
    try project.write("{}", to: ".docgen.json")
    #expect(try !project.docgen("check").contains("no file matches"))
  }

  @Test func `a contract whose page is removed is broken`() throws {
    let project = try SmallProject()
    let rest = try project.text(".docgen.json").dropFirst()
    try project.write(
      #"{ "contracts": { "docs/*.md": {}, "docs/gone.md": { "lines": 3 } },"# + rest,
      to: ".docgen.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains(
        ".docgen.json: error: the document `docs/gone.md` of a contract does not exist [page-contract]"
      ),
      "\(outcome)")
    #expect(!outcome.contains("`docs/*.md`"), "\(outcome)")
  }

  @Test func `a page that is named twice is written once`() throws {
    let project = try SmallProject()
    let outcome = try project.docgen("generate", "docs/a.md", "./docs/a.md")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output == "wrote docs/a.md  (1 region)\n")
  }

  @Test func `two traces of one scenario are reported`() throws {
    let project = try SmallProject()
    try project.write(SmallProject.trace, to: "traces/second.jsonl")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4)
    #expect(outcome.contains("traces/second.jsonl:1:1: error: "), "\(outcome)")
  }

  @Test func `hand-written text in a new region is not overwritten`() throws {
    let project = try SmallProject()
    let page = SmallProject.page.replacingOccurrences(
      of: "machine=Door -->\n", with: "machine=Door -->\nMine.\n")
    try project.write(page, to: "docs/a.md")
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(outcome.contains("contains text that docgen did not write"), "\(outcome)")
    #expect(try project.text("docs/a.md") == page)
    #expect(try project.docgen("generate", "--force").code == 0)
  }

  @Test func `a folder that links to itself is entered once`() throws {
    let project = try SmallProject()
    try project.write(
      SmallProject.configuration.replacingOccurrences(of: "docs/*.md", with: "docs/**/*.md"),
      to: ".docgen.json")
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.appendingPathComponent("docs/loop").path, withDestinationPath: ".")
    #expect(try project.docgen("generate").output == "wrote docs/a.md  (1 region)\n")
  }

  @Test func `a document that is not configured is a wrong command line`() throws {
    let project = try SmallProject()
    let outcome = try project.docgen("check", "docs/b.md")
    #expect(outcome.code == 2)
    #expect(outcome.contains("did you mean `docs/a.md`?"), "\(outcome)")
  }

  @Test func `generating twice gives the same bytes, whatever the line endings`() throws {
    for ending in ["\n", "\r\n"] {
      let project = try SmallProject()
      let page = "\u{FEFF}" + SmallProject.page.replacingOccurrences(of: "\n", with: ending) + "end"
      try project.write(page, to: "docs/a.md")
      #expect(try project.docgen("generate").code == 0)
      let first = try project.text("docs/a.md")
      #expect(first.hasPrefix("\u{FEFF}# Page\(ending)"))
      #expect(first.hasSuffix("-->\(ending)end"))
      #expect(!first.replacingOccurrences(of: ending, with: "").contains("\n"))
      #expect(try project.docgen("generate").code == 0)
      #expect(try project.text("docs/a.md") == first)
      #expect(try project.docgen("check").code == 0)
    }
  }

  @Test func `a hand edit is reported by check and refused by generate, unless forced`() throws {
    let project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
    let edited = try project.text("docs/a.md").replacingOccurrences(
      of: "closed --> open: pushed", with: "closed --> open: kicked")
    try project.write(edited, to: "docs/a.md")
    let check = try project.docgen("check")
    #expect(check.code == 1)
    #expect(
      check.contains("docs/a.md:7:22: error: the generated region `state-diagram`"), "\(check)")
    #expect(try project.docgen("generate").code == 3)
    #expect(try project.text("docs/a.md") == edited)
    #expect(try project.docgen("generate", "--force").code == 0)
    #expect(try project.docgen("check").code == 0)
  }

  @Test func `the exit code is that of the most severe finding`() throws {
    let project = try SmallProject()
    try project.write(
      "<!-- docgen:begin state-diagram machine=Dor -->\n<!-- docgen:end -->\n", to: "docs/b.md")
    #expect(try project.docgen("check").code == 1)
    try project.write("<!-- docgen:end -->\n", to: "docs/c.md")
    #expect(try project.docgen("check").code == 4)
    #expect(try project.docgen("check", "--formt", "text").code == 2)
  }
}
