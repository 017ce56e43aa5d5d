internal import Diagnostics

/// Paragraphs and headings, and their inlines.
extension PageReader {
  mutating func beginText(_ kind: Block.Kind, _ node: MarkdownNode) {
    let index = add(kind, node, endLine: max(node.endLine, node.startLine))
    open.append(index)
    let isHeading = kind != .paragraph
    guard isHeading || mayHoldInlines(blocks[index].range) else { return }
    inlines = InlineReader(locator: locator(kind, node), isHeading: isHeading)
  }

  /// Whether a paragraph has a byte that code, HTML, links or images require.
  ///
  /// Most paragraphs lack these bytes, and then their string need not be rebuilt.
  private func mayHoldInlines(_ range: SourceRange) -> Bool {
    text.bytes[text.offset(of: range.start)..<text.offset(of: range.end)].contains {
      $0 == .backtick || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[")
    }
  }

  /// The string in which libcmark found this block's inlines.
  ///
  /// For a heading with `#` it is one line; for others the lines without container prefixes and
  /// indentation, from which link reference definitions are skipped.
  private mutating func locator(_ kind: Block.Kind, _ node: MarkdownNode) -> InlineLocator {
    var content = Excerpt()
    let start = start(of: node)
    let line = node.startLine
    let lineStart = containers.lineRange(line, text).lowerBound
    let lineEnd = text.lineRange(line).upperBound
    if kind != .paragraph, let inner = atxContent(from: start, to: lineEnd) {
      content.append(line: inner..<lineEnd, of: text)
      return InlineLocator(content: content, columnBase: inner - lineStart, skipping: 0)
    }
    content.append(line: start..<lineEnd, of: text)
    let isHeading = kind != .paragraph
    for next in (line + 1)..<max(node.endLine + (isHeading ? 0 : 1), line + 1) {
      let (cursor, inside) = containers.cursor(on: next, in: openContainers.last, text)
      // libcmark leaves the indentation of a lazy continuation line in the paragraph's string.
      if inside {
        content.append(line: cursor.whiteSpace(text.bytes).end..<cursor.end, of: text)
      } else {
        content.append(rest: cursor, of: text)
      }
    }
    let skipping = ReferenceDefinitions.length(in: content.bytes)
    return InlineLocator(content: content, columnBase: start - lineStart, skipping: skipping)
  }

  /// The beginning of the text of `## Text`; `nil` if the heading is underlined instead.
  private func atxContent(from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end, text.bytes[index] == UInt8(ascii: "#") { index += 1 }
    guard (1...6).contains(index - start), index == end || text.bytes[index].isBlank else {
      return nil
    }
    while index < end, text.bytes[index].isBlank { index += 1 }
    return index
  }

  /// The underline of a heading is the line after the last line of its inlines.
  mutating func endText() {
    guard let index = open.popLast(), let inlines else { return }
    self.inlines = nil
    for found in inlines.found { keep(found, inlines.locator.content, block: index) }
    guard case .heading(let level) = blocks[index].kind else { return }
    let start = text.offset(of: blocks[index].range.start)
    let line = blocks[index].range.start.line
    if atxContent(from: start, to: text.lineRange(line).upperBound) != nil {
      blocks[index].range.end = endOfLine(line)
    } else {
      let last = inlines.locator.linesUpToCursor
      blocks[index].range.end = endOfLine(line + last)
    }
    let title = inlines.plainText.trimmed
    headings.append(
      Heading(
        level: level, text: title, anchor: slugs.anchor(for: title), range: blocks[index].range,
        block: index))
  }

  private mutating func keep(_ found: InlineReader.Found, _ content: Excerpt, block: Int) {
    switch found {
    case .code(let code, let whole, let inner):
      codeSpans.append(
        CodeSpan(
          text: code, range: range(whole, content), contentRange: range(inner, content),
          block: block))
    case .comment(let range, let parent):
      addComment(range, of: content, block: block, isInline: true, parent: parent)
    case .link(let link):
      links.append(
        Link(
          isImage: link.isImage, destination: link.destination, title: link.title, text: link.text,
          range: range(link.start..<max(link.start, link.end), content),
          destinationRange: link.destinationRange.map { range($0, content) }, block: block))
    }
  }

  /// A range of an excerpt as positions; its end is the place after its last byte.
  private func range(_ offsets: Range<Int>, _ content: Excerpt) -> SourceRange {
    guard !offsets.isEmpty else { return content.range(offsets, text) }
    return SourceRange(
      start: content.position(offsets.lowerBound, text),
      end: text.position(of: content.source(offsets.upperBound - 1) + 1))
  }
}
