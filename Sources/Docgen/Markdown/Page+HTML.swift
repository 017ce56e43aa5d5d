import Diagnostics

extension Page {
  /// The page as harmless HTML: only text and plain tags of its HTML remain, and links that would
  /// run scripts lose their target. Tables become tables, headings have GitHub's anchors.
  ///
  /// `replacement` returns HTML for fences that are not shown as code, `image` the address that an
  /// image is shown from instead of its own. The anchors of headings begin with `anchorPrefix`.
  /// With `hasPlaces`, each block has its place in the file as `data-sourcepos="3:1-4:20"`.
  ///
  /// Returns an empty text for a page that is not readable.
  package func html(
    replacing replacement: (Fence) -> String?, anchorPrefix: String = "",
    hasPlaces: Bool = false, image: (String) -> String? = { _ in nil }
  ) -> String {
    var blocks: [Int: String] = [:]
    for fence in fences { blocks[fence.range.start.line] = replacement(fence) }
    for block in self.blocks where block.kind == .paragraph {
      guard let table = Table(lines(of: block)) else { continue }
      let place = hasPlaces ? " data-sourcepos=\"\(block.range.attribute)\"" : ""
      blocks[block.range.start.line] = Self.html(of: table, place: place, image)
    }
    let start = hasByteOrderMark ? 3 : 0
    guard isReadable, let tree = MarkdownTree(parsing: markdown, from: start) else { return "" }
    let html = tree.html(replacing: blocks, hasPlaces: hasPlaces, image: image)
    return anchored(Self.withAlerts(html), prefix: anchorPrefix)
  }

  /// Quotations that begin with `[!NOTE]` as GitHub shows them: with a title.
  private static func withAlerts(_ html: String) -> String {
    guard html.contains("[!") else { return html }
    let kinds = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"]
    let start = #/<blockquote([^>]*)>\n(<p[^>]*>)\[!([A-Z]+)\](?:\n|(<\/p>\n))/#
    var result = ""
    var rest = html[...]
    while let match = rest.firstMatch(of: start) {
      let (all, place, paragraph, kind, end) = match.output
      result += rest[..<match.range.lowerBound]
      rest = rest[match.range.upperBound...]
      guard kinds.contains(String(kind)) else {
        result += all
        continue
      }
      result += "<blockquote class=\"alert \(kind.lowercased())\"\(place)>\n"
      result += "<p class=\"alert-title\">\(kind.prefix(1))\(kind.dropFirst().lowercased())</p>\n"
      if end == nil { result += paragraph }
    }
    return result + rest
  }

  private static func html(
    of table: Table, place: String, _ image: (String) -> String?
  ) -> String {
    func row(_ cells: [Table.Cell], _ element: String) -> String {
      let count = table.headings.count
      let texts =
        cells.prefix(count).map { html(ofInline: $0.text, image) }
        + Array(repeating: "", count: max(0, count - cells.count))
      return "<tr>" + texts.map { "<\(element)>\($0)</\(element)>" }.joined() + "</tr>\n"
    }
    return "<table\(place)>\n<thead>\n\(row(table.headings, "th"))</thead>\n<tbody>\n"
      + table.rows.map { row($0, "td") }.joined() + "</tbody>\n</table>\n"
  }

  /// One line of Markdown that begins no block, whatever its first characters are.
  private static func html(
    ofInline text: String, _ image: (String) -> String?
  ) -> String {
    // After a no-break space no block can begin, and everything else keeps its meaning.
    guard let tree = MarkdownTree(parsing: Array(("\u{A0}" + text).utf8), from: 0) else {
      return ""
    }
    let html = tree.html(replacing: [:], image: image)
    guard html.hasPrefix("<p>\u{A0}"), html.hasSuffix("</p>\n") else { return "" }
    return String(html.dropFirst(4).dropLast(5))
  }

  /// Heading tags come only from headings, in their order.
  ///
  /// GitHub's anchors are inserted into the finished HTML, since libcmark has no attribute for
  /// them.
  private func anchored(_ html: String, prefix: String) -> String {
    var result = ""
    var rest = html[...]
    for anchor in headings.map(\.anchor) {
      guard let tag = rest.firstMatch(of: #/<h[1-6](?: data-sourcepos="[0-9:-]+")?>/#) else {
        break
      }
      result += rest[..<tag.range.lowerBound]
      result += tag.output.dropLast() + " id=\"\(prefix)\(anchor)\">"
      rest = rest[tag.range.upperBound...]
    }
    return result + rest
  }
}

extension SourceRange {
  /// `3:1-4:20`, as libcmark writes it.
  package var attribute: String {
    "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}
