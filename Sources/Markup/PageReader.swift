internal import Diagnostics

/// Walks a cmark tree once and collects what a page offers, with libcmark's positions corrected.
///
/// What is corrected, all of it here and in `InlineLocator`:
/// - HTML blocks end at `start + newlines - 1`;
/// - a fence ends at its closing line, and where there is none, at its last content line;
/// - setext headings end at their underline, indented code at its last line;
/// - lists and items end where the last block inside of them ends;
/// - inlines: see `InlineLocator`.
struct PageReader {
  let text: SourceText
  var containers: Containers
  private(set) var blocks: [Block] = []
  private(set) var fences: [Fence] = []
  private(set) var headings: [Heading] = []
  private(set) var codeSpans: [CodeSpan] = []
  private(set) var links: [Link] = []
  private(set) var comments: [Comment] = []

  /// The open blocks, outermost first.
  private var open: [Int] = []
  /// The open quotes and items.
  private var openContainers: [Int] = []
  private var slugs = Slugs()
  private var inlines: InlineReader?

  init(text: SourceText, bodyStart: Int) {
    self.text = text
    self.containers = Containers(bodyStart: bodyStart)
  }

  mutating func visit(_ node: MarkdownNode, entering: Bool) {
    switch node.kind {
    case .document: break
    case .quote, .list, .item:
      if entering { openContainer(node) } else { closeContainer() }
    case .codeBlock: addCode(node)
    case .htmlBlock: addHTML(node)
    case .thematicBreak: add(.thematicBreak, node, endLine: node.startLine)
    case .paragraph:
      if entering {
        beginText(.paragraph, node)
      } else {
        endText()
      }
    case .heading:
      if entering {
        beginText(.heading(level: node.headingLevel), node)
      } else {
        endText()
      }
    default: inlines?.visit(node, entering: entering)
    }
  }

  // MARK: - Blocks

  /// Offset where a node begins.
  private func start(of node: MarkdownNode) -> Int {
    let line = containers.lineRange(node.startLine, text)
    return min(line.lowerBound + max(node.startColumn - 1, 0), line.upperBound)
  }

  private func endOfLine(_ line: Int) -> SourcePosition {
    text.position(of: text.lineRange(line).upperBound)
  }

  @discardableResult
  private mutating func add(_ kind: Block.Kind, _ node: MarkdownNode, endLine: Int) -> Int {
    let start = text.position(of: start(of: node))
    let range = SourceRange(start: start, end: max(start, endOfLine(endLine)))
    let index = blocks.count
    blocks.append(
      Block(
        kind: kind, range: range, parent: open.last, depth: open.count, end: index + 1,
        container: openContainers.last))
    return index
  }

  private mutating func openContainer(_ node: MarkdownNode) {
    let kind: Block.Kind =
      switch node.kind {
      case .quote: .quote
      case .item: .item
      default: .list
      }
    let endLine = kind == .quote ? max(node.endLine, node.startLine) : node.startLine
    let index = add(kind, node, endLine: endLine)
    let (line, parent) = (node.startLine, openContainers.last)
    if kind == .quote {
      openContainers.append(containers.addQuote(line: line, parent: parent, text))
    } else if kind == .item {
      openContainers.append(containers.addItem(line: line, parent: parent, text))
    }
    open.append(index)
  }

  private mutating func closeContainer() {
    guard let index = open.popLast() else { return }
    let kind = blocks[index].kind
    if kind != .list { openContainers.removeLast() }
    blocks[index].end = blocks.count
    var child = index + 1
    while child < blocks.count {
      let end = blocks[child].range.end
      if blocks[index].range.end < end { blocks[index].range.end = end }
      child = blocks[child].end
    }
  }

  private mutating func addCode(_ node: MarkdownNode) {
    let line = node.startLine
    var cursor = containers.cursor(on: line, in: openContainers.last, text).cursor
    let indent = cursor.whiteSpace(text.bytes)
    let literal = node.literal
    let newlines = node.literalLineCount
    if indent.columns >= 4 {
      add(.indentedCode, node, endLine: line + max(newlines, 1) - 1)
      return
    }
    cursor.advance(bytes: indent.end - cursor.offset, text.bytes)
    guard let mark = cursor.peek(text.bytes) else { return }
    let length = runLength(of: mark, from: cursor)
    let closing = line + newlines + 1
    let isClosed = closes(line: closing, mark: mark, length: length)
    let index = add(.fence, node, endLine: isClosed ? closing : closing - 1)
    let info = node.info
    let language = info.prefix { !$0.isWhitespace }
    let contentEnd = text.offset(ofLine: closing)
    fences.append(
      Fence(
        language: String(language), attributes: trimmed(info.dropFirst(language.count)),
        literal: literal, range: blocks[index].range, contentLines: (line + 1)..<closing,
        contentBytes: min(text.offset(ofLine: line + 1), contentEnd)..<contentEnd,
        character: Character(Unicode.Scalar(mark)), length: length, indentation: indent.columns,
        isClosed: isClosed, block: index))
  }

