/// Many known names, prepared for finding those near a mistyped one.
///
/// Answers as `NearMiss` does. Names are ordered by length, so that only those of a similar length
/// are looked at, and each has a signature of the characters in it: names whose signatures differ
/// too much are not compared.
///
/// Building takes about as long as reading the names; a lookup among 50,000 takes about 0.1 ms.
package struct NearMissIndex: Sendable {
  /// The names that are plain, by length.
  private var names: [String] = []
  private var signatures: [NameSignature] = []
  /// The lower-cased bytes of all plain names, one after the other.
  private var bytes: [UInt8] = []
  /// For each length where its names begin in `names`, and where their bytes begin.
  private var starts: [(name: Int, byte: Int)] = []
  /// Names that are not plain; there are few.
  private var others: [String] = []

  package init(_ names: some Sequence<String>) {
    var byLength = [[(name: String, plain: PlainName)]](
      repeating: [], count: PlainName.longest + 1)
    for name in names {
      if let plain = PlainName(name) {
        byLength[plain.count].append((name, plain))
      } else {
        others.append(name)
      }
    }
    for group in byLength {
      starts.append((self.names.count, bytes.count))
      for (name, plain) in group {
        self.names.append(name)
        signatures.append(NameSignature(plain))
        bytes += plain.bytes
      }
    }
    starts.append((self.names.count, bytes.count))
  }

  /// The nearest name among those that are wanted, not counting the name itself.
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

  /// All names near that one, itself included.
  package func all(near name: String) -> [String] {
    var found: [String] = []
    visit(near: name) { candidate, _ in
      found.append(candidate)
      return .max
    }
    return found
  }

  /// Hands out names near that one with their distances, those of a similar length first; those
  /// further away than the number that `body` returned last are left out.
  private func visit(near name: String, _ body: (String, Int) -> Int) {
    let matcher = NameMatcher(name)
    var most = Int.max
    var unindexed = others[...]
    if let plain = matcher.plain {
      visit(near: plain, &most, body)
    } else {
      unindexed += names
    }
    for candidate in unindexed {
      if candidate == name {
        most = body(candidate, 0)
      } else if let distance = matcher.distance(to: candidate, atMost: most) {
        most = body(candidate, distance)
      }
    }
  }

  private func visit(
    near matcher: PlainNameMatcher, _ most: inout Int, _ body: (String, Int) -> Int
  ) {
    let signature = NameSignature(matcher.name)
    let (bytes, signatures) = (bytes.span, signatures.span)
    let own = matcher.name.count
    for difference in 0...PlainName.longest where difference <= most {
      for length in Set([own - difference, own + difference]) where 0..<starts.count - 1 ~= length {
        let largest = NearMiss.limit(own, length)
        guard difference <= largest else { continue }
        let start = starts[length]
        for index in start.name..<starts[length + 1].name {
          let limit = min(largest, most)
          guard signature.difference(from: signatures[index]) <= limit else { continue }
          let first = start.byte + (index - start.name) * length
          if let distance = matcher.distance(
            to: bytes.extracting(first..<first + length), atMost: limit)
          {
            most = body(names[index], distance)
          }
        }
      }
    }
  }
}

/// The characters of a plain name, whatever their order, as a set of 64 bits.
///
/// There is a bit for the first and one for the second occurrence of each letter; the remaining
/// ones are shared.
private struct NameSignature {
  private var bits: UInt64 = 0
  private let count: Int

  init(_ name: PlainName) {
    for byte in name.bytes {
      let letter = UInt64(byte &- UInt8(ascii: "a"))
      if letter < 26 {
        let first = UInt64(1) << letter
        bits |= bits & first == 0 ? first : first << 26
      } else {
        bits |= 1 << (52 + UInt64(byte) % 12)
      }
    }
    count = bits.nonzeroBitCount
  }

  /// At most the distance of the names: an edit adds one character, removes one, or both.
  func difference(from other: NameSignature) -> Int {
    max(count, other.count) - (bits & other.bits).nonzeroBitCount
  }
}
