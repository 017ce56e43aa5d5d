import Foundation
import Testing

/// `docgen report`: the data in the file, without a browser.
@Suite struct ReportTests {
  private let project: SmallProject

  init() throws { project = try SmallProject() }

  private static func page(_ marker: String, _ diagram: String) -> String {
    "# Page\n\n<!-- docgen:\(marker) -->\n```mermaid\n\(diagram)\n```\n"
  }

  // MARK: - Verdicts

  @Test func `a state diagram shows what the code lacks, has more, and never does`() throws {
    try project.write(
      SmallProject.trace.replacing(
        #"{"from":"closed","event":"pushed","to":"open"}"#,
        with: #"{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pulled","#
          + #""to":"closed"},{"from":"open","event":"slammed","to":"closed"}"#),
      to: "traces/open.jsonl")
    try project.write(
      Self.page(
        "verify state-diagram machine=Door",
        "stateDiagram-v2\n  [*] --> closed\n  closed --> open: pushed\n  open --> ajar: pulled\n"
          + "  closed --> closed: kicked"), to: "docs/a.md")
    let report = try ReportFile(project)
    #expect(report.outcome.code == 1)
    let verdicts = report.verdicts()
    for expected in [
      "agrees closed --> open: pushed", "extra ajar", "extra open --> ajar: pulled",
      "extra closed --> closed: kicked", "missing open --> closed: pulled, slammed",
    ] {
      #expect(verdicts.contains(expected), "\(expected) in \(verdicts)")
    }
    let pushed = try report.element("closed --> open: pushed")
    #expect(pushed["count"] as? Int == 1 && report.scenarios(pushed) == ["open"])
    let missing = try report.element("open --> closed: pulled, slammed")
    #expect(
      missing["line"] == nil && missing["fix"] as? String == "open --> closed: pulled<br/>slammed")
    #expect((missing["findings"] as? [Int])?.isEmpty == false)
    let text = report.list("diagrams").first?["text"] as? String
    #expect(text?.hasSuffix("    open --> closed: pulled<br/>slammed\n") == true, "\(text ?? "")")
  }

