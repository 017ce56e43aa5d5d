import Diagnostics

/// The state that the three parsers share: the text, its places, the comments and the errors found
/// so far.
///
/// Parsers work on offsets in the prepared text. Only finished parts of the tree are converted to
/// places of the source, by `map`, which is mutable because it remembers the last line.
struct ParsingContext {
  /// Parsing stops after this number of errors.
  static let maximumErrors = 50
  /// The capacity that is reserved at once.
  static let usualStatements = 6

  let bytes: [UInt8]
  var map: PositionMap
  var comments: CommentQueue
  var errors: [MermaidError] = []
  let prepared: PreparedText

  init(_ prepared: PreparedText, _ map: PositionMap) {
    self.prepared = prepared
    self.bytes = prepared.bytes
    self.map = map
    self.comments = CommentQueue(prepared)
  }

  /// The text of a range, entity codes as written.
  func text(_ range: Range<Int>) -> String { Entities.written(bytes[range]) }

  /// The quotation of a range in a message: its first line, without white space around it, of at
  /// most 60 characters.
  func excerpt(_ range: Range<Int>) -> String {
    let scanner = ByteScanner(bytes)
    let whole = scanner.trimmed(range)
    let end = min(scanner.endOfLine(whole.lowerBound), whole.upperBound, whole.lowerBound + 600)
    let shown = text(whole.lowerBound..<end)
    return end == whole.upperBound && shown.count <= 60 ? shown : shown.prefix(60) + "…"
  }

  mutating func name(_ range: Range<Int>) -> Name {
    Name(text(range), range: map.range(range))
  }

  mutating func label(_ range: Range<Int>) -> Label {
    let slice = bytes[range]
    let place = map.range(range)
    guard Entities.needsDecoding(slice) else {
      return Label(String(decoding: slice, as: UTF8.self), range: place)
    }
    return Label(Entities.shown(slice), written: Entities.written(slice), range: place)
  }

