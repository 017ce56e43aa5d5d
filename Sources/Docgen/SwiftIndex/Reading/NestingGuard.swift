/// Blanks code that is nested so deeply that the parser would overflow its stack.
///
/// The parser limits only some brackets, and no chains such as `try try try …`, `A -> A -> A …` or
/// `else if … else if …`. One pass over the bytes counts both. Text beyond the limits, which are
/// far above those of real code, is replaced by spaces, so that everything around it keeps its
/// place and is parsed.
///
/// A crash of the parser would end the program, and sources of an untrusted repository must not
/// be able to cause it. Cost: one pass over the bytes.
struct NestingGuard {
  enum Limit {
    static let brackets = 128
    /// The parser's time doubles with each nested `[`.
    static let squares = 12
    static let chain = 64
    static let elseBranches = 600
    static let directives = 100
  }

  var bytes: [UInt8]
  /// Offset of the first byte that was blanked.
  private(set) var firstBlank: Int?

  var index = 0
  var frames: [Frame] = [Frame(closer: 0, block: .type)]
  /// The offset of the bracket that exceeds the limit.
  var tooDeepFrom: Int?
  var prefixRun = 0
  var directives = 0
  var blankedDirectives = 0
  /// The bodies of functions and initializers in types and files, from brace to brace.
  private(set) var bodies: [Range<Int>] = []
  /// Whether a bracket or quote may have been misread: then `bodies` are not certain.
  var isDoubtful = false

  /// The contents of a pair of braces.
  enum Block {
    case type, localType, body, other
  }

  /// An open bracket or string literal.
  struct Frame {
    /// The byte that closes it; a quote for a string.
    var closer: UInt8
    /// `#` characters around a string.
    var pounds = 0
    var isMultiline = false
    /// `->` since the last boundary.
    var arrows = 0
    var elses = 0
    /// `if`, `switch` and similar words since the last brace.
    var heads = 0
    var angles = 0
    /// Square brackets around, up to a brace or string.
    var squares = 0
    var afterBrace = false
    /// The block that the next brace in it opens.
    var next = Block.other
    /// The contents of a pair of braces. A file has declarations, as a type has.
    var block = Block.other
    /// Words outside of a declaration.
    var strays = StrayWords()
    /// The offset of its opening bracket.
    var start = 0

    var isString: Bool { closer == UInt8(ascii: "\"") }
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBufferPointer { scan($0) }
    if let start = tooDeepFrom { blank(start..<bytes.count) }
    for frame in frames { blankStrays(of: frame, to: bytes.count) }
    if frames.count > 1 { isDoubtful = true }
  }

  // MARK: - Scanning

  mutating func scan(_ source: UnsafeBufferPointer<UInt8>) {
    while index < source.count {
      if frames[frames.count - 1].isString {
        scanString(source)
      } else {
        scanCode(source)
      }
    }
  }

  mutating func scanCode(_ source: UnsafeBufferPointer<UInt8>) {
    let byte = source[index]
    switch byte {
    case 0x20, 0x09...0x0D: index += 1
    case UInt8(ascii: "/"): scanSlash(source)
    case UInt8(ascii: "\""): openString(source, pounds: 0)
    case UInt8(ascii: "#"): scanPound(source)
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open(byte, source)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case UInt8(ascii: "-") where peek(source, 1) == UInt8(ascii: ">"): arrow()
    case UInt8(ascii: "<"), UInt8(ascii: ">"): angle(byte, source)
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="):
      if endsHead(byte, source) { frames[frames.count - 1].next = .other }
      if byte == UInt8(ascii: ",") { frames[frames.count - 1].strays.comma() }
      boundary(byte)
      index += 1
    case _ where Self.isWordByte(byte): scanWord(source)
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `try?` and `try!` continue the run.
      if index == 0 || !Self.isWordByte(source[index - 1]) { prefixRun = 0 }
      index += 1
    default:
      other()
      index += 1
    }
  }

  func peek(_ source: UnsafeBufferPointer<UInt8>, _ distance: Int) -> UInt8 {
    index + distance < source.count ? source[index + distance] : 0
  }

  mutating func scanSlash(_ source: UnsafeBufferPointer<UInt8>) {
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
      if mayBeginRegex(source) { isDoubtful = true }
      other()
      index += 1
    }
  }

  // MARK: - Brackets

  mutating func open(_ byte: UInt8, _ source: UnsafeBufferPointer<UInt8>) {
    // `{% for name in names %}` in a template that makes Swift.
    if byte == UInt8(ascii: "{"), peek(source, 1) == UInt8(ascii: "%") { isDoubtful = true }
    let block = byte == UInt8(ascii: "{") ? nextBlock() : .other
    if byte == UInt8(ascii: "{") { boundary(byte) }
    other()
    let closer: UInt8 =
      switch byte {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: UInt8(ascii: "}")
      }
    index += 1
    push(Frame(closer: closer, block: block, start: index - 1), at: index - 1)
  }

  mutating func close(_ byte: UInt8) {
    index += 1
    let nearby = frames.suffix(8).lastIndex { $0.closer == byte }
    guard let match = nearby, match > 0 else {
      isDoubtful = true
      return
    }
    if match < frames.count - 1 { isDoubtful = true }
    if frames[match].block == .body { bodies.append(frames[match].start..<index) }
    while frames.count > match { pop() }
    if byte == UInt8(ascii: "}") {
      boundary(byte)
      frames[frames.count - 1].afterBrace = true
    }
    prefixRun = 0
  }

  mutating func push(_ frame: Frame, at offset: Int) {
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

  var isTooDeep: Bool {
    frames.count > Limit.brackets || frames[frames.count - 1].squares > Limit.squares
  }

  mutating func pop() {
    guard frames.count > 1 else { return }
    blankStrays(of: frames.removeLast(), to: index - 1)
    if !isTooDeep, let start = tooDeepFrom {
      blank(start..<index)
      tooDeepFrom = nil
    }
  }

  mutating func angle(_ byte: UInt8, _ source: UnsafeBufferPointer<UInt8>) {
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

  // MARK: - Bytes

  mutating func blank(_ range: Range<Int>) {
    firstBlank = min(firstBlank ?? range.lowerBound, range.lowerBound)
    overwrite(range)
  }

  /// Line breaks are kept, so that lines keep their numbers.
  mutating func overwrite(_ range: Range<Int>) {
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The lengths of the significant words, as bits, by their first bytes.
  static let knownLengths: [UInt16] = {
    var table = [UInt16](repeating: 0, count: 256)
    for word in [elseWord] + prefixWords + headWords + declarationWords + bodyWords + typeWords
      + otherWords
    {
      table[Int(word[0])] |= 1 << UInt16(word.count)
    }
    return table
  }()

  static func matches(_ word: UnsafeBufferPointer<UInt8>, _ known: [UInt8]) -> Bool {
    word.count == known.count && word[0] == known[0] && word.elementsEqual(known)
  }

  static func words(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { Array($0.utf8) }
  }
}
