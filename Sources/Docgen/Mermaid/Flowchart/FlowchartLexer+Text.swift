/// In labels, strings, link texts, `@{…}` and `click`.
extension FlowchartLexer {
  /// `"` and `` "` ``, in every mode: whether a string begins here.
  mutating func openString() -> Bool {
    guard scanner.byte(scanner.index) == UInt8(ascii: "\"") else { return false }
    if scanner.byte(scanner.index + 1) == UInt8(ascii: "`") {
      _ = token(.skipped, to: scanner.index + 2, push: .markdown)
    } else {
      _ = token(.skipped, to: scanner.index + 1, push: .string)
    }
    return true
  }

  /// The other rules that the grammar has in every mode: `~~~` and the openers of labels.
  mutating func everywhere(_ start: Int) -> FlowchartToken? {
    if let (kind, end, stroke) = link(start, inText: nil), stroke == .invisible {
      return token(kind, to: end)
    }
    return opener(start)
  }

  /// The openers of labels. `[|` and `>` are openers outside of labels only.
  ///
  /// The longer opener is tested first where one is the prefix of another, as in the order of the
  /// grammar. `push` is the mode of the text after it, whose closing delimiter differs for each
  /// shape.
  mutating func opener(_ start: Int) -> FlowchartToken? {
    let isInitial = modes.current == .initial
    func starts(_ word: StaticString) -> Bool { scanner.starts(word, at: start) }
    func open(_ opener: FlowchartOpener, _ mode: Mode? = .text) -> FlowchartToken {
      token(.open(opener), to: start + opener.rawValue.utf8.count, push: mode)
    }
    switch scanner.byte(start) {
    case UInt8(ascii: "("):
      if starts("(-") { return open(.ellipse, .ellipseText) }
      if starts("([") { return open(.stadium) }
      if starts("(((") { return open(.doubleCircle) }
      return open(.round)
    case UInt8(ascii: "["):
      if starts("[[") { return open(.subroutine) }
      if isInitial, starts("[|") { return open(.properties, nil) }
      if starts("[(") { return open(.cylinder) }
      if starts("[/") { return open(.trapezoid, .trapezoidText) }
      if starts("[\\") { return open(.invertedTrapezoid, .trapezoidText) }
      return open(.square)
    case UInt8(ascii: "{"): return open(.diamond)
    case UInt8(ascii: ">") where isInitial: return open(.odd)
    case UInt8(ascii: "|") where isInitial: return token(.pipe, to: start + 1, push: .text)
    default: return nil
    }
  }

  /// `text`, `trapText` and `ellipseText` of the grammar.
  mutating func text() -> FlowchartToken? {
    if openString() { return nil }
    let start = scanner.index
    if let (kind, end, stroke) = link(start, inText: nil), stroke == .invisible {
      return token(kind, to: end)
    }
    switch modes.current {
    case .ellipseText: return ellipseText(start)
    case .trapezoidText: return trapezoidText(start)
    default: break
    }
    let closers: [FlowchartCloser] = [
      .stadium, .subroutine, .cylinder, .doubleCircle, .round, .square, .diamond,
    ]
    for closer in closers where starts(closer, at: start) {
      return token(.close(closer), to: start + closer.rawValue.utf8.count, pop: 1)
    }
    if scanner.byte(start) == UInt8(ascii: "|") { return token(.pipe, to: start + 1, pop: 1) }
    if let opener = opener(start) { return opener }
    return textRun(start, until: "[](){}|\"") ?? character()
  }

  private func starts(_ closer: FlowchartCloser, at start: Int) -> Bool {
    scanner.bytes[start...].starts(with: closer.rawValue.utf8)
  }

  private mutating func textRun(_ start: Int, until signs: String) -> FlowchartToken? {
    var end = start
    while end < scanner.bytes.count, !signs.utf8.contains(scanner.bytes[end]) { end += 1 }
    return end > start ? token(.text, to: end) : nil
  }