  private func runLength(of mark: UInt8, from cursor: LineCursor) -> Int {
    var index = cursor.offset
    while index < cursor.end, text.bytes[index] == mark { index += 1 }
    return index - cursor.offset
  }

  /// Whether a line is the closing fence of an open one.
  private mutating func closes(line: Int, mark: UInt8, length: Int) -> Bool {
    guard line <= text.lineCount else { return false }
    let (start, inside) = containers.cursor(on: line, in: openContainers.last, text)
    var cursor = start
    let indent = cursor.whiteSpace(text.bytes)
    guard inside, indent.columns <= 3 else { return false }
    cursor.advance(bytes: indent.end - cursor.offset, text.bytes)
    let run = runLength(of: mark, from: cursor)
    guard run >= length else { return false }
    cursor.advance(bytes: run, text.bytes)
    return cursor.isBlank(text.bytes)
  }

  private mutating func addHTML(_ node: MarkdownNode) {
    let lineCount = max(node.literalLineCount, 1)
    let index = add(.html, node, endLine: node.startLine + lineCount - 1)
    var excerpt = Excerpt()
    for line in node.startLine..<(node.startLine + lineCount) {
      let cursor = containers.cursor(on: line, in: openContainers.last, text).cursor
      excerpt.append(line: cursor.offset..<cursor.end, of: text)
    }
    for range in HTMLComments.ranges(in: excerpt) {
      addComment(range, of: excerpt, block: index, isInline: false, parent: 0)
    }
  }

  private mutating func addComment(
    _ range: Range<Int>, of excerpt: Excerpt, block: Int, isInline: Bool, parent: Int
  ) {
    let inner = HTMLComments.inner(of: range)
    let bytes = excerpt.source(range.lowerBound)..<(excerpt.source(range.upperBound - 1) + 1)
    comments.append(
      Comment(
        text: excerpt.string(inner),
        range: SourceRange(
          start: text.position(of: bytes.lowerBound), end: text.position(of: bytes.upperBound)),
        bytes: bytes, isInline: isInline, block: block, inlineParent: parent,
        excerpt: excerpt.slice(inner)))
  }

  // MARK: - Paragraphs and headings

  private mutating func beginText(_ kind: Block.Kind, _ node: MarkdownNode) {
    let index = add(kind, node, endLine: max(node.endLine, node.startLine))
    open.append(index)
    let isHeading = kind != .paragraph
    guard isHeading || mayHoldInlines(blocks[index].range) else { return }
    inlines = InlineReader(locator: locator(kind, node), isHeading: isHeading)
  }

  /// Whether a paragraph has a byte that code, HTML, links and images cannot do without.
  private func mayHoldInlines(_ range: SourceRange) -> Bool {
    text.bytes[text.offset(of: range.start)..<text.offset(of: range.end)].contains {
      $0 == .backtick || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[")
    }
  }

  /// The string that libcmark found this block's inlines in.
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

  /// Where the text of `## Text` begins; nothing when the heading is underlined instead.
  private func atxContent(from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end, text.bytes[index] == UInt8(ascii: "#") { index += 1 }
    guard (1...6).contains(index - start), index == end || text.bytes[index].isBlank else {
      return nil
    }
    while index < end, text.bytes[index].isBlank { index += 1 }
    return index
  }

  private mutating func endText() {
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
    let title = trimmed(inlines.plainText[...])
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

  /// A range of an excerpt as positions; its end is the place behind its last byte.
  private func range(_ offsets: Range<Int>, _ content: Excerpt) -> SourceRange {
    guard !offsets.isEmpty else { return content.range(offsets, text) }
    return SourceRange(
      start: content.position(offsets.lowerBound, text),
      end: text.position(of: content.source(offsets.upperBound - 1) + 1))
  }

  private func trimmed(_ part: Substring) -> String {
    var part = part
    while let first = part.first, first.isWhitespace { part.removeFirst() }
    while let last = part.last, last.isWhitespace { part.removeLast() }
    return String(part)
  }
}
