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
    <style>\(Self.style)</style>
    </head>
    <body>
    \(theme == .auto ? "<button id=\"theme\" type=\"button\">light / dark</button>\n" : "")<main\(isSingle ? " class=\"single\"" : "")>
    \(body)
    </main>
    \(script.map(HTMLText.script) ?? "")\(HTMLText.script(Self.drawing))</body>
    </html>

    """
  }

  private static let style = """

    :root { --text: #1f2328; --soft: #59636e; --back: #ffffff; --line: #d1d9e0; --code: #f3f4f6; \
    --link: #0969da; color-scheme: light }
    :root[data-look=dark] { --text: #e6edf3; --soft: #9198a1; --back: #0d1117; --line: #3d444d; \
    --code: #161b22; --link: #4493f8; color-scheme: dark }
    body { margin: 0; background: var(--back); color: var(--text); \
    font: 16px/1.5 system-ui, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif }
    main { max-width: 860px; margin: 0 auto; padding: 32px 24px }
    main.single { max-width: none; padding: 16px }
    main.single pre { margin: 0 }
    main.single .mermaid.drawn { text-align: left }
    main.single .mermaid svg { max-width: none !important }
    h1, h2 { border-bottom: 1px solid var(--line); padding-bottom: .3em }
    a { color: var(--link) }
    code, pre { font: 85% ui-monospace, "SF Mono", Menlo, Consolas, monospace }
    code { background: var(--code); border-radius: 4px; padding: .15em .35em }
    pre { background: var(--code); border-radius: 6px; padding: 14px; overflow: auto }
    pre code { background: none; padding: 0; font-size: 100% }
    table { border-collapse: collapse; display: block; overflow: auto }
    th, td { border: 1px solid var(--line); padding: 5px 12px; vertical-align: top }
    blockquote { margin: 0; padding: 0 1em; color: var(--soft); border-left: 4px solid var(--line) }
    .alert { color: inherit; border-left-color: var(--link) }
    .alert-title { font-weight: 600; margin-bottom: 0 }
    img { max-width: 100% }
    .mermaid svg { max-width: 100%; height: auto }
    .mermaid.drawn { background: none; padding: 0; text-align: center }
    .mermaid .wrong { color: #d1242f; white-space: pre-wrap }
    #theme { position: fixed; top: 10px; right: 10px; color: var(--soft); background: var(--back); \
    border: 1px solid var(--line); border-radius: 6px; padding: 3px 9px; cursor: pointer }
    @media print { #theme { display: none } }

    """

  /// Draws each diagram, and again when the theme changes.
  private static let drawing = """
    (async () => {
      const root = document.documentElement;
      const blocks = [...document.querySelectorAll("pre.mermaid")];
      const sources = blocks.map((block) => block.textContent);
      const system = matchMedia("(prefers-color-scheme: dark)");
      let number = 0;
      async function draw(look) {
        root.dataset.look = look;
        if (blocks.length) mermaid.initialize({
          startOnLoad: false, securityLevel: "strict",
          theme: look === "dark" ? "dark" : "default", deterministicIds: true,
          maxTextSize: 5000000, maxEdges: 100000
        });
        for (const [index, block] of blocks.entries()) {
          try {
            const drawn = await mermaid.render("diagram-" + ++number, sources[index]);
            block.innerHTML = drawn.svg;
            block.classList.add("drawn");
            const svg = block.querySelector("svg");
            if (document.querySelector("main.single") && svg) {
              svg.setAttribute("width", Math.ceil(svg.viewBox.baseVal.width));
              svg.setAttribute("height", Math.ceil(svg.viewBox.baseVal.height));
            }
          } catch (error) {
            const wrong = document.createElement("div");
            wrong.className = "wrong";
            wrong.textContent = String(error && error.message || error);
            block.replaceChildren(wrong, document.createTextNode(sources[index]));
            block.classList.remove("drawn");
            document.querySelectorAll("body > [id^=ddiagram-]").forEach((left) => left.remove());
          }
        }
        root.dataset.state = blocks.some((block) => !block.classList.contains("drawn"))
          ? "wrong" : "drawn";
      }
      const named = root.dataset.theme;
      let look = named === "auto" ? (system.matches ? "dark" : "light") : named;
      await draw(look);
      if (named !== "auto") return;
      const change = (next) => { look = next; return draw(next); };
      system.addEventListener("change", (event) => change(event.matches ? "dark" : "light"));
      document.getElementById("theme").addEventListener(
        "click", () => change(look === "dark" ? "light" : "dark"));
    })();
    """
}

extension HTMLText {
  /// The script in a form that cannot end its element: `</` is the same as `<\/` within its
  /// strings, regular expressions and comments.
  static func script(_ text: String) -> String {
    let safe = text.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
    return "<script>\n\(safe)\n</script>\n"
  }
}