  /// `[-/\)][\)]` closes; `[^\(\)\[\]\{\}]|!\)+` is text.
  private mutating func ellipseText(_ start: Int) -> FlowchartToken? {
    let byte = scanner.byte(start)
    if "-/)".utf8.contains(byte), scanner.byte(start + 1) == UInt8(ascii: ")") {
      return token(.close(.ellipse), to: start + 2, pop: 1)
    }
    if "()[]{}".utf8.contains(byte) { return opener(start) ?? character() }
    var end = start + 1
    while scanner.byte(end) & 0xC0 == 0x80, end < scanner.bytes.count { end += 1 }
    return token(.text, to: end)
  }

  /// `\]` and its like close, `/]` closes; other slashes are text.
  private mutating func trapezoidText(_ start: Int) -> FlowchartToken? {
    let byte = scanner.byte(start)
    if scanner.byte(start + 1) == UInt8(ascii: "]") {
      // The class of the real rule, `[\\(?=\])]`, holds more than the backslash.
      if "\\(?=])".utf8.contains(byte) {
        return token(.close(.trapezoid), to: start + 2, pop: 1)
      }
      if byte == UInt8(ascii: "/") {
        return token(.close(.invertedTrapezoid), to: start + 2, pop: 1)
      }
    }
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
      return token(.text, to: start + 1)
    }
    // A quote within the run is text: only at its start it opens a string.
    return textRun(start, until: "\\[](){}/") ?? opener(start) ?? character()
  }

  /// After `--`, `==` or `-.`, up to the link that ends the text.
  mutating func edgeText() -> FlowchartToken? {
    if openString() { return nil }
    let start = scanner.index
    if let (kind, end, stroke) = link(start, inText: modes.current) {
      return token(kind, to: end, pop: stroke == .invisible ? 0 : 1)
    }
    let sign: UInt8 =
      switch modes.current {
      case .edgeText: UInt8(ascii: "-")
      case .thickEdgeText: UInt8(ascii: "=")
      default: UInt8(ascii: ".")
      }
    let byte = scanner.byte(start)
    // `-(?!-)+`: only the plain kind takes its own character.
    if byte == sign, sign != UInt8(ascii: "-") || scanner.byte(start + 1) == sign {
      return everywhere(start) ?? character()
    }
    var end = start + 1
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.edgeText, to: end)
  }

  mutating func string() -> FlowchartToken? {
    let start = scanner.index
    let isMarkdown = modes.current == .markdown
    if isMarkdown {
      let sign = scanner.bytes[start...].firstIndex { "`\"".utf8.contains($0) }
      let end = sign ?? scanner.bytes.count
      if end > start { return token(.markdown, to: end) }
      if scanner.starts("`\"", at: start) {
        return token(.skipped, to: start + 2, pop: 1)
      }
      return openString() ? nil : everywhere(start) ?? character()
    }
    if scanner.starts("\"`", at: start) {
      _ = openString()
      return nil
    }
    if scanner.byte(start) == UInt8(ascii: "\"") {
      return token(.skipped, to: start + 1, pop: 1)
    }
    return token(.string, to: scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count)
  }

  /// Between `@{` and `}`. Braces in strings do not count.
  mutating func shapeData() -> FlowchartToken? {
    let start = scanner.index
    let isQuote = scanner.byte(start) == UInt8(ascii: "\"")
    if modes.current == .shapeString {
      if isQuote { return token(.shapeData, to: start + 1, pop: 1) }
      let end = scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count
      return token(.shapeData, to: end)
    }
    if isQuote { return token(.shapeData, to: start + 1, push: .shapeString) }
    let sign = scanner.bytes[start...].firstIndex { "}^\"".utf8.contains($0) }
    let end = sign ?? scanner.bytes.count
    if end > start { return token(.shapeData, to: end) }
    guard scanner.byte(start) == UInt8(ascii: "}") else { return character() }
    return token(.skipped, to: start + 1, pop: 1)
  }

  /// After `click` and after `call`.
  mutating func interaction() -> FlowchartToken? {
    let start = scanner.index
    switch modes.current {
    case .click:
      if openString() { return nil }
      let width = ByteClasses.whitespace(scanner.bytes, start)
      if width > 0 {
        return token(.skipped, to: start + width, pop: 1)
      }
      var end = start
      while end < scanner.bytes.count, ByteClasses.whitespace(scanner.bytes, end) == 0 { end += 1 }
      return token(.click, to: end)
    case .callbackName:
      guard scanner.byte(start) == UInt8(ascii: "(") else {
        return token(
          .callbackName,
          to: scanner.find(UInt8(ascii: "("), from: start) ?? scanner.bytes.count)
      }
      let close = scanner.skippingWhitespace(start + 1)
      return scanner.byte(close) == UInt8(ascii: ")")
        ? token(.skipped, to: close + 1, pop: 1)
        : token(.skipped, to: start + 1, pop: 1, push: .callbackArguments)
    default:
      if scanner.byte(start) == UInt8(ascii: ")") {
        return token(.skipped, to: start + 1, pop: 1)
      }
      return token(
        .callbackArguments,
        to: scanner.find(UInt8(ascii: ")"), from: start) ?? scanner.bytes.count)
    }
  }
}

