internal import Basics
internal import Diagnostics

/// Serializes a cmark tree without the content of regions, for comparison.
///
/// Comparison of serialized trees and not of texts, for two reasons: a region may legitimately
/// change the markup around it (a list becomes loose), and new content can change the meaning of
/// unchanged text (an unclosed fence swallows it). Only the tree shows both.
///
/// Left out are lines of generated regions, content of verified fences, text of values, checksums
/// in end markers, and the tightness of lists around a region. Cost: linear in the size of the
/// page.
struct Outline {
  private(set) var bytes: [UInt8] = []

  private let page: Page
  /// Content lines of the generated regions, in order.
  private let skippedLines: [Range<Int>]
  /// Blocks that enclose a generated region: the region may make such a list tight or loose.
  private let enclosing: Set<Int>
  /// Fences with hand-written content that docgen may fix.
  private let verifiedBlocks: Set<Int>
  /// Values by their opening and closing comments.
  private let valueEnds: [Int: Int]
  private let endComments: Set<Int>
  /// Generated regions by their opening comments.
  private let regionOfComment: [Int: Int]

  private var block = -1
  private var comment = 0
  /// The comment that ends the value which is being skipped.
  private var valueEnd: Int?
  private var isSkipping = false

  init(page: Page) {
    self.page = page
    let generated = page.regions.filter { $0.kind == .generated }
    skippedLines = generated.map(\.contentLines).filter { !$0.isEmpty }
    var enclosing: Set<Int> = []
    for region in generated {
      var next = page.blocks[region.opening.block].parent
      while let parent = next, enclosing.insert(parent).inserted {
        next = page.blocks[parent].parent
      }
    }
    self.enclosing = enclosing
    verifiedBlocks = Set(
      page.regions.filter { $0.kind == .verified }.flatMap(\.fences).map(\.block))
    var ends: [Int: Int] = [:]
    for region in page.regions where region.kind == .value {
      ends[region.opening.comment] = region.closing?.comment
    }
    valueEnds = ends
    regionOfComment = Dictionary(
      generated.map { ($0.opening.comment, $0.index) }, uniquingKeysWith: { first, _ in first })
    endComments = Set(generated.compactMap { $0.closing?.comment })
  }

  mutating func visit(_ node: MarkdownNode, entering: Bool) {
    switch node.kind {
    case .document: break
    case .quote, .list, .item, .codeBlock, .htmlBlock, .paragraph, .heading, .thematicBreak:
      visitBlock(node, entering)
    default:
      if !isSkipping { visitInline(node, entering) }
    }
  }

  private mutating func visitBlock(_ node: MarkdownNode, _ entering: Bool) {
    if entering { block += 1 }
    isSkipping = isGenerated(line: node.startLine)
    if isSkipping {
      if entering { passComments() }
      return
    }
    guard entering else { return write(")") }
    switch node.kind {
    case .quote: write("(quote")
    case .list:
      let tight = enclosing.contains(block) ? "" : "\(node.listIsTight)"
      write("(list", node.listStyle, tight)
    case .item: write("(item")
    case .paragraph: write("(paragraph")
    case .heading: write("(heading", "\(node.headingLevel)")
    case .codeBlock:
      write("code", node.info, verifiedBlocks.contains(block) ? "" : node.literal)
    case .htmlBlock: writeHTML(node)
    default: write("break")
    }
  }

  private mutating func visitInline(_ node: MarkdownNode, _ entering: Bool) {
    let isComment = node.kind == .htmlInline && isCommentHere(node.literal)
    if let end = valueEnd {
      guard isComment else { return }
      comment += 1
      guard comment - 1 == end else { return }
      valueEnd = nil
      write("html", node.literal)
      return
    }
    guard entering else { return write(")") }
    switch node.kind {
    case .text: write("text", node.literal)
    case .code: write("code", node.literal)
    case .htmlInline: write("html", node.literal)
    case .softBreak: write("soft")
    case .lineBreak: write("hard")
    case .emphasis: write("(emphasis")
    case .strong: write("(strong")
    case .link: write("(link", node.url, node.title)
    case .image: write("(image", node.url, node.title)
    default: write("other", node.literal)
    }
    if isComment {
      valueEnd = valueEnds[comment]
      comment += 1
    }
  }

  /// Whether raw HTML is the next of the page's comments.
  private func isCommentHere(_ literal: String) -> Bool {
    literal.utf8.starts(with: HTMLComments.open) && comment < page.comments.count
      && page.comments[comment].block == block
  }

  private mutating func passComments() {
    while comment < page.comments.count, page.comments[comment].block == block { comment += 1 }
  }

  /// Raw HTML without the values and regions in it and without checksums; each piece trimmed.
  private mutating func writeHTML(_ node: MarkdownNode) {
    let text = page.source
    var place = text.offset(of: page.blocks[block].range.start)
    let end = text.offset(of: page.blocks[block].range.end)
    while comment < page.comments.count, page.comments[comment].block == block {
      let found = page.comments[comment].bytes
      if let close = valueEnds[comment] {
        writeHTML(place..<found.upperBound)
        place = page.comments[close].bytes.lowerBound
        comment = close
        continue
      }
      if endComments.contains(comment) {
        writeHTML(place..<found.lowerBound)
        write("end")
        place = found.upperBound
      } else if let region = regionOnOneLine(comment) {
        writeHTML(place..<found.upperBound)
        place = region.contentBytes.upperBound
      }
      comment += 1
    }
    writeHTML(place..<max(place, end))
  }

  /// The region of an opening comment that ends on the same line.
  private func regionOnOneLine(_ comment: Int) -> Region? {
    guard comment + 1 < page.comments.count, endComments.contains(comment + 1),
      page.comments[comment + 1].block == block
    else { return nil }
    return regionOfComment[comment].map { page.regions[$0] }
  }

  private mutating func writeHTML(_ range: Range<Int>) {
    var range = range
    let source = page.source.bytes
    while let last = range.last, source[last].isWhiteSpace { range = range.dropLast() }
    while let first = range.first, source[first].isWhiteSpace { range = range.dropFirst() }
    guard !range.isEmpty else { return }
    write("html")
    bytes += source[range].lazy.filter { $0 != .carriageReturn }
    bytes.append(0)
  }

  /// Binary search, since a page may have hundreds of regions.
  private func isGenerated(line: Int) -> Bool {
    let index = skippedLines.partitioningIndex { $0.upperBound > line }
    return index < skippedLines.count && skippedLines[index].contains(line)
  }

  /// One node: its parts, each ended by a NUL, which no text contains.
  private mutating func write(_ parts: String...) {
    for part in parts {
      bytes += part.utf8
      bytes.append(0)
    }
  }
}
