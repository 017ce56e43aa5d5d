import Diagnostics
import Markdown

extension Report {
  /// The comparison of documents: each changed diagram in both versions and as one picture.
  init(_ pages: [PageDifference], of title: String, _ revisions: Revisions) {
    let summary =
      pages.isEmpty
      ? "The documents show no difference."
      : "\(pages.reduce(0) { $0 + $1.sentences.count }.counted("difference")) in "
        + "\(pages.count.counted("document")), from \(revisions.old) to \(revisions.new)"
    self.init(title: title, summary: summary, revisions)
    for page in pages { add(page, revisions) }
  }

  private mutating func add(_ page: PageDifference, _ revisions: Revisions) {
    let first = diagrams.count
    let list = page.sentences.map { "<li>\(Self.prose($0))</li>\n" }.joined()
    var html = "<h1>\(HTMLText.escaped(page.path))</h1>\n<ul>\n\(list)</ul>\n"
    for pair in page.diagrams.pairs {
      let diagram = RevisionDiagram(
        pair, of: page.path, revisions: (revisions.old, revisions.new))
      guard let diagram else { continue }
      html += add(diagram.both)
      if let (old, new) = diagram.sides {
        html += "<div class=\"sides\">\n\(add(old))\(add(new))</div>\n"
      }
    }
    documents.append(
      Document(
        path: page.path, title: page.path, html: html, diagrams: Array(first..<diagrams.count)))
  }

  private mutating func add(_ diagram: DiagramReport) -> String {
    diagrams.append(diagram)
    return Self.figure(diagrams.count - 1, diagram.text)
  }

  /// A sentence as HTML; text in backticks is code.
  private static func prose(_ sentence: String) -> String {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
      .map { HTMLText.escaped(String($0)) }
    guard !parts.count.isMultiple(of: 2) else { return HTMLText.escaped(sentence) }
    return parts.enumerated().map { $0.isMultiple(of: 2) ? $1 : "<code>\($1)</code>" }.joined()
  }
}