// MARK: - Links

extension FlowchartLexer {
  /// The text mode that the start of a link opens.
  func edgeMode(_ start: Int) -> Mode {
    switch link(start, inText: nil)?.stroke {
    case .thick: .thickEdgeText
    case .dotted: .dottedEdgeText
    default: .edgeText
    }
  }

  /// A link, or the start of one with a text, with the white space around it:
  ///
  ///     \s*[xo<]?--+[-xo>]\s*   \s*[xo<]?--\s*       normal
  ///     \s*[xo<]?==+[=xo>]\s*   \s*[xo<]?==\s*       thick
  ///     \s*[xo<]?-?\.+-[xo>]?\s*   \s*[xo<]?-\.\s*   dotted
  ///     \s*~~[\~]+\s*                                invisible
  ///
  /// In the text of a link, only a link of that stroke counts, and no start does.
  func link(
    _ start: Int, inText mode: Mode?
  ) -> (kind: FlowchartTokenKind, end: Int, stroke: FlowchartLink.Stroke)? {
    let first = scanner.skippingWhitespace(start)
    var index = first
    if "xo<".utf8.contains(scanner.byte(index)) { index += 1 }
    func run(_ sign: UInt8) -> Int {
      var end = index
      while scanner.byte(end) == sign { end += 1 }
      return end
    }
    func found(
      _ kind: FlowchartTokenKind, _ end: Int, stroke: FlowchartLink.Stroke
    ) -> (FlowchartTokenKind, Int, FlowchartLink.Stroke)? {
      (kind, scanner.skippingWhitespace(end), stroke)
    }
    let (dash, dot) = (UInt8(ascii: "-"), UInt8(ascii: "."))
    for (sign, stroke, textMode) in [
      (dash, FlowchartLink.Stroke.normal, Mode.edgeText),
      (UInt8(ascii: "="), .thick, .thickEdgeText),
    ] where mode == nil || mode == textMode {
      let end = run(sign)
      guard end - index >= 2 else { continue }
      if "xo>".utf8.contains(scanner.byte(end)) { return found(.link, end + 1, stroke: stroke) }
      if end - index >= 3 { return found(.link, end, stroke: stroke) }
      if mode == nil { return found(.linkStart, end, stroke: stroke) }
    }
    if mode == nil || mode == .dottedEdgeText {
      let dots = scanner.byte(index) == dash ? index + 1 : index
      var end = dots
      while scanner.byte(end) == dot { end += 1 }
      if end > dots, scanner.byte(end) == dash {
        let hasHead = "xo>".utf8.contains(scanner.byte(end + 1))
        return found(.link, end + (hasHead ? 2 : 1), stroke: .dotted)
      }
      if mode == nil, end > dots, dots > index {
        return found(.linkStart, dots + 1, stroke: .dotted)
      }
    }
    guard index == first, mode == nil else { return nil }
    let end = run(UInt8(ascii: "~"))
    return end - index >= 3 ? found(.link, end, stroke: .invisible) : nil
  }
}
