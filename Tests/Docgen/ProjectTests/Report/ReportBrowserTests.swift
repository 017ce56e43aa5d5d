import Foundation
import Testing

/// The report in a real browser. Skipped where no Chromium is installed.
@Suite(
  .serialized, .enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
struct ReportBrowserTests {
  private let project: SmallProject
  private let report: ReportFile

  private static let page = """
    # Doors

    The width is `DoorMachine.height`, see [the part](#part).

    ## Part

    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
      [*] --> closed
      closed --> open: pushed
      open --> ajar: pulled
      open --> locked: turned
    ```

    <!-- docgen:verify sequence scenarios=open -->
    ```mermaid
    sequenceDiagram
      User->>Door: push()
      Door->>User: thanks()
      opt nobody answers
        loop 3 times
          User->>Door: push()
        end
      end
    ```

    <!-- docgen:verify class-diagram -->
    ```mermaid
    classDiagram
      class DoorMachine {
        +state
        +lock()
      }
    ```

    """

  private static let source = SmallProject.source
    .replacing("case closed, open", with: "case closed, open, locked")
    .replacing("case pushed", with: "case pushed, turned, freed", maxReplacements: 1)
    .replacing(
      "case (.open, .pushed): break",
      with: "case (.open, .turned): state = .locked\n"
        + "    case (.locked, .freed): state = .closed\n    default: break")

  init() throws {
    project = try SmallProject()
    try project.write(
      SmallProject.trace.replacing(
        #"{"from":"closed","event":"pushed","to":"open"}"#,
        with: #"{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"turned","#
          + #""to":"locked"},{"from":"locked","event":"freed","to":"closed"}"#
      ).replacing(
        #"{"name":"open"}],"events""#, with: #"{"name":"open"},{"name":"locked"}],"events""#),
      to: "traces/open.jsonl")
    try project.write(Self.source, to: "Sources/App/Door.swift")
    try project.write(Self.page, to: "docs/a.md")
    try project.write("# Other\n\nNothing here.\n", to: "docs/b.md")
    report = try ReportFile(project, "--hints")
  }

  /// Shows the document with diagrams, and waits until they are drawn.
  private func document(_ browser: DevTools) throws {
    try browser.visit(report.url, at: "#/docs/a.md")
    try drawn(browser)
  }

  private func drawn(_ browser: DevTools) throws {
    try browser.wait(
      for: "[...document.querySelectorAll('figure')].every((figure) => figure.dataset.look "
        + "=== document.documentElement.dataset.look)")
  }

  /// The verdict and the name of the marked elements of the pictures.
  private static let marks = """
    [...document.querySelectorAll("figure .element")].map((node) => node.getAttribute("aria-label"))
    """

  @Test func `it loads without errors, and requests nothing`() throws {
    let browser = try DevTools()
    try document(browser)
    try browser.visit(report.url)
    #expect(browser.problems.isEmpty, "\(browser.problems)")
    let others = Set(browser.requestedAddresses).filter {
      $0 != "about:blank" && !$0.hasPrefix(report.url.absoluteString)
    }
    #expect(others.isEmpty, "\(others)")
    let headings = try browser.texts(
      "[...document.querySelectorAll('#overview h2')].map((node) => node.textContent)")
    #expect(
      headings == [
        "Overview", "Documents", "Diagrams", "Coverage by recorded scenarios", "Findings",
      ])
  }

  @Test func `the overview counts the findings that the report leaves out`() throws {
    let browser = try DevTools()
    try browser.visit(try ReportFile(project).url)
    let tiles = try browser.texts(
      "[...document.querySelectorAll('.tile')].map((node) => node.textContent)")
    #expect(tiles.contains { $0.hasSuffix("warnings, 2 not shown") }, "\(tiles)")
  }

  @Test func `each element of a picture has its verdict as color, sign and words`() throws {
    let browser = try DevTools()
    try document(browser)
    let marks = try browser.texts(Self.marks)
    for expected in [
      "transition closed --> open: pushed, agrees, observed 1 time",
      "transition open --> ajar: pulled, documented, not in the code",
      "state ajar, documented, not in the code",
      "transition open --> locked: turned, declared, never observed",
      "transition locked --> closed: freed, in the code, not documented, never observed",
      "message Door ->> User: thanks(), documented, not in the code, never observed",
      "branch opt nobody answers, declared, never observed",
      "member DoorMachine : +lock(), documented, not in the code",
    ] {
      #expect(
        marks.contains { $0.hasPrefix(expected) }, "\(expected)\n\(marks.joined(separator: "\n"))")
    }
    let colors = try browser.texts(
      """
      ["extra", "missing", "unobserved"].map((name) => {
        const path = document.querySelector("figure svg path.v-" + name);
        const style = getComputedStyle(path);
        const isSolid = /^(none|0|0px)$/.test(style.strokeDasharray);
        return style.stroke + " " + (isSolid ? "solid" : "dashed");
      })
      """)
    #expect(
      colors == ["rgb(180, 35, 24) solid", "rgb(17, 99, 41) dashed", "rgb(138, 70, 0) dashed"])
    let title = try browser.evaluate(
      """
      (() => {
        const title = document.querySelector("figure .element[aria-label^='branch opt']");
        return title.textContent + " " + getComputedStyle(title).fill;
      })()
      """)
    #expect(title as? String == "[nobody answers] rgb(138, 70, 0)")
    let struck = try browser.evaluate(
      "getComputedStyle(document.querySelector('figure .edgeLabels .v-extra p')).textDecorationLine"
    )
    #expect(struck as? String == "line-through")
    let signs = try browser.texts(
      "[...document.querySelectorAll('figure .badge:not(.observed)')].map((node) => node.textContent)"
    )
    #expect(Set(signs) == ["✕", "+", "○"], "\(signs)")
  }

  @Test func `the toggle hides what only the code or only the document has`() throws {
    let browser = try DevTools()
    try document(browser)
    let visible = """
      ["extra", "missing"].map((name) => getComputedStyle(
        document.querySelector("figure svg path.v-" + name)).visibility)
      """
    for (view, expected) in [
      ("documented", ["visible", "hidden"]), ("code", ["hidden", "visible"]),
      ("both", ["visible", "visible"]),
    ] {
      try browser.evaluate("document.querySelector('input[value=\(view)]').click()")
      #expect(try browser.texts(visible) == expected, "\(view)")
    }
    let counts = """
      [...document.querySelectorAll("figure .badge.observed")]
        .filter((node) => getComputedStyle(node).display !== "none").map((node) => node.textContent)
      """
    #expect(try browser.texts(counts).isEmpty)
    try browser.evaluate(
      """
      const choice = document.querySelector(".controls select");
      choice.value = "counts";
      choice.dispatchEvent(new Event("change"));
      """)
    #expect(try browser.texts(counts).contains("1×"))
  }

  @Test func `hover and focus show documented, declared and observed facts`() throws {
    let browser = try DevTools()
    try document(browser)
    try browser.evaluate(
      "document.querySelector('figure .element[aria-label*=\"closed --> open\"]').focus()")
    let shown = "document.getElementById('inspector').innerText"
    let text = try #require(try browser.evaluate(shown) as? String)
    for words in [
      "closed --> open: pushed", "agrees", "docs/a.md:11", "Sources/App/Door.swift:", "1 time",
      "traces/open.jsonl:4", "1 scenario",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    let place = try browser.evaluate(
      """
      (() => {
        const node = document.querySelector('figure .element[aria-label*="locked --> closed"]');
        node.scrollIntoView({ block: "center" });
        const point = node.getPointAtLength(node.getTotalLength() * 0.5)
          .matrixTransform(node.getScreenCTM());
        return [point.x, point.y];
      })()
      """)
    let point = try #require(place as? [Double])
    try browser.call(
      "Input.dispatchMouseEvent", ["type": "mouseMoved", "x": point[0], "y": point[1]])
    try browser.wait(for: "\(shown).includes('locked --> closed')")
    let hovered = try #require(try browser.evaluate(shown) as? String)
    #expect(hovered.contains("in the code, not documented") && hovered.contains("never"))
    #expect(hovered.contains("Copy"))
    try browser.press("Escape")
    #expect(try browser.evaluate("document.getElementById('inspector').hidden") as? Bool == true)
  }

  @Test func `arrows move between elements, Enter and Escape to the facts and back`() throws {
    let browser = try DevTools()
    try document(browser)
    let stops =
      "document.querySelectorAll('figure svg')[0].querySelectorAll('[tabindex=\"0\"]').length"
    #expect(try browser.evaluate(stops) as? Int == 1)
    try browser.evaluate("document.querySelector('figure svg [tabindex=\"0\"]').focus()")
    let label = "document.activeElement.getAttribute('aria-label')"
    let first = try browser.evaluate(label) as? String
    try browser.press("ArrowRight")
    let second = try browser.evaluate(label) as? String
    #expect(first != nil && second != nil && first != second)
    #expect(try browser.evaluate(stops) as? Int == 1)
    try browser.press("ArrowLeft")
    #expect(try browser.evaluate(label) as? String == first)
    try browser.press("Enter")
    #expect(
      try browser.evaluate("document.activeElement.closest('#inspector') !== null") as? Bool == true
    )
    try browser.press("Escape")
    #expect(try browser.evaluate(label) as? String == first)
  }

  @Test func `space and arrows replay a scenario`() throws {
    let browser = try DevTools()
    try document(browser)
    try browser.evaluate("document.querySelector('.replay-open').click()")
    let step = "document.querySelector('.replay .step').innerText"
    let first = try #require(try browser.evaluate(step) as? String)
    #expect(first.hasPrefix("1 / 1 ") && first.contains("closed --> open: pushed"), "\(first)")
    #expect(try browser.evaluate("document.querySelectorAll('path.now').length") as? Int ?? 0 > 0)
    try browser.press(" ")
    let toggle = "document.querySelector('.replay button[aria-pressed]')?.textContent"
    #expect(try browser.evaluate(toggle) as? String == "Pause")
    try browser.press(" ")
    #expect(try browser.evaluate(toggle) as? String == "Play")
    try browser.press("ArrowRight")
    #expect(try browser.evaluate(step) as? String == first)
    try browser.press("Escape")
    #expect(try browser.evaluate("document.querySelectorAll('.replay, .now').length") as? Int == 0)
  }

  /// A PNG with one red pixel.
  private static let image = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB"
      + "0gX7h/C5SAAAAABJRU5ErkJggg==")

  @Test func `an image is embedded once, and shown wherever a page has it`() throws {
    let image = try #require(Self.image)
    try project.write(image, to: "docs/dot.png")
    try project.write("# Other\n\n![First](dot.png)\n\n![Again](dot.png)\n", to: "docs/b.md")
    try project.write(Self.page + "\n![Before](./dot.png)\n", to: "docs/a.md")
    let report = try ReportFile(project)
    #expect(report.html.components(separatedBy: image.base64EncodedString()).count == 2)
    let browser = try DevTools()
    try browser.visit(report.url, at: "#/docs/b.md")
    try browser.wait(for: "[...document.images].every((image) => image.naturalWidth === 3)")
    #expect(try browser.evaluate("document.images.length") as? Int == 3)
    #expect(browser.problems.isEmpty, "\(browser.problems)")
  }

  @Test func `text is marked where its findings are`() throws {
    let browser = try DevTools()
    try document(browser)
    let marked = try browser.texts(
      "[...document.querySelectorAll('article:not([hidden]) mark')].map((node) => node.textContent)"
    )
    #expect(marked == ["DoorMachine.height"])
    let next = try browser.evaluate(
      "document.querySelector('mark').closest('p').nextElementSibling.textContent")
    #expect((next as? String)?.contains("unknown-symbol") == true, "\(next ?? "")")
    try browser.evaluate("document.querySelector('article a').click()")
    #expect(try browser.evaluate("location.hash") as? String == "#/docs/a.md")
  }
}
