/// A digest of bytes in 128 bits. A collision by chance is too unlikely to matter.
///
/// The digest is fast and not cryptographic, so its start depends on a secret of the user: without
/// it, the author of a checkout cannot construct a file with the digest of another one, whose result
/// is cached.
package struct ContentDigest: Hashable, Sendable {
  package var first: UInt64
  package var second: UInt64

  package init(first: UInt64, second: UInt64) {
    (self.first, self.second) = (first, second)
  }

  package init(_ bytes: [UInt8], seed: UInt64 = 0) {
    self.init(bytes, in: 0..<bytes.count, seed: seed)
  }

  package init(_ text: String, seed: UInt64 = 0) {
    self.init(Array(text.utf8), seed: seed)
  }

  /// Multiplies each word of eight bytes into both halves.
  package init(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64 = 0) {
    let secret = CacheSecret.own
    first = seed ^ secret.first
    second = seed &+ secret.second
    bytes.withUnsafeBytes { raw in
      var place = range.lowerBound
      while place + 8 <= range.upperBound {
        let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        mix(UInt64(littleEndian: word), secret)
        place += 8
      }
      var last: UInt64 = 0
      for byte in raw[place..<range.upperBound] { last = last << 8 | UInt64(byte) }
      mix(last, secret)
    }
    mix(UInt64(range.count), secret)
    mix(0, secret)
  }

  private mutating func mix(_ word: UInt64, _ secret: CacheSecret) {
    first = Self.folded(first ^ word, secret.third) ^ word
    second = Self.folded(second &+ word, secret.fourth) ^ first
  }

  /// Combines both halves of the product, since either alone loses input bits.
  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return high ^ low
  }

  /// 32 hexadecimal digits.
  package var text: String {
    [first, second].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  package init?(text: some StringProtocol) {
    let middle = text.utf8.index(text.startIndex, offsetBy: 16, limitedBy: text.endIndex)
    guard text.utf8.count == 32, let middle, let first = UInt64(text[..<middle], radix: 16),
      let second = UInt64(text[middle...], radix: 16)
    else { return nil }
    self.init(first: first, second: second)
  }
}
