/// Blanks what is nested so deeply that the parser would overflow its stack.
///
/// The parser limits brackets only in part, and not at all chains such as `try try try …`,
/// `A -> A -> A …` or `else if … else if …`. One pass over the bytes counts both; text beyond the
/// limits, which lie far above anything that people write, is replaced by spaces, so that
/// everything around it keeps its place and is read.
struct NestingGuard {
  enum Limit {
    static let brackets = 128
    /// The parser's time doubles with each `[` within another one.
    static let squares = 12
    static let chain = 64
    static let elseBranches = 600
    static let directives = 100
  }

  private(set) var bytes: [UInt8]
  /// Offset of the first byte that was blanked.
  private(set) var firstBlank: Int?

  private var index = 0
  private var frames: [Frame] = [Frame(closer: 0)]
  /// Where the bracket stands that is one too many.
  private var tooDeepFrom: Int?
  private var prefixRun = 0
  private var directives = 0
  private var blankedDirectives = 0

  /// An open bracket or string literal.
  private struct Frame {
    /// The byte that closes it; a quote for a string.
    var closer: UInt8
    /// `#` signs around a string.
    var pounds = 0
    var isMultiline = false
    /// `->` since the last boundary.
    var arrows = 0
    var elses = 0
    /// `if`, `switch` and the like since the last brace.
    var heads = 0
    var angles = 0
    /// Square brackets around, up to a brace or string.
    var squares = 0
    var afterBrace = false

    var isString: Bool { closer == UInt8(ascii: "\"") }
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBufferPointer { scan($0) }
    if let start = tooDeepFrom { blank(start..<bytes.count) }
  }

  // MARK: - Scanning

  private mutating func scan(_ source: UnsafeBufferPointer<UInt8>) {
    while index < source.count {
      if frames[frames.count - 1].isString {
        scanString(source)
      } else {
        scanCode(source)
      }
    }
  }

  private mutating func scanCode(_ source: UnsafeBufferPointer<UInt8>) {
    let byte = source[index]
    switch byte {
    case 0x20, 0x09...0x0D: index += 1
    case UInt8(ascii: "/"): scanSlash(source)
    case UInt8(ascii: "\""): openString(source, pounds: 0)
    case UInt8(ascii: "#"): scanPound(source)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case UInt8(ascii: "-") where peek(source, 1) == UInt8(ascii: ">"): arrow()
    case UInt8(ascii: "<"), UInt8(ascii: ">"): angle(byte, source)
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="):
      boundary(byte)
      index += 1
    case _ where Self.isWordByte(byte): scanWord(source)
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `try?` and `try!` go on with the run.
      if index == 0 || !Self.isWordByte(source[index - 1]) { prefixRun = 0 }
      index += 1
    default:
      other()
      index += 1
    }
  }

  private func peek(_ source: UnsafeBufferPointer<UInt8>, _ distance: Int) -> UInt8 {
    index + distance < source.count ? source[index + distance] : 0
  }

