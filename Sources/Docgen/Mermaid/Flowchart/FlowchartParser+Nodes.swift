import Diagnostics
import YAML

/// Nodes and the links between them.
extension FlowchartParser {
  /// `vertexStatement`
  mutating func chain(_ start: Int) throws(MermaidError) -> FlowchartChain {
    var chain = FlowchartChain([try group()])
    while [.link, .linkStart, .linkID].contains(token.kind) {
      let link = try link()
      let group = try group()
      linkCount += (chain.groups.last?.count ?? 0) * group.count
      chain.links.append(link)
      chain.groups.append(group)
    }
    if linkCount > Self.maximumLinks, !hasTooManyLinks {
      hasTooManyLinks = true
      context.record(
        context.error(
          "Mermaid draws at most \(Self.maximumLinks) links", at: range(from: start),
          expected: ["two diagrams"]))
    }
    chain.range = place(from: start)
    return chain
  }

  /// `node`: `A`, `A & B[text] & C@{ … }`, with the blanks after it.
  private mutating func group() throws(MermaidError) -> [FlowchartNode] {
    var nodes = [try node()]
    while true {
      let data = try shapeData()
      if let data { nodes[nodes.count - 1].data = data }
      guard token.kind == .space else { return nodes }
      while token.kind == .space { advance() }
      guard token.kind == .ampersand else {
        if data != nil { throw unexpected(["a link", "the end of the line"]) }
        return nodes
      }
      advance()
      try take(.space, "a blank")
      while token.kind == .space { advance() }
      nodes.append(try node())
    }
  }

  /// `idString`
  mutating func identifier(_ expected: String) throws(MermaidError) -> Name {
    let start = token.range.lowerBound
    guard token.kind.isIdentifier else { throw unexpected([expected]) }
    while token.kind.isIdentifier { advance() }
    return context.name(start..<lastEnd)
  }

  /// `styledVertex`: `A`, `A[text]`, `A[text]:::class`
  private mutating func node() throws(MermaidError) -> FlowchartNode {
    let start = token.range.lowerBound
    var node = FlowchartNode(try identifier("a node"))
    if case .open(let opener) = token.kind {
      let range = token.range
      advance()
      (node.label, node.shape) = try shape(opener, range)
    }
    node.range = context.map.range(start..<lastEnd)
    if token.kind == .styleSeparator {
      advance()
      _ = try identifier("the name of a style class")
    }
    return node
  }

  private mutating func shape(
    _ opener: FlowchartOpener, _ range: Range<Int>
  ) throws(MermaidError) -> (FlowchartText, String) {
    switch opener {
    case .square: return (try text(after: range, until: .square), "square")
    case .odd: return (try text(after: range, until: .square), "odd")
    case .stadium: return (try text(after: range, until: .stadium), "stadium")
    case .subroutine: return (try text(after: range, until: .subroutine), "subroutine")
    case .cylinder: return (try text(after: range, until: .cylinder), "cylinder")
    case .doubleCircle: return (try text(after: range, until: .doubleCircle), "doublecircle")
    case .ellipse: return (try text(after: range, until: .ellipse), "ellipse")
    case .round where token.kind == .open(.round):
      return (try twice(.round), "circle")
    case .round: return (try text(after: range, until: .round), "round")
    case .diamond where token.kind == .open(.diamond):
      return (try twice(.diamond), "hexagon")
    case .diamond: return (try text(after: range, until: .diamond), "diamond")
    case .properties:
      try take(.nodeString, "a property")
      try take(.colon, "`:`")
      try take(.nodeString, "the value of the property")
      try take(.pipe, "`|`")
      return (try text(after: range, until: .square), "rect")
    case .trapezoid, .invertedTrapezoid:
      let isStraight = opener == .trapezoid
      let label = try content(after: range)
      if token.kind == .close(.trapezoid) {
        advance()
        return (label, isStraight ? "trapezoid" : "lean_left")
      }
      try close(.invertedTrapezoid, after: range)
      return (label, isStraight ? "lean_right" : "inv_trapezoid")
    }
  }

  /// `((text))`, `{{text}}`, from the second delimiter.
  private mutating func twice(
    _ closer: FlowchartCloser
  ) throws(MermaidError) -> FlowchartText {
    let inner = token.range
    advance()
    let label = try text(after: inner, until: closer)
    try close(closer, after: inner)
    return label
  }

  /// A text and its closing delimiter.
  mutating func text(
    after opener: Range<Int>, until closer: FlowchartCloser
  ) throws(MermaidError) -> FlowchartText {
    let label = try content(after: opener)
    try close(closer, after: opener)
    return label
  }

  private mutating func close(
    _ closer: FlowchartCloser, after opener: Range<Int>
  ) throws(MermaidError) {
    guard token.kind == .close(closer) else { throw unclosed(opener, closer.rawValue) }
    advance()
  }

  /// `text` of the grammar.
  private mutating func content(after opener: Range<Int>) throws(MermaidError) -> FlowchartText {
    guard let text = text(of: { $0 == .text }) else { throw unclosed(opener, nil) }
    return text
  }

