import Markdown

/// A program that makes a website from a folder's pages: Jekyll, Hugo, Docusaurus, MkDocs and
/// others.
///
/// Links on such pages follow the site, not GitHub: `page` may be `page.md`, `page.html` or
/// `page/index.md`, and `/page` begins at the folder of the content.
struct SiteGenerator: Sendable {
  /// The folder of the configuration.
  let folder: String
  /// The folders below it that have pages; empty if all do.
  private let content: [String]

  private static let configurations = [
    "_config.yml", "_config.yaml", "_config.toml", "mkdocs.yml", "mkdocs.yaml", "hugo.toml",
    "hugo.yaml", "docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs",
    "book.toml", "astro.config.mjs", "astro.config.ts", "conf.py", "_sidebar.md", "mint.json",
    "docs.json", ".vitepress/config.ts", ".vitepress/config.js", ".vitepress/config.mts",
    ".vitepress/config.mjs", "_quarto.yml", "antora.yml",
  ]
  /// The possible folders of a site's pages, next to its configuration.
  private static let contentFolders = [
    "docs", "content", "src", "source", "pages", "blog", "i18n", "src/pages", "src/content/docs",
  ]
  /// Front matter that only generators read.
  private static let keys: Set = [
    "layout", "permalink", "slug", "sidebar_label", "sidebar_position", "nav_order", "aliases",
    "redirect_from", "pagination_next", "eleventyNavigation", "parent",
  ]

  /// The generator whose configuration is in a folder; `nil` without one.
  init?(folder: String, _ repository: LinkedFiles) {
    let start = folder.isEmpty ? "" : folder + "/"
    guard let file = Self.configurations.first(where: { repository.read(start + $0) != nil })
    else { return nil }
    self.folder = folder
    let settings = file.hasPrefix("mkdocs") ? repository.text(start + file) ?? "" : ""
    if let written = settings.split(separator: "\n").first(where: { $0.hasPrefix("docs_dir:") }) {
      let path = written.dropFirst("docs_dir:".count).filter { !" \"'".contains($0) }
      content = [start + path.split(separator: "/").joined(separator: "/")]
      return
    }
    let isWhole = file.hasPrefix("_") || file == "conf.py" || file.hasPrefix(".vitepress")
    content = isWhole ? [] : Self.contentFolders.map { start + $0 }
  }

  /// Whether a page is one of the site.
  func covers(_ path: String) -> Bool {
    content.isEmpty || content.contains { path.hasPrefix($0 + "/") }
  }

  /// Whether the front matter of a page is written for a generator.
  static func isMeant(by page: Page) -> Bool {
    guard let text = page.frontMatter?.text else { return false }
    return text.split(whereSeparator: \.isNewline).contains { line in
      line.firstIndex(of: ":").map { keys.contains(String(line[..<$0])) } == true
    }
  }

  /// The files that a link may mean on a site, the most likely first.
  ///
  ///     candidates("guide/start.html", from: "docs/index.md")
  ///       -> docs/guide/start.html, docs/guide/start.md, docs/guide/start/index.md, …
  static func candidates(_ target: String, from page: String, roots: [String]) -> [String] {
    var starts: [String] = []
    if target.hasPrefix("/") {
      let rest = String(target.drop { $0 == "/" })
      for root in roots {
        for folder in [""] + contentFolders + ["public", "static", "docs/public"] {
          let parts = [root, folder, rest].filter { !$0.isEmpty }
          starts.append(parts.joined(separator: "/"))
        }
      }
    } else {
      starts += [ProjectContext.path(target, from: page)].compactMap { $0 }
      // A page `a/b.md` is shown at `a/b/`, where its relative links begin.
      let shown = page.prefix { $0 != "." } + "/index.md"
      starts += [ProjectContext.path(target, from: String(shown))].compactMap { $0 }
      // Pages of all languages share the files next to their folders: `en/a.png` -> `a.png`.
      starts += starts.compactMap(withoutLanguage)
    }
    return starts.flatMap { forms(of: $0) }
  }

  /// The path without the first folder that has the name of a language.
  private static func withoutLanguage(_ path: String) -> String? {
    var parts = path.split(separator: "/")
    guard
      let index = parts.dropLast().firstIndex(where: {
        $0.wholeMatch(of: /[a-z]{2}(?:[-_][A-Za-z]{2,4})?/) != nil
      })
    else { return nil }
    parts.remove(at: index)
    return parts.joined(separator: "/")
  }

  private static func forms(of path: String) -> [String] {
    var base = path
    for ending in [".html", ".htm", "/"] where base.hasSuffix(ending) {
      base = String(base.dropLast(ending.count))
    }
    return [path] + [".md", ".mdx", ".markdown", ".html"].map { base + $0 }
      + ["index.md", "README.md", "_index.md", "index.html"].map {
        base.isEmpty ? $0 : base + "/" + $0
      }
  }
}