  /// A label of several lines, each without the white space around it.
  mutating func block(_ range: Range<Int>) -> Label {
    let scanner = ByteScanner(bytes)
    var lines: [String] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = min(scanner.endOfLine(start), range.upperBound)
      lines.append(Entities.shown(bytes[scanner.trimmed(start..<end)]))
      start = end + 1
    }
    let (shown, written) = (lines.joined(separator: "\n"), text(range))
    return Label(shown, written: shown == written ? nil : written, range: map.range(range))
  }

  /// `accDescr { text }`, for which a lexer emits only the text.
  mutating func descriptionBlock(_ value: Range<Int>, token: Range<Int>) -> Metadata {
    let scanner = ByteScanner(bytes)
    var start = scanner.trimmed(0..<token.lowerBound).upperBound
    if start > 0, bytes[start - 1] == UInt8(ascii: "{") { start -= 1 }
    start = scanner.trimmed(0..<start).upperBound
    let isClosed = token.upperBound < bytes.count && bytes[token.upperBound] == UInt8(ascii: "}")
    let whole = max(start - 8, 0)..<token.upperBound + (isClosed ? 1 : 0)
    return Metadata(.accessibleDescription, block(value), range: map.range(whole))
  }

  /// `accTitle: text`, `accDescr: text`, from its word to the end of its text.
  mutating func metadata(_ kind: Metadata.Kind, _ value: Range<Int>, from start: Int) -> Metadata {
    let whole = ByteScanner(bytes).trimmed(start..<max(value.upperBound, start))
    return Metadata(kind, label(value), range: map.range(whole))
  }

  /// The diagram's first word, its front matter and directives.
  mutating func header(_ keyword: Range<Int>) -> DiagramHeader {
    if prepared.frontMatter == nil && prepared.directives.isEmpty {
      return DiagramHeader(keyword: name(keyword))
    }
    let scanner = ByteScanner(map.source.bytes)
    func label(
      _ content: Range<Int>, _ removed: PreparedText.Removed, indent: String = ""
    ) -> Label {
      let place = map.range(ofSource: removed.range)
      let bytes = scanner.bytes[content]
      if indent.isEmpty, !bytes.contains(0x0D) {
        return Label(String(decoding: bytes, as: UTF8.self), range: place)
      }
      let text = SourceText(bytes: Array(bytes))
      let lines = (1...text.lineCount).map(text.line).map { line in
        line.hasPrefix(indent) ? line.dropFirst(indent.count) : line[...]
      }
      return Label(lines.joined(separator: "\n"), range: place)
    }
    return DiagramHeader(
      keyword: name(keyword),
      frontMatter: prepared.frontMatter.map { matter in
        // Each line loses the indentation of the opening one.
        let indent = scanner.bytes[..<matter.range.lowerBound]
        return label(matter.content, matter, indent: String(decoding: indent, as: UTF8.self))
      },
      directives: prepared.directives.map { directive in
        let written = label(scanner.trimmed(directive.content), directive)
        // Closed: an unclosed directive means the same.
        return directive.isClosed ? written : Label(written.text + "}", range: written.range)
      })
  }

  /// Lines before the diagram that begin with `%%{` but are not directives: some lexers read them.
  mutating func refuseLinesBefore(_ start: Int, where isRead: (ArraySlice<UInt8>) -> Bool) {
    let scanner = ByteScanner(bytes)
    var line = scanner.skippingWhitespace(0)
    while line < start {
      let end = scanner.endOfLine(line)
      if scanner.starts("%%{", at: line), isRead(bytes[line..<end]) {
        record(
          error(
            "this is not a directive", at: line..<end,
            expected: ["`%%{init: …}%%`", "a comment that begins with `%%` and a blank"]))
      }
      line = scanner.skippingWhitespace(end)
    }
  }

  /// The comments before an offset of the prepared text.
  mutating func comments(before offset: Int) -> [Comment] {
    guard !comments.isEmpty else { return [] }
    let source = map.sourceOffset(offset)
    var result: [Comment] = []
    while let comment = comments.next(before: source, &map) { result.append(comment) }
    return result
  }

  mutating func met(_ comment: Range<Int>) {
    let start = map.sourceOffset(comment.lowerBound)
    let end = map.sourceOffset(max(comment.upperBound - 1, comment.lowerBound)) + 1
    comments.add(start..<end, signs: bytes[comment.lowerBound] == UInt8(ascii: "%") ? 2 : 1)
  }

  /// An error at a token; a token of white space, or an empty one, is reported as the end of its
  /// line.
  ///
  /// `fix` replaces the token; an empty text removes it. `expected` lists texts that would be
  /// valid, for the caret's label.
  mutating func error(
    _ message: String, at range: Range<Int>, expected: [String] = [], fix: String? = nil
  ) -> MermaidError {
    let scanner = ByteScanner(bytes)
    var shown = scanner.trimmed(range)
    if shown.isEmpty { shown = range.lowerBound..<range.lowerBound }
    let place = map.range(shown)
    let token = excerpt(shown)
    return MermaidError(
      message, at: place, token: token, expected: expected,
      fix: fix.map {
        FixIt(
          range: place, replacement: $0,
          title: $0.isEmpty ? "remove `\(token)`" : "replace `\(token)` with `\($0)`")
      })
  }

  /// The error for a first word that is not the keyword of the diagram, or that is followed by a
  /// direction on its line, which takes the complete line.
  mutating func noHeader(_ word: Range<Int>, keyword: String) -> MermaidError {
    guard text(word) == keyword else {
      return error(
        "`\(excerpt(word))` is not a kind of diagram that Mermaid knows", at: word,
        expected: ["`\(keyword)`"], fix: keyword)
    }
    let scanner = ByteScanner(bytes)
    return error(
      "`\(keyword)` must be alone on its line",
      at: scanner.trimmed(word.upperBound..<scanner.endOfLine(word.upperBound)),
      expected: ["the end of the line"])
  }

  /// Records an error, up to fifty of them.
  mutating func record(_ error: MermaidError) {
    if errors.count < Self.maximumErrors { errors.append(error) }
  }

  var isExhausted: Bool { errors.count >= Self.maximumErrors }
}
