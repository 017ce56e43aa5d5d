/// One name to compare with many others, by the distance of `NearMiss`.
///
/// Names of code are nearly always short and ASCII, so the fast path covers them; all others use
/// the plain dynamic program with the same result. `PlainName` is the test for it.
struct NameMatcher {
  /// `nil` if the name has to be compared by `characters`.
  let plain: PlainNameMatcher?
  private let characters: [Character]

  init(_ name: String) {
    plain = PlainName(name).map(PlainNameMatcher.init)
    characters = plain == nil ? Array(name.lowercased()) : []
  }

  /// The distance; `nil` if the two names are not near each other, or if it exceeds `most`.
  ///
  /// `most` is the distance of the best candidate so far: farther ones need not be computed
  /// exactly.
  func distance(to other: String, atMost most: Int = .max) -> Int? {
    if let plain, let other = PlainName(other) {
      let limit = min(NearMiss.limit(plain.name.count, other.count), most)
      return plain.distance(to: other.bytes.span, atMost: limit)
    }
    let name = plain.map { $0.name.characters } ?? characters
    let other = Array(other.lowercased())
    let limit = min(NearMiss.limit(name.count, other.count), most)
    guard abs(name.count - other.count) <= limit else { return nil }
    let distance = NearMiss.distance(name, other)
    return distance <= limit ? distance : nil
  }
}

/// A lower-cased name of at most 64 ASCII characters, one for each bit of a word.
struct PlainName {
  static let longest = 64

  private(set) var bytes: ContiguousArray<UInt8> = []

  var count: Int { bytes.count }
  var characters: [Character] { bytes.map { Character(UnicodeScalar($0)) } }

  /// `nil` for longer names and for names with other characters.
  init?(_ name: String) {
    guard Self.read(name, into: &bytes) else { return nil }
  }

  /// Replaces `bytes` with the bytes of a name; returns whether the name is plain.
  static func read(_ name: String, into bytes: inout ContiguousArray<UInt8>) -> Bool {
    let utf8 = name.utf8
    bytes.removeAll(keepingCapacity: true)
    guard utf8.count <= longest else { return false }
    for byte in utf8 {
      // Swift reads a carriage return and a line feed as one character.
      guard byte < 0x80, byte != 0x0D else { return false }
      bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
    }
    return true
  }
}

/// Compares a plain name with others, one word operation for each of their characters.
///
/// Bit *i* of the words belongs to character *i* of the name. The algorithm is from H. Hyyrö, "A
/// bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
/// Computing 10 (2003).
struct PlainNameMatcher {
  let name: PlainName
  /// For each ASCII character the bits at which the name has it.
  private var occurrences = ContiguousArray<UInt64>(repeating: 0, count: 128)

  init(_ name: PlainName) {
    self.name = name
    for (index, byte) in name.bytes.enumerated() { occurrences[Int(byte)] |= 1 << UInt64(index) }
  }

  /// The distance to another plain name; `nil` if it is more than `limit`.
  func distance(to other: Span<UInt8>, atMost limit: Int) -> Int? {
    guard abs(name.count - other.count) <= limit else { return nil }
    guard name.count > 0 else { return other.count }
    let last = UInt64(1) << UInt64(name.count - 1)
    // Where a column's value is one more, or one less, than the value above it.
    var (more, less): (UInt64, UInt64) = (.max, 0)
    // Where the diagonal step costs nothing, and where the character before occurred.
    var (free, previous): (UInt64, UInt64) = (0, 0)
    var distance = name.count
    let occurrences = occurrences.span
    for index in other.indices {
      let occurring = occurrences[Int(other[index])]
      let swapped = ((~free & occurring) << 1) & previous
      free = (((occurring & more) &+ more) ^ more) | occurring | less | swapped
      var rowMore = less | ~(free | more)
      var rowLess = free & more
      if rowMore & last != 0 { distance += 1 }
      if rowLess & last != 0 { distance -= 1 }
      // Each further character reduces the distance by at most one.
      if distance - (other.count - index - 1) > limit { return nil }
      rowMore = rowMore << 1 | 1
      rowLess <<= 1
      more = rowLess | ~(free | rowMore)
      less = rowMore & free
      previous = occurring
    }
    return distance <= limit ? distance : nil
  }
}
