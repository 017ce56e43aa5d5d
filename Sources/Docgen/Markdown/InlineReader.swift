/// Collects the code spans, links and comments of one paragraph or heading.
///
/// Nodes arrive in document order, and each moves the locator forward. A wrong step would shift all
/// later places of the paragraph, so every kind of node has its own `pass…` in `InlineLocator`.
struct InlineReader {
  /// A found inline; its places are offsets in the paragraph's string.
  enum Found {
    case code(String, whole: Range<Int>, inner: Range<Int>)
    case comment(Range<Int>, parent: Int)
    case link(OpenLink)
  }

  struct OpenLink {
    let isImage: Bool
    let destination: String
    let title: String
    let start: Int
    /// `<https://…>`: libcmark reports its column without the paragraph's.
    let isAutolink: Bool
    var text = ""
    var end = 0
    var destinationRange: Range<Int>?
    /// Its index in `found`, reserved so that a link precedes its contents.
    let slot: Int
  }

  /// An image nested more deeply than this passes its text only to the inner images, which limits
  /// the cost of thousands of nested ones.
  private static let deepest = 8

  private(set) var locator: InlineLocator
  private(set) var found: [Found] = []
  /// The displayed text, without image descriptions.
  private(set) var plainText = ""
  private var links: [OpenLink] = []
  private var openImages = 0
  /// The enclosing emphases and links, as numbers in order of their beginning.
  private var parents: [Int] = []
  private var parentCount = 0

  /// Whether only the text of a heading is needed, and that of links.
  private let isHeading: Bool

  init(locator: InlineLocator, isHeading: Bool) {
    self.locator = locator
    self.isHeading = isHeading
  }

  mutating func visit(_ node: MarkdownNode, entering: Bool) {
    switch node.kind {
    case .text:
      locator.passText(endColumn: node.endColumn)
      if isHeading || !links.isEmpty { show(node.literal) }
    case .softBreak, .lineBreak:
      locator.passBreak(isHard: node.kind == .lineBreak)
      show(" ")
    case .code: addCode(node)
    case .htmlInline: addHTML(node)
    case .emphasis, .strong: nest(entering)
    case .link, .image:
      nest(entering)
      if entering { open(node) } else { close(node) }
    default: break
    }
  }

  private mutating func nest(_ entering: Bool) {
    guard entering else {
      _ = parents.popLast()
      return
    }
    parentCount += 1
    parents.append(parentCount)
  }

  private mutating func show(_ text: String) {
    if isHeading, openImages == 0 { plainText += text }
    for index in links.indices.suffix(Self.deepest) { links[index].text += text }
  }

  private mutating func addCode(_ node: MarkdownNode) {
    let literal = node.literal
    if let place = locator.passCode(startColumn: node.startColumn) {
      found.append(.code(literal, whole: place.whole, inner: place.content))
    }
    show(literal)
  }

  private mutating func addHTML(_ node: MarkdownNode) {
    let literal = node.literal
    guard let range = locator.passHTML(startColumn: node.startColumn, literal: literal),
      literal.utf8.starts(with: HTMLComments.open)
    else { return }
    found.append(.comment(range, parent: parents.last ?? 0))
  }

  /// The place in `found` is reserved on entering: a link precedes the code in its text.
  private mutating func open(_ node: MarkdownNode) {
    var start = locator.offset(ofColumn: node.startColumn)
    var isAutolink = false
    if node.kind == .link, node.hasOneChild, let child = node.firstChild, child.kind == .text {
      let textStart = locator.offset(ofColumn: child.startColumn)
      if textStart > 0, locator.content.bytes[textStart - 1] == UInt8(ascii: "<") {
        isAutolink = true
        start = textStart - 1
      }
    }
    let slot = found.count
    let link = OpenLink(
      isImage: node.kind == .image, destination: node.url, title: node.title, start: start,
      isAutolink: isAutolink, slot: slot)
    links.append(link)
    if link.isImage { openImages += 1 }
    found.append(.link(link))
  }

  private mutating func close(_ node: MarkdownNode) {
    guard var link = links.popLast() else { return }
    if link.isImage { openImages -= 1 }
    let textEnd = locator.cursor
    let end = link.isAutolink ? textEnd + 1 : locator.offset(ofColumn: node.endColumn) + 1
    link.end = min(end, locator.content.bytes.count)
    let destination = Array(link.destination.utf8)
    if link.isAutolink {
      link.destinationRange = (link.start + 1)..<max(link.start + 1, link.end - 1)
    } else if let place = locator.content.find(destination, from: textEnd, before: link.end) {
      link.destinationRange = place..<(place + destination.count)
    }
    locator.passLinkEnd(link.end)
    found[link.slot] = .link(link)
  }
}
