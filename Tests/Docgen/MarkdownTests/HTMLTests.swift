import Markdown
import Testing

/// A page rendered as HTML without active content.
@Suite struct HTMLTests {
  private func html(_ text: String) -> String {
    Page(path: "a.md", bytes: Array(text.utf8)).html { fence in
      fence.language == "mermaid" ? "<pre class=\"mermaid\">!</pre>\n" : nil
    }
  }

  @Test func `text, tables, anchors and replaced fences`() {
    let text = """
      # One & _two_

      > | A | `b` |
      > |:--|---|
      > | _i_ \\| j | **k** |
      > | 1 |

      - ```mermaid
        x
        ```
      - ```swift
        let a = "<"
        ```

      ## One & two
      """
    #expect(
      html(text) == """
        <h1 id="one--two">One &amp; <em>two</em></h1>
        <blockquote>
        <table>
        <thead>
        <tr><th>A</th><th><code>b</code></th></tr>
        </thead>
        <tbody>
        <tr><td><em>i</em> | j</td><td><strong>k</strong></td></tr>
        <tr><td>1</td><td></td></tr>
        </tbody>
        </table>
        </blockquote>
        <ul>
        <li>
        <pre class="mermaid">!</pre>
        </li>
        <li>
        <pre><code class="language-swift">let a = &quot;&lt;&quot;
        </code></pre>
        </li>
        </ul>
        <h2 id="one--two-1">One &amp; two</h2>

        """)
  }

  @Test(arguments: [
    ("a <kbd onclick=\"x('>')\">K</kbd> <br/> b", "<p>a <kbd>K</kbd> <br> b</p>\n"),
    ("a <script>b", "<p>a b</p>\n"),
    ("<script>alert(1)\n\n</SCRIPT>after", "\nafter\n"),
    ("<!-- a -->3 of <b>them</b> < 4 > 2", "3 of <b>them</b> &lt; 4 &gt; 2\n"),
    ("<img src=x onerror=alert(1)>", ""),
    ("<details open><summary>S</summary>", "<details><summary>S</summary>\n"),
    ("<svg onload=alert(1)><a>", "<p><a></p>\n"),
    ("<style>p{}</style >x", "x\n"),
    ("<div a='", "<div>"),
    ("[a](javascript:alert(1))", "<p><a href=\"\">a</a></p>\n"),
    ("<x:y>z", "<p>&lt;x:y&gt;z</p>\n"),
  ])
  func `nothing in a page is executed`(text: String, expected: String) {
    let page = html(text)
    #expect(page.trimmed == expected.trimmed, "\(page)")
  }

  @Test func `no text produces an active tag`() {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "<", ">", "/", "script", "img", " src=x", " onerror=y", "\"", "'", "<!--", "-->", "svg", "a",
      "\n", "style", "`", "|", "---", "</", "iframe", "details", "&lt;", "<?", "=", " ",
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...24, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let page = html(text)
      #expect(
        page.firstMatch(of: #/<(script|img|svg|style|iframe)|<\w+ (?!class=|id=|href=|\/>)/#)
          == nil,
        "\(text.debugDescription) gives \(page)")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
