import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `docgen render`: HTML with the real Mermaid's script; pictures where a browser is installed.
@Suite struct RenderCommandTests {
  private let project: SmallProject
  private static let script = Tool.package.appendingPathComponent(".build/mermaid/mermaid.js")

  private let page = """
    # Doors & windows

    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
      [*] --> closed
      closed --> open: pushed </script><b>
    ```

    | Door | Width |
    |---|---|
    | front | 90 |

    ```mermaid
    sequenceDiagram
      User->>Door: push()
    ```

    """

  init() throws {
    project = try SmallProject()
    try project.write(page, to: "docs/a.md")
  }

  private func render(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome
  {
    try Tool.docgen.run(
      ["render"] + arguments, in: project.folder,
      environment: ["DOCGEN_MERMAID": Self.script.path].merging(environment) { $1 })
  }

  @Test func `a page is one file with its diagrams, table and the script`() throws {
    let outcome = try render("docs/a.md", "-o", "a.html")
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    let html = try project.text("a.html")
    let has = { (text: String) in html.contains(text) }
    #expect(has("<title>Doors &amp; windows</title>"))
    #expect(has("<tr><td>front</td><td>90</td></tr>"))
    #expect(has("closed --&gt; open: pushed &lt;/script&gt;&lt;b&gt;\n</pre>"))
    #expect(html.components(separatedBy: "<pre class=\"mermaid\">").count == 3)
    #expect(has("globalThis[\"mermaid\"]"))
    // Two scripts, each closed once; the page loads nothing from outside.
    #expect(html.components(separatedBy: "</script").count == 3)
    #expect(has("default-src 'none'"))
    let head = html.components(separatedBy: "<script").first ?? ""
    #expect(head.contains("<pre") && head.firstMatch(of: #/<(link|img)|(src|href)=/#) == nil)
    #expect(has("data-theme=\"auto\""))
    #expect(try render("docs/a.md", "--theme", "dark").contains("data-theme=\"dark\""))
  }

  @Test func `a page without diagrams needs no script, even to change its theme`() throws {
    try project.write("# Plain\n\nWords.\n", to: "docs/plain.md")
    let outcome = try render("docs/plain.md", environment: ["DOCGEN_MERMAID": "/nowhere.js"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "</script").count == 2)
    #expect(outcome.output.contains("if (blocks.length) mermaid.initialize("))
    #expect(try render("docs/a.md", environment: ["DOCGEN_MERMAID": "/nowhere.js"]).code == 4)
  }

  @Test func `a line selects the diagram or region that contains it`() throws {
    for line in [3, 4, 6, 8] {
      let html = try render("docs/a.md:\(line)").output
      #expect(html.contains("stateDiagram-v2\n") && !html.contains("User-&gt;&gt;Door"), "\(line)")
    }
    #expect(try render("docs/a.md:15").contains("User-&gt;&gt;Door"))
    let none = try render("docs/a.md:10")
    #expect(none.code == 2 && none.errors.contains("no diagram at line 10"), "\(none)")
    #expect(none.errors.contains("docs/a.md:4, docs/a.md:14"), "\(none)")
    let many = try render("docs/a.md", "--format", "svg")
    #expect(many.code == 2 && many.errors.contains("it has 2 diagrams"), "\(many)")
  }

  @Test func `a missing tool is reported, with advice`() throws {
    let script = try render("docs/a.md", environment: ["DOCGEN_MERMAID": "/nowhere/mermaid.js"])
    #expect(script.code == 4 && script.errors.contains("/nowhere/mermaid.js"), "\(script)")
    let none = try render("docs/a.md", environment: ["DOCGEN_MERMAID": ""])
    #expect(none.code == 4 && none.errors.contains("`npm install mermaid`"), "\(none)")
    let browser = try render("docs/a.md:4", "-f", "svg", environment: ["PATH": "/nowhere"])
    #expect(browser.code == 4 && browser.errors.contains("Chromium"), "\(browser)")
    #expect(browser.errors.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(browser)")
    #expect(try render("docs/a.md", "-o", "a.jpg").errors.contains("implies no format"))
    #expect(try render("docs/a.md", "--scale", "x").errors.contains("a whole number from 1 to 8"))
    try project.write("stateDiagram-v2\n  a ->> b\n", to: "a.mmd")
    let wrong = try render("a.mmd")
    #expect(wrong.code == 4 && wrong.errors.contains("a.mmd:2:"), "\(wrong)")
  }

  @Test func `Mermaid is found in npm's folders, or at the configured path`() throws {
    let bare = ["DOCGEN_MERMAID": ""]
    try project.write("mermaid = 'npm'", to: "node_modules/mermaid/dist/mermaid.min.js")
    let refused = try render("docs/a.md", environment: bare)
    #expect(refused.code == 4 && refused.errors.contains("--trust-project"), "\(refused)")
    #expect(
      try render("docs/a.md", "--trust-project", environment: bare).contains("mermaid = 'npm'"))
    try project.write("mermaid = 'own'", to: "own.js")
    try project.write(
      SmallProject.configuration.replacing(
        "{", with: "{ \"mermaid\": \"own.js\",", maxReplacements: 1),
      to: ".docgen.json")
    #expect(try render("docs/a.md", environment: bare).code == 4)
    #expect(
      try render("docs/a.md", "--trust-project", environment: bare).contains("mermaid = 'own'"))
  }

  /// A browser of a kind that docgen looks for.
  private static let hasBrowser: Bool = {
    let outcome = try? Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "command -v chromium chromium-browser google-chrome google-chrome-stable"],
      in: FileManager.default.temporaryDirectory)
    return outcome?.output.isEmpty == false
  }()

  @Test(.enabled(if: hasBrowser)) func `a diagram is drawn as SVG, an XML document`() throws {
    let outcome = try render("docs/a.md:4", "-f", "svg")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let parser = XMLParser(data: Data(outcome.output.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(outcome.output.hasPrefix("<svg ") && outcome.output.contains("closed"))
  }

  @Test(.enabled(if: hasBrowser), arguments: [("docs/a.md:15", "2"), ("docs/a.md", "1")])
  func `a diagram and a page are drawn as PNG`(operand: String, scale: String) throws {
    let outcome = try render(operand, "-o", "a.png", "--scale", scale, "--theme", "dark")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let bytes = [UInt8](try Data(contentsOf: project.folder.appendingPathComponent("a.png")))
    #expect(bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)))
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    // The header has the width and the height.
    #expect(number(16) > 200 && number(20) > 200, "\(number(16)) x \(number(20))")
    #expect(bytes.count > 4_000)
  }

  /// Some browsers cut windows of this height.
  @Test(.enabled(if: hasBrowser)) func `a low diagram is drawn completely`() throws {
    let diagram = "stateDiagram-v2\n  direction LR\n  A --> B: go\n"
    try project.write("```mermaid\n\(diagram)```\n", to: "docs/low.md")
    let outcome = try render("docs/low.md:1", "-o", "low.png", "--scale", "1")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let bytes = try Data(contentsOf: project.folder.appendingPathComponent("low.png"))
    // A white picture of this size takes 350.
    #expect(bytes.count > 1_500)
  }
}
