/// Statements in the body of a type.
///
/// For each word that begins no declaration there, the parser searches the rest of the body for one, so
/// that its time grows with the square of their number. After `Limit.chain` such words in a row, those
/// from the next statement to the next declaration are blanked. The parser reports the first ones.
extension NestingGuard {
  /// Words of a type's body since the last one that begins a declaration.
  struct StrayWords {
    private var count = 0
    /// Whether they may be the names of cases: `case first, second(Int), third`.
    private var isCase = false
    /// The offset of the first word to blank.
    private(set) var start: Int?

    mutating func word(at offset: Int, _ source: UnsafeBufferPointer<UInt8>) {
      count += 1
      if count > 1 { isCase = false }
      guard count > Limit.chain, start == nil else { return }
      let before = source[..<offset].last { $0 != 0x20 && $0 != 0x09 }
      let beginsStatement = before == 0x0A || before == 0x0D || before == UInt8(ascii: ";")
      if beginsStatement || count > 2 * Limit.chain { start = offset }
    }

    mutating func comma() {
      if isCase { count = 0 }
    }

    /// A declaration begins.
    mutating func end(isCase: Bool) {
      self = StrayWords()
      self.isCase = isCase
    }
  }

  /// Counts a word that begins no declaration.
  mutating func noteStray(at start: Int, _ source: UnsafeBufferPointer<UInt8>) {
    let last = frames.count - 1
    let block = frames[last].block
    guard block == .localType || block == .type && last > 0 else { return }
    // `case one = 1`
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[start]) { return }
    let word = UnsafeBufferPointer(rebasing: source[start..<index])
    if Self.memberWords.contains(where: { Self.matches(word, $0) }) {
      blankStrays(of: frames[last], to: start)
      frames[last].strays.end(isCase: Self.matches(word, Self.caseWord))
    } else {
      frames[last].strays.word(at: start, source)
    }
  }

  mutating func blankStrays(of frame: Frame, to end: Int) {
    if let start = frame.strays.start { overwrite(start..<end) }
  }

  private static let caseWord = Array("case".utf8)
  /// The words at which the parser's search for a declaration ends.
  private static let memberWords = words(
    "func init deinit var let subscript case struct class enum protocol extension typealias "
      + "associatedtype")
}
