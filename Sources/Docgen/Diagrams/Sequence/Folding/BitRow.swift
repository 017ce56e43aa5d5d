/// A set of small numbers.
///
/// One bit for each possible member, since unions of such rows are the inner loop of reachability.
struct BitRow {
  private var words: [UInt64]

  init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  func contains(_ bit: Int) -> Bool { words[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }
  mutating func insert(_ bit: Int) { words[bit >> 6] |= 1 << UInt64(bit & 63) }

  /// Grows if necessary; returns whether the number is new.
  mutating func insertNew(_ bit: Int) -> Bool {
    let word = bit >> 6
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    let mask: UInt64 = 1 << UInt64(bit & 63)
    guard words[word] & mask == 0 else { return false }
    words[word] |= mask
    return true
  }

  mutating func formUnion(_ other: BitRow) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}
