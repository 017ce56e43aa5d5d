internal import CCMark

/// The cmark tree of one document: parsed on creation, freed when it goes out of scope.
///
/// The only owner of C memory. Nodes are lent to `walk` and must not outlive it.
@safe struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer

  /// Parses the bytes from `start` on; returns `nil` if libcmark cannot create a tree.
  ///
  /// libcmark would replace a NUL by the three bytes of U+FFFD and so shift the columns after it;
  /// it gets SUB (0x1A) instead, which takes one byte.
  init?(parsing bytes: [UInt8], from start: Int) {
    guard start <= bytes.count else { return nil }
    let clean = bytes.contains(0) ? bytes.map { $0 == 0 ? 0x1A : $0 } : bytes
    let tree = unsafe clean.withUnsafeBytes { buffer -> OpaquePointer? in
      let body = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      return unsafe body.withMemoryRebound(to: CChar.self) { text in
        unsafe cmark_parse_document(text.baseAddress, text.count, CMARK_OPT_SOURCEPOS)
      }
    }
    guard let tree = unsafe tree else { return nil }
    unsafe root = tree
  }

  deinit {
    unsafe cmark_node_free(root)
  }

  /// The document as harmless HTML: HTML in it is sanitized, and links that would run scripts lose
  /// their target. Paragraphs and code that begin in a line of `replacements` are replaced by that
  /// HTML, and images are shown from the address that `image` returns. With `hasPlaces`, blocks have
  /// their places as the attribute `data-sourcepos`.
  ///
  /// Nodes are replaced after the walk, when the text of every image is complete and no iterator is
  /// at a removed node. The tree cannot be used afterwards, hence `consuming`.
  consuming func html(
    replacing replacements: [Int: String], hasPlaces: Bool = false,
    image: (String) -> String? = { _ in nil }
  ) -> String {
    var own: [(node: OpaquePointer, type: cmark_node_type, html: String)] = unsafe []
    var images: [ResolvedImage] = []
    walk { node, isEntering in
      switch node.kind {
      case .image where isEntering:
        images.append(ResolvedImage(at: unsafe own.count, from: image(node.url), node.title))
        if images.last?.address != nil {
          unsafe own.append((node.pointer, CMARK_NODE_CUSTOM_INLINE, ""))
        }
      case .image:
        guard let shown = images.popLast(), shown.address != nil else { return }
        unsafe own[shown.index].html = shown.html
      case .htmlInline:
        let html = HTMLSanitizer.of(node.literal, image: image)
        unsafe own.append((node.pointer, CMARK_NODE_CUSTOM_INLINE, html))
      case .htmlBlock:
        let html = HTMLSanitizer.of(node.literal, image: image)
        unsafe own.append((node.pointer, CMARK_NODE_CUSTOM_BLOCK, html))
      case .paragraph where isEntering, .codeBlock:
        guard let html = replacements[node.startLine] else { return }
        unsafe own.append((node.pointer, CMARK_NODE_CUSTOM_BLOCK, html))
      case .text, .code: for index in images.indices { images[index].text += node.literal }
      case .softBreak, .lineBreak: for index in images.indices { images[index].text += " " }
      default: return
      }
    }
    // In reverse order, since a paragraph precedes its contents.
    for unsafe(node, type, html) in unsafe own.reversed() {
      guard let new = unsafe cmark_node_new(type) else { continue }
      unsafe cmark_node_set_on_enter(new, html)
      let isReplaced = unsafe cmark_node_replace(node, new) == 1
      unsafe cmark_node_free(isReplaced ? node : new)
    }
    let options = hasPlaces ? CMARK_OPT_SOURCEPOS : CMARK_OPT_DEFAULT
    guard let text = unsafe cmark_render_html(root, options) else { return "" }
    defer { unsafe cmark_get_default_mem_allocator().pointee.free(text) }
    return unsafe String(cString: text)
  }

  /// Visits every node in document order, on entering and, for nodes with children, on leaving.
  borrowing func walk(_ visit: (_ node: MarkdownNode, _ entering: Bool) -> Void) {
    guard let iterator = unsafe cmark_iter_new(root) else { return }
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      guard let node = unsafe cmark_iter_get_node(iterator) else { return }
      visit(unsafe MarkdownNode(node), event == CMARK_EVENT_ENTER)
    }
  }
}

/// One node of a tree, valid while the tree is being walked.
///
/// Positions are those of libcmark, and some of them are wrong; `PageReader` corrects them.
@safe struct MarkdownNode {
  enum Kind {
    case document, quote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image, other
  }

  fileprivate let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  var kind: Kind {
    switch unsafe cmark_node_get_type(pointer) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    default: .other
    }
  }

  var startLine: Int { unsafe Int(cmark_node_get_start_line(pointer)) }
  var startColumn: Int { unsafe Int(cmark_node_get_start_column(pointer)) }
  var endLine: Int { unsafe Int(cmark_node_get_end_line(pointer)) }
  var endColumn: Int { unsafe Int(cmark_node_get_end_column(pointer)) }

  /// The text of a leaf; empty for other nodes.
  var literal: String { unsafe Self.string(cmark_node_get_literal(pointer)) }
  /// The complete info string of a fence, entities resolved.
  var info: String { unsafe Self.string(cmark_node_get_fence_info(pointer)) }
  var url: String { unsafe Self.string(cmark_node_get_url(pointer)) }
  var title: String { unsafe Self.string(cmark_node_get_title(pointer)) }
  var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }

  /// Type, delimiter and first number of a list, as one comparable text.
  var listStyle: String {
    let type = unsafe cmark_node_get_list_type(pointer).rawValue
    let delimiter = unsafe cmark_node_get_list_delim(pointer).rawValue
    return unsafe "\(type).\(delimiter).\(cmark_node_get_list_start(pointer))"
  }
  var listIsTight: Bool { unsafe cmark_node_get_list_tight(pointer) != 0 }

  var firstChild: MarkdownNode? {
    guard let child = unsafe cmark_node_first_child(pointer) else { return nil }
    return unsafe MarkdownNode(child)
  }
  var hasOneChild: Bool {
    guard let child = unsafe cmark_node_first_child(pointer) else { return false }
    return unsafe cmark_node_next(child) == nil
  }
  /// The number of newlines in the literal, without creating a string.
  var literalLineCount: Int {
    guard let text = unsafe cmark_node_get_literal(pointer) else { return 0 }
    var count = 0
    var index = 0
    while unsafe text[index] != 0 {
      if unsafe text[index] == 0x0A { count += 1 }
      index += 1
    }
    return count
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
