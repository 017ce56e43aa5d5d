import Foundation
import JSON
import Testing

/// Several configurations in one run, and the owners of findings.
@Suite struct MonorepoTests {
  private let project: SmallProject

  /// Two packages with a shared base, each with an unknown name; one of them has a hint as well.
  init() throws {
    project = try SmallProject()
    for path in ["docs/a.md", "traces/open.jsonl", "Sources/App/Door.swift", ".docgen.json"] {
      try project.remove(path)
    }
    try project.write(
      #"{ "severities": {"unknown-symbol/medium": "error", "broken-link": "warning"} }"#,
      to: ".docgen.base.json")
    for name in ["apps/mail", "libs/door"] {
      try project.write(
        #"{ "extends": "../../.docgen.base.json", "documents": ["docs/**/*.md"] }"#,
        to: "\(name)/.docgen.json")
      try project.write(SmallProject.source, to: "\(name)/Sources/App/Door.swift")
      try project.write(
        "# Page\n\n`DoorMachine.widht` in [a](none.md).\n", to: "\(name)/docs/page.md")
    }
    try project.write("# Deep\n\n`DoorMachine.widht`\n", to: "apps/mail/docs/deep/page.md")
    try project.write(
      """
      # The owners of this repository

      * @all
      *.swift @swift  # not of a page
      /libs/ @door @qa
      /apps/mail/docs/* @mail
      [Section]
      **/docs/deep/
      """, to: ".github/CODEOWNERS")
    try project.git("init -q -b main")
    try project.commit("Begin")
  }

  private func json(_ outcome: Outcome) throws -> JSONNode {
    try JSONNode.parse(Array(outcome.output.utf8)[...])
  }

  private func places(_ outcome: Outcome) throws -> Set<String> {
    Set(
      try json(outcome)["findings"]?.elements.map {
        "\($0["file"]?.textValue ?? ""):\($0["start", "line"]?.integerValue ?? 0) "
          + ($0["rule"]?.textValue ?? "")
      } ?? [])
  }

  @Test func `one run checks with each configuration`() throws {
    let outcome = try project.docgen("check", "--recursive", "--hints", "-f", "json")
    #expect(outcome.code == 1)
    #expect(
      try places(outcome) == [
        "apps/mail/docs/page.md:3 unknown-symbol", "apps/mail/docs/page.md:3 broken-link",
        "apps/mail/docs/deep/page.md:3 unknown-symbol", "libs/door/docs/page.md:3 unknown-symbol",
        "libs/door/docs/page.md:3 broken-link",
      ])
    let text = try project.docgen("check", "--recursive")
    #expect(text.contains("libs/door/docs/page.md:3:2: error: "), "\(text)")
    #expect(text.contains("3 errors in 3 of 3 documents · 2 warnings (--hints"), "\(text)")
    #expect(
      try project.docgen("check", "--recursive", "--max-findings", "1").contains("and 2 more"))
    #expect(try project.docgen("check", "--recursive", "--select", "wrong-count").code == 0)
  }

  @Test func `a wrong configuration fails the run, and the others are checked`() throws {
    try project.write("{ \"documents\": [\"none/*.md\"] }", to: "libs/window/.docgen.json")
    let outcome = try project.docgen("check", "--recursive")
    #expect(outcome.code == 2)
    #expect(outcome.contains("libs/window/.docgen.json: error: no file matches"), "\(outcome)")
    #expect(outcome.contains("libs/door/docs/page.md:3:2: error: "), "\(outcome)")
    let folder = try EmptyScratch()
    let none = try Tool.docgen.run(["check", "--recursive"], in: folder.folder)
    #expect(none.code == 2 && none.errors.contains("found no .docgen.json"), "\(none)")
    let page = try project.docgen("check", "--recursive", "libs")
    #expect(page.code == 2 && page.errors.contains("takes no 'libs'"), "\(page)")
  }

  @Test func `one report shows the documents of all packages`() throws {
    let outcome = try project.docgen(
      "check", "--recursive", "--hints", "-f", "html", "--mermaid", "/none")
    #expect(outcome.code == 1)
    let start = try #require(outcome.output.firstRange(of: #"id="model">"#)?.upperBound)
    let end = try #require(outcome.output[start...].firstRange(of: "</script>")?.lowerBound)
    let model = try JSONNode.parse(Array(outcome.output[start..<end].utf8)[...])
    let names = model["files"]?.elements.compactMap(\.textValue) ?? []
    let found = model["findings"]?.elements.map { finding in
      let place = finding["at"]?.elements.compactMap(\.integerValue) ?? []
      return "\(names[place[0]]):\(place[1]) " + (finding["rule"]?.textValue ?? "")
    }
    #expect(
      try Set(found ?? [])
        == places(project.docgen("check", "--recursive", "--hints", "-f", "json")))
    #expect(
      model["pages"]?.elements.compactMap { $0["path"]?.textValue } == [
        "apps/mail/docs/deep/page.md", "apps/mail/docs/page.md", "libs/door/docs/page.md",
      ])
    #expect(names.contains("libs/door/Sources/App/Door.swift"), "\(names)")
    for number in 0..<3 {
      #expect(outcome.output.count(of: #"<article class="page" data-page="\#(number)""#) == 1)
    }
    #expect(try project.docgen("check", "--recursive", "-f", "html", "libs").code == 2)
  }

  @Test(.enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
  func `pictures of all packages have different names`() throws {
    for name in ["apps/mail", "libs/door"] {
      try project.write(
        """
        # Page

        <!-- docgen:verify state-diagram machine=DoorMachine.state -->
        ```mermaid
        stateDiagram-v2
            [*] --> closed
            closed --> open: pushed
            open --> closed: pushed
        ```

        """, to: "\(name)/docs/page.md")
    }
    let outcome = try Tool.docgen.run(
      ["check", "--recursive", "-f", "svg", "-o", "drift"], in: project.folder,
      environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
    #expect(outcome.code == 1, "\(outcome)")
    let folder = project.folder.appending(path: "drift").path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "apps-mail-docs-page.md-4.svg", "libs-door-docs-page.md-4.svg",
      ])
  }

  @Test func `findings name the owners of their files, and the last pattern counts`() throws {
    let outcome = try project.docgen("check", "--recursive", "-f", "json")
    let owners = try json(outcome)["findings"]?.elements.map { finding in
      "\(finding["file"]?.textValue ?? ""): "
        + (finding["owners"]?.elements.compactMap(\.textValue).joined(separator: " ") ?? "")
    }
    #expect(
      Set(owners ?? []) == [
        "apps/mail/docs/page.md: @mail", "apps/mail/docs/deep/page.md: ",
        "libs/door/docs/page.md: @door @qa",
      ])
    let sarif = try project.docgen("check", "--recursive", "-f", "sarif")
    #expect(sarif.contains(##""properties":{"owners":["@door","@qa"]}"##))
    let door = project.folder.appending(path: "libs/door")
    let page = try Tool.docgen.run(["check", "-f", "html", "--mermaid", "/none"], in: door)
    #expect(page.contains(##""owners":["@door","@qa"]"##))
    try project.remove(".github/CODEOWNERS")
    #expect(try !project.docgen("check", "--recursive", "-f", "json").contains("owners"))
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
