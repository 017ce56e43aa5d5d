import Markdown

/// The HTML file of a report: the documents as static text, the data as JSON, and the script that
/// joins them.
struct ReportPage {
  let report: Report
  /// Mermaid's own script; `nil` if it was not found.
  var script: String?
  /// Whether only the first diagram is shown, for a picture of it.
  var isSingle = false

  /// The complete file.
  var text: String { text(adding: nil) }

  /// The complete file, with another script at its end.
  func text(adding more: String?) -> String {
    Self.text(
      title: report.title, summary: report.summary,
      articles: report.documents.enumerated().map(Self.article).joined(),
      json: ReportJSON.text(report), scripts: [script, ReportScript.text, more].compactMap(\.self),
      isSingle: isSingle)
  }

  /// The complete file from its parts; `articles` is HTML.
  static func text(
    title: String, summary: String, articles: String, json: String, scripts: [String],
    isSingle: Bool = false
  ) -> String {
    let nonce = Checksum.of(json)
    return """
      <!DOCTYPE html>
      <html lang="en" class="no-script"\(isSingle ? " data-single" : "")>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(nonce))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTMLText.escaped(title)) · docgen report</title>
      <style>\(ReportStyle.text)</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header id="bar"><h1>\(HTMLText.escaped(title))</h1></header>
      <nav id="contents" aria-label="Documents"></nav>
      <main id="main" tabindex="-1">
      <section id="overview" aria-label="Overview">
      <p>\(HTMLText.escaped(summary))</p>
      </section>
      \(articles)</main>
      <aside id="inspector" aria-label="Details" hidden></aside>
      <script type="application/json" id="model">\(json)</script>
      \(scripts.map { element($0, nonce) }.joined())</body>
      </html>

      """
  }

  /// Only the scripts of this file run: no attribute, link or element of a document can.
  private static func policy(_ nonce: String) -> String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; img-src data:; "
      + "font-src data:; base-uri 'none'; form-action 'none'"
  }

  private static func element(_ script: String, _ nonce: String) -> String {
    HTMLText.script(script).replacing(
      "<script>", with: "<script nonce=\"\(nonce)\">", maxReplacements: 1)
  }

  private static func article(_ index: Int, _ document: Report.Document) -> String {
    let title = HTMLText.escaped(document.title)
    return "<article class=\"page\" data-page=\"\(index)\" aria-label=\"\(title)\">\n"
      + document.html + "</article>\n"
  }
}

extension ReportPage: DrawnPage {
  /// The marks of elements are styled by the page: the picture gets a copy of the rules.
  var svgQuestion: String {
    """
    () => {
      const svg = document.querySelector("figure.diagram .canvas svg");
      const wrong = document.querySelector("figure.diagram .wrong");
      if (!svg) return wrong ? wrong.textContent : "Mermaid drew nothing";
      svg.querySelectorAll(".hit").forEach((node) => node.remove());
      for (const node of svg.querySelectorAll("[tabindex], [role=button]")) {
        node.removeAttribute("tabindex");
        node.removeAttribute("role");
      }
      const style = document.createElementNS(svg.namespaceURI, "style");
      style.textContent = document.querySelector("head style").textContent;
      svg.prepend(style);
      svg.removeAttribute("style");
      svg.setAttribute("width", Math.ceil(svg.viewBox.baseVal.width));
      svg.setAttribute("height", Math.ceil(svg.viewBox.baseVal.height));
      svg.style.backgroundColor = getComputedStyle(document.body).backgroundColor;
      return new XMLSerializer().serializeToString(svg);
    }
    """
  }

  var sizeQuestion: String {
    """
    () => {
      const wrong = document.querySelector("figure.diagram .wrong");
      if (wrong) return wrong.textContent;
      const box = document.querySelector("figure.diagram").getBoundingClientRect();
      return Math.ceil(box.right + box.left) + " " + Math.ceil(box.bottom + box.top);
    }
    """
  }
}