  /// `"text"`, ``"`text`"`` or tokens of a kind; `nil` if the next token has another kind. After
  /// quotes, such tokens continue the text: `"one" two`.
  mutating func text(
    of isPiece: (FlowchartTokenKind) -> Bool, isTrimmed: Bool = true
  ) -> FlowchartText? {
    func shown(_ range: Range<Int>) -> Range<Int> {
      isTrimmed ? ByteScanner(context.bytes).trimmed(range) : range
    }
    let first = token
    let isQuoted = first.kind == .string || first.kind == .markdown
    if isQuoted { advance() }
    let kind: FlowchartText.Kind = first.kind == .markdown ? .markdown : isQuoted ? .string : .text
    let start = token.range.lowerBound
    guard isPiece(token.kind) else {
      return isQuoted ? FlowchartText(context.label(shown(first.value)), kind) : nil
    }
    while isPiece(token.kind) { advance() }
    guard isQuoted else { return FlowchartText(context.label(shown(start..<lastEnd))) }
    let source = context.text(first.value) + context.text(start..<lastEnd)
    let text = isTrimmed ? ModelText.trimmed(source) : source
    return FlowchartText(
      Label(
        Entities.shown(written: text), written: text, range: context.map.range(first.value)), kind)
  }

  /// `@{ shape: cyl }`; `nil` if the node has none.
  ///
  /// The text between the braces is YAML, and is parsed only after its end is known. A value that
  /// Mermaid refuses is recorded and does not end the statement; a text that is not YAML does.
  private mutating func shapeData() throws(MermaidError) -> AttributeMapping? {
    guard token.kind == .shapeData else { return nil }
    let opener = token.range
    var source = ""
    var isString = false
    while token.kind == .shapeData {
      let text = context.text(token.value)
      if text == "\"" { isString.toggle() }
      // Mermaid breaks the lines of a string with a tag.
      source += isString ? text.replacing(/\n\s*/, with: "<br/>") : text
      advance()
    }
    guard lastEnd < context.bytes.count, token.kind != .end else {
      throw context.error("this `@{` is never closed", at: opener, expected: ["`}`"])
    }
    let range = opener.lowerBound..<max(token.range.lowerBound, opener.upperBound)
    do {
      let data = try AttributeMapping(source)
      if let refusal = data.refusal { context.record(context.error(refusal, at: range)) }
      return data
    } catch {
      throw context.error(error.message, at: range)
    }
  }
}

// MARK: - Links

extension FlowchartParser {
  /// `link`: `-->`, `-->|text|`, `-- text -->`, each with an optional id before it.
  private mutating func link() throws(MermaidError) -> FlowchartLink {
    let start = token.range.lowerBound
    var id: Name?
    if token.kind == .linkID {
      id = context.name(token.value)
      advance()
    }
    let first = token.range
    guard token.kind == .linkStart else {
      try take(.link, "a link")
      var link = FlowchartLink(end: context.excerpt(first), start: nil)
      link.id = id
      if token.kind == .pipe {
        let opener = token.range
        advance()
        link.text = try content(after: opener)
        guard token.kind == .pipe else { throw unclosed(opener, "|") }
        advance()
        if token.kind == .space { advance() }
      }
      link.range = place(from: start)
      return link
    }
    advance()
    let text = text { $0 == .edgeText }
    guard text != nil, token.kind == .link else { throw unexpectedLinkText(first) }
    var link = FlowchartLink(end: context.excerpt(token.range), start: context.excerpt(first))
    advance()
    (link.id, link.text) = (id, text)
    link.range = place(from: start)
    return link
  }
}

extension FlowchartLink {
  /// A link from its characters; `start` is the part before a text, as in `<-- text -->`.
  fileprivate init(end: String, start: String?) {
    let heads: [Character: (name: String, start: Character)] = [
      "x": ("cross", "x"), ">": ("point", "<"), "o": ("circle", "o"),
    ]
    var body = end.dropLast()
    var arrow = "arrow_open"
    if let last = end.last, let head = heads[last] {
      arrow = "arrow_\(head.name)"
      if end.first == head.start {
        arrow = "double_\(arrow)"
        body = body.dropFirst()
      }
    }
    let dots = body.count { $0 == "." }
    let stroke: Stroke =
      dots > 0
      ? .dotted : body.first == "=" ? .thick : body.first == "~" ? .invisible : .normal
    self.init(stroke: stroke, arrow: arrow, length: min(dots > 0 ? dots : body.count - 1, 10))
    guard let start else { return }
    let first = heads.values.first { $0.start == start.first }
    let startStroke: Stroke =
      start.contains(".") ? .dotted : start.contains("=") ? .thick : .normal
    let isMatched = startStroke == stroke && (first.map { "arrow_\($0.name)" == arrow } ?? true)
    if !isMatched {
      self.init(stroke: .mismatched, arrow: "INVALID", length: nil)
    } else if first != nil {
      self.arrow = "double_\(arrow)"
    }
  }
}
