import Foundation
import Testing

/// `docgen diff --format html`: two revisions side by side and as one picture.
@Suite struct ComparisonReportTests {
  private let project: SmallProject

  private static let page = """
    # Page

    ```mermaid
    stateDiagram-v2
      [*] --> closed
      closed --> open: pushed
      open --> ajar: pulled
    ```

    ```mermaid
    sequenceDiagram
      participant U as User
      U->>Door: ring()
      U->>Door: knock()
      U->>Door: push()
    ```

    ```mermaid
    flowchart LR
      App --> Core
      Core --> Tools
    ```

    The width is <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value -->.

    """

  init() throws {
    project = try SmallProject()
    try project.write(Self.page, to: "docs/a.md")
    try project.git("init -q -b main")
    try project.commit("one")
    try project.git("tag start")
    try project.write(
      Self.page.replacing("open --> ajar: pulled", with: "open --> closed: pulled")
        .replacing("closed --> open: pushed", with: "closed --> open: kicked")
        .replacing("participant U as User", with: "participant V as User")
        .replacing("  U->>Door: knock()\n", with: "").replacing("U->>", with: "V->>")
        .replacing("Core --> Tools", with: "Core --> Store").replacing(">90<", with: ">80<"),
      to: "docs/a.md")
    try project.commit("two")
  }

  private func write(_ arguments: String...) throws -> ReportFile {
    let outcome = try Tool.docgen.run(
      ["diff", "-f", "html", "-o", "diff.html"] + arguments, in: project.folder,
      environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
    #expect(outcome.code == 1, "\(outcome)")
    return try ReportFile(project, file: "diff.html", outcome)
  }

  @Test func `each changed diagram has two sides and one picture of both`() throws {
    let report = try write("start..HEAD")
    #expect(
      report.list("diagrams").map { $0["title"] as? String } == [
        "start and HEAD", "start", "HEAD", "start and HEAD", "start", "HEAD", "start and HEAD",
        "start", "HEAD",
      ])
    let both = report.verdicts(ofDiagram: 0)
    for expected in [
      "extra ajar", "extra open --> ajar: pulled", "missing open --> closed: pulled",
      "differs closed --> open: kicked", "agrees closed",
    ] {
      #expect(both.contains(expected), "\(expected) in \(both)")
    }
    #expect(report.verdicts(ofDiagram: 1).contains("extra open --> ajar: pulled"))
    #expect(report.verdicts(ofDiagram: 2).contains("missing open --> closed: pulled"))
    // A removed message is drawn where it was, with the new name of its participant.
    let text = report.list("diagrams")[3]["text"] as? String ?? ""
    #expect(text.contains("V->>Door: ring()\n    V->>Door: knock()\n  V->>Door: push()"), "\(text)")
    let flow = report.verdicts(ofDiagram: 6)
    for expected in ["extra Core --> Tools", "missing Core --> Store"] {
      #expect(flow.contains(expected), "\(expected) in \(flow)")
    }
    #expect(report.html.contains("<li><code>DoorMachine.width</code> was 90 and is 80</li>"))
    #expect(report.html.components(separatedBy: "<div class=\"sides\">").count == 4)
  }

  @Test func `Markdown has the changes of every kind of diagram in color`() throws {
    let markdown = try project.docgen("diff", "-f", "markdown", "start", "HEAD").output
    for line in [
      "    closed --> open: 🟪 [was: pushed] kicked",
      "    open --> closed: 🟪 [was: open --#gt; ajar] pulled",
      "        V->>Door: 🟥 [gone] knock()", "    rect rgba(207, 34, 46, 0.2)",
      "  Core -->|\"🟩 new\"| Store[\"🟩 new: Store\"]",
      "    Core -->|\"🟥 gone\"| Tools[\"🟥 gone: Tools\"]",
      "    class Store docgen_added",
    ] {
      #expect(markdown.contains(line + "\n"), "\(line) in\n\(markdown)")
    }
  }

  @Test func `without a difference the page says so`() throws {
    let outcome = try Tool.docgen.run(
      ["diff", "HEAD", "HEAD", "-f", "html", "-o", "diff.html"], in: project.folder,
      environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
    #expect(outcome.code == 0)
    #expect(try project.text("diff.html").contains("The documents show no difference."))
  }

  @Test(.enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
  func `the pictures have their marks, and the view shows one version`() throws {
    let report = try write("start..HEAD")
    let browser = try DevTools()
    try browser.visit(report.url, at: "#/docs/a.md")
    try browser.wait(
      for: "[...document.querySelectorAll('figure')].every((figure) => figure.dataset.look)")
    #expect(browser.problems.isEmpty, "\(browser.problems)")
    let marks = try browser.texts(
      """
      [...document.querySelectorAll("figure[data-diagram='0'] .element")]
        .map((node) => node.getAttribute("aria-label"))
      """)
    #expect(marks.contains("transition open --> ajar: pulled, only in start"), "\(marks)")
    #expect(marks.contains("transition open --> closed: pulled, only in HEAD"), "\(marks)")
    let message = try browser.texts(
      """
      [...document.querySelectorAll("figure[data-diagram='3'] .element.v-extra")]
        .map((node) => node.getAttribute("aria-label"))
      """)
    #expect(message == [], "\(message)")
    for (width, rows) in [(1600, 1), (1000, 1), (400, 2)] {
      _ = try browser.call(
        "Emulation.setDeviceMetricsOverride",
        ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
      let tops = try browser.texts(
        """
        [...document.querySelectorAll(".sides figure")].slice(0, 2)
          .map((node) => String(node.getBoundingClientRect().top))
        """)
      #expect(tops.count == 2 && Set(tops).count == rows, "\(width) px: \(tops)")
    }
    try browser.evaluate("document.querySelector('input[name=view][value=documented]').click()")
    let visible = try browser.evaluate(
      "getComputedStyle(document.querySelector(\"figure[data-diagram='0'] svg .v-missing\")).visibility"
    )
    #expect(visible as? String == "hidden")
  }
}
