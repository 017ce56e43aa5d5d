/// Finds the bodies of functions, so that they can be skipped.
///
/// Bodies take most of a parser's time, and most of them are never needed. A scan cannot distinguish
/// every regular expression from a division, and would misread a quote in one: a file where that is
/// possible is doubtful, and is parsed as a whole.
extension NestingGuard {
  /// The bytes with the insides of all bodies replaced by spaces; `nil` if there are none, or if they
  /// are not certain.
  var withoutBodies: [UInt8]? {
    if isDoubtful || firstBlank != nil || bodies.isEmpty { return nil }
    var bytes = bytes
    bytes.withUnsafeMutableBufferPointer { buffer in
      for body in bodies {
        buffer[(body.lowerBound + 1)..<(body.upperBound - 1)].update(repeating: 0x20)
      }
    }
    return bytes
  }

  /// The block that a brace opens. Functions in bodies and accessors are parts of these.
  mutating func nextBlock() -> Block {
    let last = frames.count - 1
    let next = frames[last].next
    frames[last].next = .other
    if frames[last].block == .type { return next }
    return next == .type ? .localType : .other
  }

  /// Notes the block that the next brace after a word of a declaration opens.
  mutating func noteDeclaration(
    _ word: UnsafeBufferPointer<UInt8>, at start: Int, _ source: UnsafeBufferPointer<UInt8>
  ) {
    let last = frames.count - 1
    func isOne(of words: [[UInt8]]) -> Bool { words.contains { Self.matches(word, $0) } }
    // `.init` and `` `func` `` are names.
    let before = start > 0 ? source[start - 1] : 0x20
    if before == UInt8(ascii: ".") || before == UInt8(ascii: "`") { return }
    let after = peek(source, 0)
    if isOne(of: Self.bodyWords) {
      if !Self.isWordEnd(after) { return }
      frames[last].next = frames[last].block == .type ? .body : .other
    } else if isOne(of: Self.typeWords) {
      // Others are names: `var actor: Actor { … }`.
      if beginsName(source) { frames[last].next = .type }
    } else if isOne(of: Self.otherWords) {
      frames[last].next = .other
    }
  }

  /// Whether a name follows after white space, as in the head of a type, and not in
  /// `for actor in actors {`.
  private func beginsName(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.isSpace(peek(source, 0)) else { return false }
    let rest = source[index...].drop(while: Self.isSpace)
    let name = UnsafeBufferPointer(rebasing: rest.prefix(while: Self.isWordByte))
    if name.isEmpty { return rest.first == UInt8(ascii: "`") }
    return !Self.reservedWords.contains { Self.matches(name, $0) }
  }

  /// Whether a byte ends a declaration that has no braces; `where Element == Int` does not.
  func endsHead(_ byte: UInt8, _ source: UnsafeBufferPointer<UInt8>) -> Bool {
    let equal = UInt8(ascii: "=")
    guard byte == equal else { return byte == UInt8(ascii: ";") }
    return peek(source, 1) != equal && (index == 0 || source[index - 1] != equal)
  }

  /// Whether a slash may begin a regular expression: one that follows an operand does not, nor does
  /// one before white space.
  func mayBeginRegex(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    let next = peek(source, 1)
    let before = index > 0 ? source[index - 1] : 0x20
    // `#/…/#`, which may have many lines.
    if before == 0x23 { return true }
    if Self.isSpace(next) { return false }
    if Self.endsOperand(before) { return false }
    // `total /= 2`
    guard next == UInt8(ascii: "="), Self.isSpace(peek(source, 2)) else { return true }
    let operand = source[..<index].last { !Self.isSpace($0) }
    return !Self.endsOperand(operand ?? 0x20)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func endsOperand(_ byte: UInt8) -> Bool {
    isWordByte(byte) || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")
  }

  /// Whether a byte may follow `func`, `init` and `deinit` in a declaration.
  private static func isWordEnd(_ byte: UInt8) -> Bool {
    isSpace(byte) || "(<?!{".utf8.contains(byte)
  }

  static let bodyWords = words("func init deinit")
  private static let reservedWords = words("in else is as where")
  static let typeWords = words("struct class enum actor protocol extension")
  /// The words of other declarations with braces.
  static let otherWords = words("var let subscript macro case")
}
