import EmbeddedFiles
import Markdown

/// A self-contained HTML page: text, diagrams, the script that draws them, and a light and a dark
/// theme.
struct PreviewPage {
  enum Theme: String, CaseIterable {
    /// The theme of the reader's system, with a button to change it.
    case auto
    case light, dark
  }

  var title: String
  /// HTML with diagrams as `<pre class="mermaid">`.
  var body: String
  /// Mermaid's own script; `nil` if the page has no diagrams.
  var script: String?
  var theme = Theme.auto
  /// Whether it shows a single diagram, in its own size.
  var isSingle = false

  /// Nothing is fetched: the page contains everything that it shows.
  private static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    + "img-src 'self' data: file:; font-src data:"

  /// The complete file.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en" data-theme="\(theme.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLText.escaped(title))</title>
    <style>\n\(preview_style().text)</style>
    </head>
    <body>
    \(theme == .auto ? "<button id=\"theme\" type=\"button\">light / dark</button>\n" : "")<main\(isSingle ? " class=\"single\"" : "")>
    \(body)
    </main>
    \(script.map(HTMLText.script) ?? "")\(HTMLText.script(preview_script().text))</body>
    </html>

    """
  }
}

extension HTMLText {
  /// The script in a form that cannot end its element: `</` is the same as `<\/` within its
  /// strings, regular expressions and comments.
  static func script(_ text: String) -> String {
    let safe = text.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
    return "<script>\n\(safe)\n</script>\n"
  }
}