  private mutating func scanSlash(_ source: UnsafeBufferPointer<UInt8>) {
    switch peek(source, 1) {
    case UInt8(ascii: "/"):
      while index < source.count, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
    case UInt8(ascii: "*"):
      var depth = 0
      while index < source.count {
        let pair = (source[index], peek(source, 1))
        if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
          depth += 1
          index += 2
        } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
          depth -= 1
          index += 2
          if depth == 0 { return }
        } else {
          index += 1
        }
      }
      index = source.count
    default:
      other()
      index += 1
    }
  }

  // MARK: - Strings

  private mutating func openString(_ source: UnsafeBufferPointer<UInt8>, pounds: Int) {
    other()
    let quote = UInt8(ascii: "\"")
    let isMultiline = peek(source, 1) == quote && peek(source, 2) == quote
    let start = index - pounds
    index += isMultiline ? 3 : 1
    push(Frame(closer: quote, pounds: pounds, isMultiline: isMultiline), at: start)
  }

  private mutating func scanString(_ source: UnsafeBufferPointer<UInt8>) {
    let frame = frames[frames.count - 1]
    switch source[index] {
    case 0x0A where !frame.isMultiline, 0x0D where !frame.isMultiline:
      pop()
      index += 1
    case UInt8(ascii: "\\"):
      var after = index + 1
      while after - index <= frame.pounds, after < source.count, source[after] == 0x23 {
        after += 1
      }
      let isEscape = after - index - 1 == frame.pounds
      if isEscape, after < source.count, source[after] == UInt8(ascii: "(") {
        index = after
        open(UInt8(ascii: "("))
      } else if isEscape, after < source.count, source[after] != 0x0A, source[after] != 0x0D {
        index = after + 1
      } else {
        index = after
      }
    case UInt8(ascii: "\""): closeString(source, frame)
    default: index += 1
    }
  }

  private mutating func closeString(_ source: UnsafeBufferPointer<UInt8>, _ frame: Frame) {
    let quotes = frame.isMultiline ? 3 : 1
    for distance in 0..<(quotes + frame.pounds) {
      let expected: UInt8 = distance < quotes ? UInt8(ascii: "\"") : 0x23
      guard peek(source, distance) == expected else {
        index += 1
        return
      }
    }
    index += quotes + frame.pounds
    pop()
  }

  // MARK: - Brackets

  private mutating func open(_ byte: UInt8) {
    if byte == UInt8(ascii: "{") { boundary(byte) }
    other()
    let closer: UInt8 =
      switch byte {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: UInt8(ascii: "}")
      }
    index += 1
    push(Frame(closer: closer), at: index - 1)
  }

  private mutating func close(_ byte: UInt8) {
    index += 1
    let nearby = frames.suffix(8).lastIndex { $0.closer == byte }
    guard let match = nearby, match > 0 else { return }
    while frames.count > match { pop() }
    if byte == UInt8(ascii: "}") {
      boundary(byte)
      frames[frames.count - 1].afterBrace = true
    }
    prefixRun = 0
  }

  private mutating func push(_ frame: Frame, at offset: Int) {
    var frame = frame
    let around = frames[frames.count - 1].squares
    switch frame.closer {
    case UInt8(ascii: "]"): frame.squares = around + 1
    case UInt8(ascii: ")"): frame.squares = around
    default: break
    }
    frames.append(frame)
    if isTooDeep, tooDeepFrom == nil { tooDeepFrom = offset }
  }

  private var isTooDeep: Bool {
    frames.count > Limit.brackets || frames[frames.count - 1].squares > Limit.squares
  }

  private mutating func pop() {
    guard frames.count > 1 else { return }
    frames.removeLast()
    if !isTooDeep, let start = tooDeepFrom {
      blank(start..<index)
      tooDeepFrom = nil
    }
  }

  private mutating func angle(_ byte: UInt8, _ source: UnsafeBufferPointer<UInt8>) {
    let last = frames.count - 1
    let before = index > 0 ? source[index - 1] : 0
    if byte == UInt8(ascii: "<") {
      if Self.isWordByte(before) { frames[last].angles += 1 }
      if frames[last].angles > Limit.chain { blank(index..<index + 1) }
    } else if frames[last].angles > 0, before != UInt8(ascii: "=") {
      frames[last].angles -= 1
    }
    prefixRun = 0
    index += 1
  }

  // MARK: - Chains

  private mutating func arrow() {
    let last = frames.count - 1
    frames[last].arrows += 1
    if frames[last].arrows > Limit.chain { blank(index..<index + 2) }
    prefixRun = 0
    index += 2
  }

  private mutating func boundary(_ byte: UInt8) {
    let last = frames.count - 1
    frames[last].arrows = 0
    if byte != UInt8(ascii: ","), byte != UInt8(ascii: "=") {
      frames[last].heads = 0
      frames[last].angles = 0
    }
    other()
  }

  /// Any token that is no prefix word.
  private mutating func other() {
    prefixRun = 0
    let last = frames.count - 1
    if frames[last].afterBrace {
      frames[last].afterBrace = false
      frames[last].elses = 0
    }
  }

  private mutating func scanWord(_ source: UnsafeBufferPointer<UInt8>) {
    let start = index
    while index < source.count, Self.isWordByte(source[index]) { index += 1 }
    guard index - start <= 9 else { return other() }
    let word = UnsafeBufferPointer(rebasing: source[start..<index])
    let last = frames.count - 1
    if Self.matches(word, Self.elseWord) {
      frames[last].afterBrace = false
      frames[last].elses += 1
      if frames[last].elses > Limit.elseBranches { blank(start..<index) }
    } else if Self.prefixWords.contains(where: { Self.matches(word, $0) }) {
      let run = prefixRun + 1
      if run > 1 || frames[last].afterBrace { other() }
      prefixRun = run
      if run > Limit.chain { blank(start..<index) }
    } else if Self.headWords.contains(where: { Self.matches(word, $0) }) {
      let run = prefixRun + 1
      let follows = frames[last].elses
      let wasAfterBrace = frames[last].afterBrace
      other()
      if !wasAfterBrace { frames[last].elses = follows }
      prefixRun = run
      frames[last].heads += 1
      if frames[last].heads > Limit.chain || run > Limit.chain { blank(start..<index) }
    } else {
      if Self.declarationWords.contains(where: { Self.matches(word, $0) }) {
        boundary(UInt8(ascii: ","))
      }
      other()
    }
  }

  // MARK: - Directives

  private mutating func scanPound(_ source: UnsafeBufferPointer<UInt8>) {
    let start = index
    while index < source.count, source[index] == 0x23 { index += 1 }
    if index < source.count, source[index] == UInt8(ascii: "\"") {
      return openString(source, pounds: index - start)
    }
    while index < source.count, Self.isWordByte(source[index]) { index += 1 }
    let word = UnsafeBufferPointer(rebasing: source[start..<index])
    other()
    if Self.matches(word, Self.ifDirective) {
      directives += 1
      if directives > Limit.directives {
        blankedDirectives += 1
        blank(start..<index)
      }
    } else if Self.matches(word, Self.endDirective) {
      directives = max(0, directives - 1)
      if blankedDirectives > 0 {
        blankedDirectives -= 1
        blank(start..<index)
      }
    } else if blankedDirectives > 0 {
      blank(start..<index)
    }
  }

  // MARK: - Bytes

  /// Line breaks stay, so that lines keep their numbers.
  private mutating func blank(_ range: Range<Int>) {
    firstBlank = min(firstBlank ?? range.lowerBound, range.lowerBound)
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func matches(_ word: UnsafeBufferPointer<UInt8>, _ known: [UInt8]) -> Bool {
    word.count == known.count && word[0] == known[0] && word.elementsEqual(known)
  }

  private static func words(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { Array($0.utf8) }
  }

  private static let elseWord = Array("else".utf8)
  private static let ifDirective = Array("#if".utf8)
  private static let endDirective = Array("#endif".utf8)
  /// Words that the parser descends into one by one.
  private static let prefixWords = words(
    "try await unsafe copy consume each repeat let var inout borrowing consuming some any is "
      + "return throw yield discard _move _borrow async")
  private static let headWords = words("if switch while for guard catch do")
  private static let declarationWords = words(
    "func init subscript macro case typealias in class struct enum actor where")
}