  @Test func `a documented transition that no scenario takes is unobserved`() throws {
    try project.write(
      SmallProject.trace.replacing(
        #"{"from":"closed","event":"pushed","to":"open"}"#,
        with: #"{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pushed","#
          + #""to":"closed"}"#), to: "traces/open.jsonl")
    try project.write(
      SmallProject.source.replacing(
        "(.open, .pushed): break", with: "(.open, .pushed): state = .closed"),
      to: "Sources/App/Door.swift")
    try project.write(
      Self.page(
        "verify state-diagram machine=Door",
        "stateDiagram-v2\n  [*] --> closed\n  closed --> open: pushed\n  open --> closed: pushed"),
      to: "docs/a.md")
    let report = try ReportFile(project)
    #expect(report.verdicts().contains("unobserved open --> closed: pushed"))
    #expect(report.verdicts().contains("agrees [*] --> closed"))
    let replay = (report.list("diagrams").first?["replays"] as? [[String: Any]])?.first
    #expect(replay?["scenario"] as? String == "open")
    #expect((replay?["steps"] as? [[Int]])?.map { $0[1] } == [4])
  }

  @Test func `a sequence diagram shows a missing message after the one before it`() throws {
    try project.write(
      Self.page(
        "verify sequence scenarios=open",
        "sequenceDiagram\n  participant U as User\n  participant Door\n  U->>Door: lock()"),
      to: "docs/a.md")
    let changed = try ReportFile(project)
    #expect(changed.verdicts().contains { $0.hasSuffix("User ->> Door: lock()") })
    #expect(!changed.verdicts().contains("agrees User ->> Door: lock()"))
    try project.write(
      Self.page(
        "verify sequence scenarios=open",
        "sequenceDiagram\n  participant User\n  participant Door\n  User->>Door: push()\n"
          + "  Door->>User: thanks()"), to: "docs/a.md")
    let report = try ReportFile(project)
    #expect(report.verdicts().contains("agrees User ->> Door: push()"))
    #expect(report.verdicts().contains("extra Door ->> User: thanks()"))
    let push = try report.element("User ->> Door: push()")
    #expect(report.scenarios(push) == ["open"] && push["count"] as? Int == 1)
  }

  @Test func `a class diagram shows members and their declarations`() throws {
    try project.write(
      Self.page(
        "verify class-diagram", "classDiagram\n  class DoorMachine {\n    +state\n    +lock()\n  }"),
      to: "docs/a.md")
    let report = try ReportFile(project)
    #expect(report.verdicts().contains("extra DoorMachine : +lock()"), "\(report.verdicts())")
    let state = try report.element("DoorMachine : +state")
    #expect(report.declared(state) == ["Sources/App/Door.swift:5"])
    #expect(report.verdicts().contains { $0.hasPrefix("missing DoorMachine : ") })
  }

  @Test func `a missing member has the notation of a diagram`() throws {
    try project.write(
      """
      public struct Lid {
        public let size = 1
        public private(set) var angle = 0
        public static func lift(by degrees: Int) {}
        public func close() {}
      }
      """, to: "Sources/App/Lid.swift")
    try project.write(
      Self.page(
        "verify class-diagram", "classDiagram\n  class Lid {\n    +close()\n    +size\n  }"),
      to: "docs/a.md")
    let missing = try ReportFile(project).verdicts().filter { $0.hasPrefix("missing") }
    #expect(
      missing == ["missing Lid : angle", "missing Lid : lift(by degrees: Int)"], "\(missing)")
  }

  @Test func `a generated region shows both sides of its differences`() throws {
    #expect(try project.docgen("fix").code == 0)
    let fixed = try ReportFile(project)
    #expect(fixed.outcome.code == 0)
    #expect(fixed.list("diagrams").first?["basis"] as? String == "generated")
    #expect(fixed.verdicts().allSatisfy { $0.hasPrefix("agrees") }, "\(fixed.verdicts())")
    for (path, text) in [
      ("traces/open.jsonl", SmallProject.trace), ("Sources/App/Door.swift", SmallProject.source),
    ] {
      try project.write(text.replacing("open", with: "ajar"), to: path)
    }
    let report = try ReportFile(project)
    let verdicts = report.verdicts()
    #expect(verdicts.contains("agrees closed"), "\(verdicts)")
    #expect(verdicts.contains { !$0.hasPrefix("agrees") && $0.contains("open") }, "\(verdicts)")
    #expect(report.outcome.code == 1)
  }

  // MARK: - Findings, coverage, trend

  @Test func `a finding in text has its words, their number and its block`() throws {
    try project.write(
      "# Page\n\nFirst `DoorMachine.state`.\n\nThe word lock and\nthen `DoorMachine.lock()` here.\n",
      to: "docs/a.md")
    let report = try ReportFile(project)
    let found = try #require(report.list("findings").first)
    #expect(
      found["text"] as? String == "DoorMachine.lock()" && found["block"] as? Int == 5, "\(found)")
    #expect(found["nth"] == nil)
    try project.write(
      "# Page\n\nNot **DoorMachine.lock()** but `DoorMachine.lock()`.\n", to: "docs/a.md")
    let second = try ReportFile(project).list("findings").first { $0["text"] != nil }
    #expect(second?["nth"] as? Int == 1, "\(second ?? [:])")
  }

