import Foundation
import Testing

/// Hostile text in a report runs nothing and requests nothing. Skipped where no Chromium is
/// installed.
@Suite(
  .serialized, .enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
struct ReportSafetyTests {
  /// Each would set `window.ran` if the browser ran it.
  static let payloads = [
    "<script>window.ran=1</script>", "</script><script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>", "\"><svg onload=window.ran=1>",
    "' onmouseover='window.ran=1", "\" autofocus onfocus=\"window.ran=1", "javascript:window.ran=1",
    "JaVaScRiPt:window.ran=1", "data:text/html,<script>parent.ran=1</script>",
    "<iframe srcdoc='<script>parent.ran=1</script>'>",
    "<a href='jav&#x09;ascript:window.ran=1'>a</a>",
    "<details open ontoggle=window.ran=1>", "<body onload=window.ran=1>",
    "--><script>window.ran=1</script>",
    "</style><script>window.ran=1</script>", "</title><script>window.ran=1</script>",
    "</textarea><script>window.ran=1</script>", "<math><mtext><script>window.ran=1</script>",
    "<svg><animate onbegin=window.ran=1 attributeName=x dur=1s>",
    "<object data=javascript:window.ran=1>",
    "&lt;script&gt;window.ran=1&lt;/script&gt;", "<style>@import url(//example.com/ran)</style>",
    "<link rel=stylesheet href=//example.com/ran>",
    "<meta http-equiv=refresh content=0;//example.com>",
    "]]><script>window.ran=1</script>", "<foreignObject><script>window.ran=1</script>",
  ]

  /// The places of a document that take a text.
  static let places: [(name: String, text: @Sendable (String) -> String)] = [
    ("heading", { "## \($0)" }), ("paragraph", { "Words \($0) words." }),
    ("code", { "`` \($0) ``" }), ("name", { "`DoorMachine.\($0.filter(\.isLetter))()` \($0)" }),
    ("link", { "[a](<\($0.replacing("<", with: "\\<").replacing(">", with: "\\>"))>)" }),
    ("title", { "[a](b.md '\($0.replacing("'", with: "\\'"))')" }),
    ("image", { "![\($0)](https://example.com/ran.png)" }), ("cell", { "| A |\n|---|\n| \($0) |" }),
    ("block", { "```swift\n// \($0)\n```" }), ("language", { "~~~ \($0)\ncode\n~~~" }),
    ("HTML", { "<div>\($0)</div>" }),
    ("state", { "```mermaid\nstateDiagram-v2\n  a --> b: \($0)\n```" }),
    ("note", { "```mermaid\nsequenceDiagram\n  A->>B: \($0)\n  Note over A: \($0)\n```" }),
    ("class", { "```mermaid\nclassDiagram\n  class A[\"\($0)\"]\n  A : +\($0)\n```" }),
    ("node", { "```mermaid\nflowchart LR\n  a[\"\($0)\"] -->|\"\($0)\"| b\n```" }),
    ("click", { "```mermaid\nflowchart LR\n  a --> b\n  click a href \"\($0)\" \"\($0)\"\n```" }),
  ]

  private func project() throws -> SmallProject {
    let project = try SmallProject()
    for (index, place) in Self.places.enumerated() {
      let parts = Self.payloads.map { "\(place.text($0))\n\n" }
      try project.write("# Page \(index)\n\n" + parts.joined(), to: "docs/place-\(index).md")
    }
    // The names of a machine, a scenario and a file are hostile as well.
    let name = "<img src=x onerror=window.ran=1>"
    try project.write(
      SmallProject.trace.replacing("closed", with: name).replacing(
        "\"scenario\":\"open\"", with: "\"scenario\":\"\(name)\""), to: "traces/open.jsonl")
    try project.write(
      "# \(name)\n\n<!-- docgen:verify state-diagram machine=Door -->\n```mermaid\nstateDiagram-v2\n"
        + "  [*] --> open\n```\n", to: "docs/'\"><img src=x onerror=window.ran=1>.md")
    return project
  }

  @Test func `no payload of the corpus runs or requests anything`() throws {
    #expect(Self.payloads.count * Self.places.count >= 200)
    let project = try project()
    let report = try ReportFile(project)
    let browser = try DevTools()
    try browser.visit(report.url)
    let routes = try browser.texts(
      "[...document.querySelectorAll('#contents a')].map((node) => node.getAttribute('href'))")
    #expect(routes.count == Self.places.count + 3)
    for route in routes {
      try browser.evaluate("location.hash = \(Self.quoted(route))")
      try browser.wait(for: "document.querySelector('#contents [aria-current]') !== null")
      try browser.evaluate(
        """
        for (const figure of document.querySelectorAll("article:not([hidden]) figure")) {
          figure.scrollIntoView();
        }
        """)
    }
    try visitAll(browser, routes)
    #expect(try browser.evaluate("window.ran === undefined") as? Bool == true)
    let unsafe = try browser.texts(
      """
      [...document.querySelectorAll("*")].flatMap((node) => [...node.attributes]
        .filter((attribute) => /^on/i.test(attribute.name)
          || /^(xlink:)?(href|src|action|data)$/i.test(attribute.name)
            && /^\\s*(javascript|data:text|vbscript)/i.test(attribute.value))
        .map((attribute) => node.tagName + " " + attribute.name + "=" + attribute.value))
      """)
    #expect(unsafe.isEmpty, "\(unsafe.prefix(5))")
    let scripts = try browser.evaluate("document.querySelectorAll('script:not([nonce])').length")
    #expect(scripts as? Int == 1)
    let others = Set(browser.requestedAddresses).filter {
      $0 != "about:blank" && !$0.hasPrefix(report.url.absoluteString)
    }
    #expect(others.isEmpty, "\(others)")
    #expect(try browser.evaluate("location.href.startsWith('file:')") as? Bool == true)
  }

  /// Draws every diagram, and shows the facts of each of its elements.
  private func visitAll(_ browser: DevTools, _ routes: [String]) throws {
    for route in routes {
      try browser.evaluate("location.hash = \(Self.quoted(route))")
      try browser.wait(
        for: "[...document.querySelectorAll('article:not([hidden]) figure')]"
          + ".every((figure) => figure.dataset.look)")
      try browser.evaluate(
        """
        for (const node of document.querySelectorAll("article:not([hidden]) .element")) node.focus();
        """)
    }
  }

  @Test func `Mermaid draws the pictures of hostile labels`() throws {
    let project = try project()
    let report = try ReportFile(project)
    let browser = try DevTools()
    try browser.visit(report.url, at: "#/docs/place-11.md")
    try browser.wait(for: "document.querySelectorAll('figure.drawn').length > 0")
    #expect(try browser.evaluate("window.ran === undefined") as? Bool == true)
  }

  private static func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: [text])
    return String(decoding: (data ?? Data()).dropFirst().dropLast(), as: UTF8.self)
  }
}
