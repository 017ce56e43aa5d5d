import Foundation
import Testing

/// `docgen render` embeds the images of a page in its output and reports those it cannot embed.
@Suite struct RenderImageTests {
  private let project: SmallProject

  private static let svg = "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<svg xmlns='x'/>"
  private static let files: [(name: String, type: String, bytes: [UInt8])] = [
    ("a.png", "image/png", [0x89] + Array("PNG\r\n\u{1A}\n123".utf8)),
    ("b c.jpg", "image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0, 1]),
    ("d.gif", "image/gif", Array("GIF89a..".utf8)),
    ("e.webp", "image/webp", Array("RIFF....WEBPVP8 ".utf8)),
    ("f.svg", "image/svg+xml", Array(svg.utf8)),
  ]

  init() throws {
    project = try SmallProject()
    for file in Self.files { try project.write(Data(file.bytes), to: "docs/img/\(file.name)") }
    try project.write("mermaid", to: "m.js")
  }

  private func render(_ page: String) throws -> (outcome: Outcome, html: String) {
    try project.write(page, to: "docs/a.md")
    let outcome = try project.docgen("render", "docs/a.md", "-o", "a.html", "--mermaid", "m.js")
    #expect(outcome.code == 0, "\(outcome)")
    return (outcome, try project.text("a.html"))
  }

  private static func address(_ index: Int) -> String {
    let file = files[index]
    return "data:\(file.type);base64,\(Data(file.bytes).base64EncodedString())"
  }

  @Test func `images of all formats are embedded, wherever they are`() throws {
    let (outcome, html) = try render(
      """
      # Pictures

      ![a *plain* `one`](img/a.png "its \\"title\\"") ![][space]

      | Shown | What |
      |---|---|
      | ![d](./img/d.gif) | a door |

      <p align="center"><img width=120 src='/docs/img/e.webp' alt="E" onload="x()"></p>

      A line with <IMG src="img/f.svg"> in it, and [![linked](img/a.png)](img/a.png).

      [space]: <img/b%20c.jpg>

      """)
    #expect(outcome.errors == "wrote a.html\n")
    let title = #"alt="a plain one" title="its &quot;title&quot;" />"#
    #expect(html.contains("<img src=\"\(Self.address(0))\" \(title)"))
    #expect(html.contains("<img src=\"\(Self.address(1))\" alt=\"\" />"))
    #expect(html.contains("<td><img src=\"\(Self.address(2))\" alt=\"d\" /></td>"))
    #expect(html.contains("<p><img src=\"\(Self.address(3))\" alt=\"E\" width=\"120\" /></p>"))
    #expect(html.contains("<img src=\"\(Self.address(4))\" alt=\"\" />"))
    #expect(html.contains("<a href=\"img/a.png\"><img src=\"\(Self.address(0))\" alt=\"linked\""))
    let sources = html.matches(of: #/<img src="([^"]{0,11})/#).map(\.1)
    #expect(sources.count == 6 && sources.allSatisfy { $0 == "data:image/" }, "\(sources)")
  }

  @Test
  func `an image that cannot be embedded is reported with its place, and the rest is written`()
    throws
  {
    try project.write("no image", to: "docs/img/g.png")
    try project.write(
      Data([0x89] + Array("PNG\r\n".utf8) + [UInt8](repeating: 0, count: 10 << 20)),
      to: "docs/img/h.png")
    let (outcome, html) = try render(
      """
      ![gone](img/gone.png) and again ![gone](img/gone.png)

      ![no](img/g.png) ![big](img/h.png) ![f](img) ![#](#here)

      ![there](https://example.org/a.png) <img src=http://example.org/b.png alt="<b>">

      """)
    let told = outcome.errors
    #expect(told.contains("docs/a.md:1:9: warning: the image `docs/img/gone.png` cannot be read"))
    #expect(told.components(separatedBy: "gone.png` cannot").count == 2, "\(told)")
    #expect(told.contains("docs/a.md:3:7: warning: `docs/img/g.png` is not a PNG, JPEG, GIF, WebP"))
    #expect(told.contains("docs/a.md:3:25: warning: the image `docs/img/h.png` is too large"))
    #expect(told.contains("`docs/img` cannot be read: it is not a regular file"))
    #expect(told.contains("2 images of other sites are not fetched\n"), "\(told)")
    #expect(html.contains("<img src=\"img/gone.png\" alt=\"gone\" />"))
    #expect(html.contains("&lt;b&gt;") && !html.contains("example.org/b.png"))
    let quiet = try project.docgen(
      "render", "docs/a.md", "-o", "b.html", "--mermaid", "m.js", "--quiet")
    #expect(quiet == Outcome(code: 0, output: "", errors: ""))
  }
}
