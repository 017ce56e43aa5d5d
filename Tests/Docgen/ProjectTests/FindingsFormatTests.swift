import Foundation
import JSON
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The machine-readable formats of findings, for a project with drift and one without.
@Suite struct FindingsFormatTests {
  private let project: SmallProject
  private let page = "docs/a.md"

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
  }

  /// A wrong edge, a hand-edited region with its difference, an unknown name.
  private func drift() throws {
    let drawn = try project.text(page)
    let edited = drawn.replacing("closed --> open: pushed", with: "open --> closed: pushed")
    try #require(edited != drawn)
    try project.write(
      """
      \(edited)
      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
          [*] --> closed
          open --> closed
      ```

      “é” `performSink()` | <b> \u{1F600}

      """, to: page)
  }

  /// The line of the page that holds a text, from 1.
  private func line(of text: String) throws -> Int? {
    try project.text(page).split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(text) }.map { $0 + 1 }
  }

  private func findings(_ object: [String: Any]) throws -> [[String: Any]] {
    try #require(object["findings"] as? [[String: Any]])
  }

  private func json() throws -> [String: Any] {
    let output = try project.docgen("check", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `JSON has each finding with its place, evidence and difference`() throws {
    #expect(try findings(json()).isEmpty)
    try drift()
    let object = try json()
    let found = try findings(object)
    #expect(object["version"] as? Int == 1)
    #expect(object["errors"] as? Int == found.count)
    let rules = Set(found.compactMap { $0["rule"] as? String })
    let expected: Set = ["impossible-transition", "hand-edited-region", "unknown-symbol"]
    #expect(rules.isSuperset(of: expected))
    let name = try #require(found.first { $0["rule"] as? String == "unknown-symbol" })
    let start = try #require(name["start"] as? [String: Int])
    #expect(start["line"] == (try line(of: "performSink")))
    // Columns count bytes: the quotation marks and the letter take eight, blank and backtick one each.
    #expect(start["column"] == 11)
    #expect(name["file"] as? String == page)
    let step = try #require(found.first { $0["rule"] as? String == "impossible-transition" })
    let evidence = try #require(step["evidence"] as? [[String: Any]])
    #expect(evidence.contains { $0["kind"] as? String == "declared" && $0["start"] != nil })
    let edited = try #require(found.first { $0["rule"] as? String == "hand-edited-region" })
    #expect((edited["diff"] as? String)?.contains("-    open --> closed: pushed") == true)
  }

  @Test func `fingerprints survive changes of lines above, and distinguish equal findings`()
    throws
  {
    try project.write(
      try project.text(page) + "\n[x](none.md)\n\n[x](none.md)\n", to: page)
    let before = try findings(json()).compactMap { $0["fingerprint"] as? String }
    #expect(before.count == 2 && Set(before).count == 2)
    try project.write("Words.\n\n" + (try project.text(page)), to: page)
    #expect(try findings(json()).compactMap { $0["fingerprint"] as? String } == before)
  }

  @Test func `SARIF follows its schema, with columns in code points`() throws {
    let file = project.folder.appendingPathComponent("findings.sarif")
    for isDrifted in [false, true] {
      if isDrifted { try drift() }
      let output = try project.docgen("check", "--format", "sarif").output
      try output.write(to: file, atomically: true, encoding: .utf8)
      let script = Tool.package.appendingPathComponent(
        "Tests/Docgen/ProjectTests/Schemas/check_sarif.py")
      let outcome = try Tool.run(
        TraceCommandTests.python, [script.path, file.path], in: project.folder)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(outcome.contains("0 results") == !isDrifted)
    }
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = Set(
      try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String })
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.allSatisfy { rules.contains($0["ruleId"] as? String ?? "") })
    let name = try #require(results.first { $0["ruleId"] as? String == "unknown-symbol" })
    let location = (name["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
    #expect((location?["region"] as? [String: Int])?["startColumn"] == 6)
  }

  @Test(arguments: ["github", "junit", "markdown", "sarif", "json"])
  func `every format contains the text after the carets`(_ form: String) throws {
    let text = """
      <!-- docgen:verify class-diagram partial=yes -->
      ```mermaid
      classDiagram
          class DoorMachin
      ```

      """
    try project.write(text, to: page)
    let output = try project.docgen("check", "--format", form).output
    #expect(output.contains("did you mean `DoorMachine`?"), "\(output)")
  }

  @Test func `JUnit's XML is well formed, and each error is a failure`() throws {
    for isDrifted in [false, true] {
      if isDrifted { try drift() }
      let output = try project.docgen("check", "--format", "junit").output
      let counter = ElementCounter()
      let parser = XMLParser(data: Data(output.utf8))
      parser.delegate = counter
      #expect(parser.parse())
      let errors = isDrifted ? try #require(json()["errors"] as? Int) : 0
      #expect(counter.counts["failure", default: 0] == errors)
      #expect(counter.counts["testcase", default: 0] >= 1)
      #expect(counter.failures == errors)
    }
  }

  @Test func `Markdown is a table, with differences folded below`() throws {
    #expect(
      try project.docgen("check", "-f", "markdown").output
        == "<!-- docgen-findings -->\n**docgen check**: nothing to report.\n")
    try drift()
    let lines = try project.docgen("check", "-f", "markdown").output
      .split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.hasPrefix("| `docs/") }
    #expect(rows.count == (try findings(json()).count))
    // The pipe in a cell is escaped, so that each row has two cells.
    #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 3 })
    // The fence is longer than the one in the difference.
    #expect(lines.contains("````diff"))
    #expect(lines.count { $0.hasPrefix("<details>") } == lines.count { $0 == "</details>" })
  }

  @Test func `a page name with blanks and a line break is one row, and one shell word`()
    throws
  {
    try project.write(
      SmallProject.page, to: "docs/a b\n`c`.md")
    let lines = try project.docgen("check", "-f", "markdown").output.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("|") }
    #expect(rows.count == 3 && rows[2].hasPrefix("| `` docs/a b␊`c`.md:3:1 `` | "), "\(lines)")
    #expect(lines.contains("<details><summary>docs/a b␊`c`.md:3:1</summary>"), "\(lines)")
    let text = try project.docgen("check")
    #expect(text.contains("= fix       docgen fix $'docs/a b\\n`c`.md'\n"), "\(text)")
    #expect(try project.docgen("status").output.hasPrefix("docs/a b␊`c`.md\n"))
    let written = try project.docgen("generate")
    #expect(written.output == "wrote docs/a b␊`c`.md  (1 region)\n", "\(written)")
  }
}

/// Counts elements, and adds up the failures that the suites claim.
private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var failures = 0

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    if name == "testsuite" { failures += Int(attributes["failures"] ?? "") ?? 0 }
  }
}
