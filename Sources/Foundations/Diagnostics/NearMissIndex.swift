/// Many known names, prepared for finding those near a mistyped one.
///
/// The results are those of `NearMiss`. Names are grouped by length, so that only names of a
/// similar length are examined. Each has a signature of its characters: names whose signatures
/// share too few bits are not compared. The signatures of 64 names are examined at once.
///
/// Among 50,000 names a lookup takes about 0.1 ms; building takes as long as a hundred lookups.
///
/// Why not a tree of distances (BK-tree) or a table of deletions: the limit grows with the length
/// of the name, so such a tree would visit most of its nodes, and the table would be many times
/// larger than the names. A scan with a cheap exact filter is faster at this size and needs no
/// memory except signatures.
///
/// The filter is exact because each edit removes at most one bit from the shared signature: two
/// names within distance d share all but d bits.
package struct NearMissIndex: Sendable {
  /// The plain names of each length.
  private var groups = [NearMissGroup](repeating: NearMissGroup(), count: PlainName.longest + 1)
  /// Names that are not plain; there are few.
  private var nonASCIINames: [String] = []

  package init(_ names: some Sequence<String>) {
    var bytes: ContiguousArray<UInt8> = []
    for name in names {
      if PlainName.read(name, into: &bytes) {
        groups[bytes.count].append(name, bytes)
      } else {
        nonASCIINames.append(name)
      }
    }
  }

  /// The nearest of the wanted names, excluding the name itself.
  package func best(
    for name: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    var best = NearestName()
    visit(near: name) { candidate, distance in
      if candidate != name, distance <= best.distance, isWanted(candidate) {
        best.take(candidate, distance)
      }
      return best.distance
    }
    return best.name
  }

  /// All names near that one, including itself.
  package func all(near name: String) -> [String] {
    var found: [String] = []
    visit(near: name) { candidate, _ in
      found.append(candidate)
      return .max
    }
    return found
  }

  /// Calls `body` with names near that one and their distances, names of a similar length first.
  /// Skips names further away than the last number that `body` returned.
  private func visit(near name: String, _ body: (String, Int) -> Int) {
    let matcher = NameMatcher(name)
    var most = Int.max
    var unindexed = nonASCIINames
    if let plain = matcher.plain {
      let own = plain.name.count
      for difference in 0...PlainName.longest where difference <= most {
        for length in difference == 0 ? [own] : [own - difference, own + difference]
        where groups.indices ~= length && difference <= NearMiss.limit(own, length) {
          groups[length].visit(near: plain, atMost: &most, body)
        }
      }
    } else {
      unindexed += groups.flatMap(\.names)
    }
    for candidate in unindexed {
      if candidate == name {
        most = body(candidate, 0)
      } else if let distance = matcher.distance(to: candidate, atMost: most) {
        most = body(candidate, distance)
      }
    }
  }
}

/// Plain names of one length.
private struct NearMissGroup: Sendable {
  private(set) var names: [String] = []
  /// The lower-cased bytes of all names, one after the other.
  private var bytes: ContiguousArray<UInt8> = []
  private var signatures: [NameSignature] = []
  /// For every 64 names 64 words, one for each bit of a signature: bit *n* of a word is set if the
  /// signature of name *n* has that bit.
  private var columns: ContiguousArray<UInt64> = []

  mutating func append(_ name: String, _ plain: ContiguousArray<UInt8>) {
    let place = names.count % 64
    if place == 0 { columns += repeatElement(0, count: 64) }
    let base = columns.count - 64
    let signature = NameSignature(plain.span)
    var rest = signature.bits
    while rest != 0 {
      columns[base + rest.trailingZeroBitCount] |= 1 << UInt64(place)
      rest &= rest - 1
    }
    names.append(name)
    bytes += plain
    signatures.append(signature)
  }

  func visit(
    near matcher: PlainNameMatcher, atMost most: inout Int, _ body: (String, Int) -> Int
  ) {
    let length = names.isEmpty ? 0 : bytes.count / names.count
    let largest = NearMiss.limit(matcher.name.count, length)
    let signature = NameSignature(matcher.name.bytes.span)
    let bits = signature.places
    let (bytes, columns) = (bytes.span, columns.span)
    for block in 0..<columns.count / 64 {
      let needed = signature.count - min(largest, most)
      var candidates = Self.sharing(
        needed, of: bits, columns.extracting(block * 64..<block * 64 + 64))
      if block * 64 + 64 > names.count { candidates &= (1 << UInt64(names.count % 64)) - 1 }
      while candidates != 0 {
        let index = block * 64 + candidates.trailingZeroBitCount
        candidates &= candidates - 1
        let limit = min(largest, most)
        let other = signatures[index]
        guard other.count - other.shared(with: signature) <= limit else { continue }
        let first = index * length
        if let distance = matcher.distance(
          to: bytes.extracting(first..<first + length), atMost: limit)
        {
          most = body(names[index], distance)
        }
      }
    }
  }

  /// Returns which of 64 names have at least `needed` of these bits in their signatures.
  ///
  /// All names are counted at once: bit *n* of the five words forms name *n*'s number of shared
  /// bits.
  ///
  /// A counter in bit-sliced form: five words count up to 16 for 64 names at once, with a dozen
  /// operations for each bit of the signature.
  private static func sharing(
    _ needed: Int, of bits: [UInt8], _ columns: Span<UInt64>
  ) -> UInt64 {
    guard needed > 0 else { return .max }
    var (ones, twos, fours, eights, more): (UInt64, UInt64, UInt64, UInt64, UInt64) = (
      0, 0, 0, 0, 0
    )
    for bit in bits {
      var carry = columns[Int(bit)]
      (ones, carry) = (ones ^ carry, ones & carry)
      (twos, carry) = (twos ^ carry, twos & carry)
      (fours, carry) = (fours ^ carry, fours & carry)
      (eights, carry) = (eights ^ carry, eights & carry)
      // Counts of sixteen and more are all treated alike.
      more |= carry
    }
    let wanted = UInt64(min(needed, 16))
    // Compares from the highest bit on.
    var (greater, equal) = (more, ~more)
    if wanted == 16 { return more }
    for (word, value) in [(eights, UInt64(8)), (fours, 4), (twos, 2), (ones, 1)] {
      if wanted & value == 0 {
        greater |= equal & word
        equal &= ~word
      } else {
        equal &= word
      }
    }
    return greater | equal
  }
}

/// The characters of a plain name in any order, as a set of 64 bits.
///
/// Each letter has one bit for its first and one for its second occurrence; other characters share
/// the remaining bits.
private struct NameSignature {
  private(set) var bits: UInt64 = 0

  init(_ name: Span<UInt8>) {
    for index in name.indices {
      let letter = UInt64(name[index] &- UInt8(ascii: "a"))
      if letter < 26 {
        let first = UInt64(1) << letter
        bits |= bits & first == 0 ? first : first << 26
      } else {
        bits |= 1 << (52 + UInt64(name[index]) % 12)
      }
    }
  }

  var count: Int { bits.nonzeroBitCount }

  func shared(with other: NameSignature) -> Int { (bits & other.bits).nonzeroBitCount }

  var places: [UInt8] {
    (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { UInt8($0) }
  }
}
