/// The checksum of the text that docgen wrote into a region: FNV-1a, 32 bits, as eight hexadecimal
/// digits.
///
/// It only distinguishes a hand edit from docgen's own text. Line endings, white space at the ends
/// of lines and blank lines at the end do not count: a checkout with CRLF is not an edit.
///
///     Checksum.of("a \r\nb\r\n") == Checksum.of("a\nb")
///
/// A longer digest would make markers unreadable, and safety against deliberate collisions is not
/// needed: whoever can forge the text can also write the checksum.
package enum Checksum {
  package static func of(_ content: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    // White space and line endings that may be at the end of the text.
    var newlines = 0
    var blanks: [UInt8] = []
    func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    var previous: UInt8 = 0
    for byte in content.utf8 {
      defer { previous = byte }
      switch byte {
      case .newline where previous == .carriageReturn: break
      case .newline, .carriageReturn:
        newlines += 1
        blanks.removeAll(keepingCapacity: true)
      case .space, .tab:
        blanks.append(byte)
      default:
        for _ in 0..<newlines { add(.newline) }
        for blank in blanks { add(blank) }
        newlines = 0
        blanks.removeAll(keepingCapacity: true)
        add(byte)
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Eight hexadecimal digits, or sixteen: then the last eight are the checksum of the text's
  /// meaning.
  package static func isWellFormed(_ text: String) -> Bool {
    [8, 16].contains(text.utf8.count) && text.utf8.allSatisfy { Self.digits.contains($0) }
  }

  /// The number of digits for the text.
  static let length = 8
  private static let digits = Array("0123456789abcdefABCDEF".utf8)
}
