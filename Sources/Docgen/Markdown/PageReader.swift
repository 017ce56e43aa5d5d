internal import Diagnostics

/// Walks a cmark tree once and collects the elements of a page, with libcmark's positions
/// corrected.
///
/// All corrections are here and in `InlineLocator`:
/// - HTML blocks end at `start + newlines - 1`;
/// - a fence ends at its closing line, or without one at its last content line;
/// - setext headings end at their underline, indented code at its last line;
/// - lists and items end with the last block inside of them;
/// - inlines: see `InlineLocator`.
struct PageReader {
  let text: SourceText
  var containers: Containers
  var blocks: [Block] = []
  var fences: [Fence] = []
  var headings: [Heading] = []
  var codeSpans: [CodeSpan] = []
  var links: [Link] = []
  var comments: [Comment] = []

  /// The open blocks, outermost first.
  var open: [Int] = []
  /// The open quotes and items.
  var openContainers: [Int] = []
  var slugs = Slugs()
  var inlines: InlineReader?

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

  /// Offset of a node's beginning.
  func start(of node: MarkdownNode) -> Int {
    let line = containers.lineRange(node.startLine, text)
    return min(line.lowerBound + max(node.startColumn - 1, 0), line.upperBound)
  }

  func endOfLine(_ line: Int) -> SourcePosition {
    text.position(of: text.lineRange(line).upperBound)
  }

  @discardableResult
  mutating func add(_ kind: Block.Kind, _ node: MarkdownNode, endLine: Int) -> Int {
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

  /// A container ends with the last of its blocks; blocks inside are passed by their `end`, so the
  /// cost is the number of direct children.
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
    let language = info.prefix { !$0.isASCII || !$0.isWhitespace }
    let contentEnd = text.offset(ofLine: closing)
    fences.append(
      Fence(
        language: String(language), attributes: info.dropFirst(language.count).trimmed,
        literal: literal,
        lineLengths: literal.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
          .map(\.count),
        range: blocks[index].range, contentLines: (line + 1)..<closing,
        contentBytes: min(text.offset(ofLine: line + 1), contentEnd)..<contentEnd,
        character: Character(Unicode.Scalar(mark)), length: length, indentation: indent.columns,
        isClosed: isClosed, block: index))
  }

  /// The number of equal bytes from the cursor on.
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

  mutating func addComment(
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
}