  @Test func `coverage, and the change since the baseline, are part of the data`() throws {
    #expect(try project.docgen("fix").code == 0)
    #expect(try project.docgen("baseline", "freeze").code == 0)
    try project.write(
      SmallProject.trace.replacing(
        #"{"from":"closed","event":"pushed","to":"open"}"#,
        with: #"{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pulled","#
          + #""to":"closed"}"#), to: "traces/open.jsonl")
    let report = try ReportFile(project)
    let machine = try #require(report.list("machines").first)
    #expect(machine["taken"] as? Int == 1 && machine["total"] as? Int == 2)
    let change = report.list("changes").first { ($0["name"] as? String)?.contains("Door") == true }
    #expect(change?["before"] as? Double == 1 && change?["now"] as? Double == 0.5)
  }

  @Test func `hints are part of the report only if they are asked for`() throws {
    try project.write(
      SmallProject.configuration.replacing("\"unknown-symbol/medium\": \"error\", ", with: ""),
      to: ".docgen.json")
    try project.write("# Page\n\nThen `DoorMachine.lock()` here.\n", to: "docs/a.md")
    #expect(try ReportFile(project).list("findings").isEmpty)
    #expect(try ReportFile(project, "--hints").list("findings").count == 1)
  }

  @Test func `an alert of GitHub has its title`() throws {
    try project.write(
      "# Page\n\n`DoorMachine.lock()`\n\n> [!WARNING]\n> Mind the *gap*.\n\n> [!NOTE]\n>\n> Alone.\n\n> [!OTHER]\n> x\n\n"
        + "```html\n<blockquote>\n<p>[!TIP]\n```\n", to: "docs/a.md")
    let html = try ReportFile(project, "--hints").html
    #expect(
      html.contains(
        "<blockquote class=\"alert warning\" data-sourcepos=\"5:1-6:17\">\n"
          + "<p class=\"alert-title\">Warning</p>\n"))
    #expect(html.contains(">Mind the <em>gap</em>.</p>"))
    #expect(html.contains("<p class=\"alert-title\">Note</p>\n<p"))
    #expect(html.components(separatedBy: "class=\"alert-title\"").count == 3)
    #expect(html.contains("[!OTHER]") && html.contains("[!TIP]"))
  }

  // MARK: - The command

  @Test func `check writes the same file with --format html`() throws {
    let report = try ReportFile(project)
    let check = try Tool.docgen.run(
      ["check", "--format", "html", "-o", "check.html"], in: project.folder,
      environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
    #expect(check.code == report.outcome.code && check.code == 1)
    #expect(try project.text("check.html") == report.html)
    let refused = try project.docgen("check", "-o", "check.txt")
    #expect(refused.code == 2 && refused.errors.contains("--format html"), "\(refused)")
  }

  @Test func `without Mermaid the report has the diagrams as text, and says so`() throws {
    let report = try ReportFile(project, mermaid: "/nowhere/mermaid.js")
    #expect(report.outcome.code == 1)
    #expect(report.outcome.errors.contains("/nowhere/mermaid.js"), "\(report.outcome)")
    #expect(report.html.components(separatedBy: "<script nonce=").count == 2)
    #expect(report.html.utf8.count < 200_000)
  }

  @Test func `addresses of places must be harmless templates`() throws {
    for (address, reason) in [
      ("javascript:alert('{path}')", "must begin with a scheme"),
      ("/files/{path}", "must begin with a scheme"), ("https://example.com/", "needs {path}"),
    ] {
      let outcome = try project.docgen("report", "--source-url", address)
      #expect(outcome.code == 2 && outcome.errors.contains(reason), "\(address): \(outcome)")
    }
    let report = try ReportFile(
      project, "--editor-url", "editor://open/{root}/{path}:{line}", "--source-url",
      "https://example.com/{path}#L{line}")
    #expect(report.html.contains("\"editor\":\"editor://open/"))
    #expect(report.html.contains("\"repository\":\"https://example.com/{path}#L{line}\""))
  }

  // MARK: - Safety

  @Test func `text of documents cannot end a script or become a tag`() throws {
    try project.write(
      "# </script><script>ran()</script> & \"title\"\n\n<img src=x onerror=ran()> `</script>`\n\n"
        + "![a](https://example.com/a.png) [b](javascript:ran())\n\n"
        + "`DoorMachine.nothing</script>` and <!-- </script> -->\n\n```mermaid\nstateDiagram-v2\n"
        + "  a --> b: </script><script>ran()\n```\n", to: "docs/</title><script>.md")
    let report = try ReportFile(project)
    // Mermaid's script, the data, and the report's own script; each is closed once.
    #expect(report.html.components(separatedBy: "</script>").count == 4)
    #expect(report.html.components(separatedBy: "<script").count == 4)
    #expect(
      report.html.contains("script-src 'nonce-") && report.html.contains("default-src 'none'"))
    let body = try #require(report.html.components(separatedBy: "<main").last)
    let documents = try #require(body.components(separatedBy: "</main>").first)
    #expect(!documents.contains("onerror") && !documents.contains("javascript:"))
    #expect(!documents.contains("https://example.com/a.png"))
  }
}
