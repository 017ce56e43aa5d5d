import Diagnostics

/// A diagram's text as the grammars see it: without front matter, directives and comment lines.
///
/// The order of the steps is the real Mermaid's: line ends, quotes in HTML tags, front matter,
/// directives, comment lines, leading white space, the last `;` of styles, entity codes. A line feed
/// is added at the end. Offsets into `bytes` are turned into places of the source by `PositionMap`.
///
/// Grammars and lexers only see `bytes`. The removed parts remain available, because comments are
/// part of the tree, and front matter and directives are part of the header.
///
///     %%{init: {}}%%\n stateDiagram-v2\n %% note\n a --> b   ->   stateDiagram-v2\n a --> b\n
struct PreparedText {
  /// Stands for the `#` of an entity code such as `#59;`; never part of UTF-8.
  static let entityStart: UInt8 = 0xFE
  /// Stands for the `;` of an entity code.
  static let entityEnd: UInt8 = 0xFF

  var bytes: [UInt8]
  /// Where each kept run begins, in `bytes` and in the source.
  ///
  /// In ascending order of both offsets. A text from which nothing was removed shares one array, so
  /// that most texts need no allocation for it.
  var runs = Self.whole
  /// The removed parts, in their order in the source.
  var comments: [Removed] = []
  var directives: [Removed] = []
  var frontMatter: Removed?
  /// Whether a C4 word may occur.
  let hasFour: Bool

  struct Run {
    var code: Int
    var source: Int
  }

  /// Nothing is removed.
  private static let whole = [Run(code: 0, source: 0)]

  /// Offsets in the source.
  struct Removed {
    var range: Range<Int>
    /// The text without its delimiters.
    var content: Range<Int>
    /// Whether a directive ends with `}%%`.
    var isClosed = true
  }

  init(_ source: [UInt8]) {
    // With room for the line feed at the end: one copy, however long the text.
    bytes = []
    bytes.reserveCapacity(source.count + 1)
    bytes.append(contentsOf: source)
    let seen = Signs(source)
    hasFour = seen.four
    if seen.carriageReturn { normalizeLineEnds() }
    if seen.less { Self.replaceQuotesInTags(&bytes) }
    removeFrontMatter()
    if seen.percent {
      removeDirectives()
      removeCommentLines()
    }
    removeLeadingWhitespace()
    if seen.hash && seen.semicolon {
      dropLastSemicolon(ofLinesWith: "style")
      dropLastSemicolon(ofLinesWith: "classDef")
      Self.markEntities(&bytes)
    }
    bytes.append(0x0A)
  }

  /// The bytes that indicate one of the rarer steps.
  struct Signs {
    /// One bit for each of the first 64 bytes of ASCII.
    private var seen: UInt64 = 0

    init(_ bytes: [UInt8]) {
      for byte in bytes where byte < 0x40 { seen |= 1 &<< UInt64(byte) }
    }

    var carriageReturn: Bool { has(0x0D) }
    var less: Bool { has(UInt8(ascii: "<")) }
    var percent: Bool { has(UInt8(ascii: "%")) }
    var hash: Bool { has(UInt8(ascii: "#")) }
    var semicolon: Bool { has(UInt8(ascii: ";")) }
    var four: Bool { has(UInt8(ascii: "4")) }

    private func has(_ byte: UInt8) -> Bool { seen >> UInt64(byte) & 1 == 1 }
  }
}

// MARK: - Offsets

extension PreparedText {
  /// The source offset of a code offset, by binary search over the runs.
  func sourceOffset(_ code: Int) -> Int {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].code <= code { low = middle } else { high = middle }
    }
    return runs[low].source + code - runs[low].code
  }

  /// Removes ranges (ascending, disjoint, in `bytes`) from the text.
  ///
  /// The runs are rebuilt in one pass: linear in the text for each step, and most steps run only if
  /// their characters occur.
  mutating func delete(_ ranges: [Range<Int>]) {
    guard !ranges.isEmpty else { return }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var newRuns: [Run] = []
    var next = 0
    var run = 0
    func keep(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      while run + 1 < runs.count && runs[run + 1].code <= range.lowerBound { run += 1 }
      var start = range.lowerBound
      while start < range.upperBound {
        let end =
          run + 1 < runs.count ? min(runs[run + 1].code, range.upperBound) : range.upperBound
        newRuns.append(Run(code: kept.count, source: runs[run].source + start - runs[run].code))
        kept.append(contentsOf: bytes[start..<end])
        start = end
        if start < range.upperBound { run += 1 }
      }
    }
    for range in ranges {
      keep(next..<range.lowerBound)
      next = range.upperBound
    }
    // A part of the end that an earlier step removed stays removed.
    let hasEnd = next == bytes.count || (runs.last?.code ?? 0) == bytes.count
    let source = hasEnd ? sourceOffset(bytes.count) : nil
    keep(next..<bytes.count)
    if let source { newRuns.append(Run(code: kept.count, source: source)) }
    bytes = kept
    runs = newRuns.isEmpty ? [Run(code: 0, source: 0)] : newRuns
  }
}
