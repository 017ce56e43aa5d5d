/// Finds the names in a Swift file outside of comments.
///
/// String literals count: a name in a literal is a name that the code uses. The scan works on bytes
/// and is about as fast as reading them, since no syntax tree is needed to find names.
struct WordScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var words = WordTable()

  /// The words of a file, without operators and numbers.
  static func words(in bytes: [UInt8]) -> NameSet {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = WordScanner(bytes: buffer)
      scanner.scan()
      return NameSet(sorted: scanner.words.numbers.sorted())
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, adding words: WordTable = WordTable()) {
    self.bytes = bytes
    self.words = words
  }

  /// Adds the words of a Swift file outside of its comments.
  static func addCode(_ bytes: [UInt8], to words: inout WordTable) {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = WordScanner(bytes: buffer, adding: words)
      words = WordTable()
      scanner.scan()
      words = scanner.words
    }
  }

  /// Adds every word of a text, whatever its language.
  static func addText(_ bytes: [UInt8], to words: inout WordTable) {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = WordScanner(bytes: buffer, adding: words)
      words = WordTable()
      while scanner.place < buffer.count {
        if isWord[Int(buffer[scanner.place])] { scanner.takeWord() } else { scanner.place += 1 }
      }
      words = scanner.words
    }
  }

  private mutating func scan() {
    while place < bytes.count {
      let byte = bytes[place]
      if Self.isWord[Int(byte)] {
        takeWord()
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        skipLine()
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        skipComment()
      } else if byte == UInt8(ascii: "\"") {
        takeString()
      } else {
        place += 1
      }
    }
  }

  private var next: UInt8 { place + 1 < bytes.count ? bytes[place + 1] : 0 }

  private mutating func takeWord() {
    let start = place
    while place < bytes.count, Self.isWord[Int(bytes[place])] { place += 1 }
    if Self.isDigit(bytes[start]) { return }
    words.insert(NameSet.number(of: UnsafeBufferPointer(rebasing: bytes[start..<place])))
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != 0x0A { place += 1 }
  }

  /// Comments nest.
  private mutating func skipComment() {
    var depth = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if bytes[place] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        depth -= 1
        place += 2
        if depth == 0 { return }
      } else {
        place += 1
      }
    }
  }

  /// A single-line literal ends at its quote or with the line, a multi-line one at three quotes.
  ///
  /// An interpolation is scanned as code would be: only its words matter, so its brackets need no
  /// matching.
  private mutating func takeString() {
    let quote = UInt8(ascii: "\"")
    let isLong = next == quote && place + 2 < bytes.count && bytes[place + 2] == quote
    place += isLong ? 3 : 1
    while place < bytes.count {
      let byte = bytes[place]
      if Self.isWord[Int(byte)] {
        takeWord()
      } else if byte == UInt8(ascii: "\\") {
        // The next byte is a letter that names a character, or begins an interpolation.
        place += next == UInt8(ascii: "(") ? 1 : 2
      } else if byte == quote {
        place += 1
        guard isLong else { return }
        if place + 1 < bytes.count, bytes[place] == quote, bytes[place + 1] == quote {
          place += 2
          return
        }
      } else if byte == 0x0A && !isLong {
        return
      } else {
        place += 1
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Letters, digits, `_`, and every byte of a letter beyond ASCII.
  private static let isWord: [Bool] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// A set of hashes that are evenly distributed: open addressing with linear probing, at most half
/// full.
struct WordTable: Sendable {
  private var slots = [UInt64](repeating: 0, count: 1_024)
  private var count = 0
  /// Zero marks a free slot.
  private var hasZero = false

  var numbers: [UInt64] { slots.filter { $0 != 0 } + (hasZero ? [0] : []) }

  func contains(_ number: UInt64) -> Bool {
    if number == 0 { return hasZero }
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: number >> 32) & mask
    while slots[index] != 0 {
      if slots[index] == number { return true }
      index = (index + 1) & mask
    }
    return false
  }

  mutating func insert(_ number: UInt64) {
    guard number != 0 else {
      hasZero = true
      return
    }
    if Self.put(number, into: &slots) { count += 1 }
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    for number in slots where number != 0 { _ = Self.put(number, into: &larger) }
    slots = larger
  }

  /// Returns whether it was inserted.
  private static func put(_ number: UInt64, into slots: inout [UInt64]) -> Bool {
    let mask = slots.count - 1
    // The upper bits are mixed best.
    var index = Int(truncatingIfNeeded: number >> 32) & mask
    while slots[index] != 0 {
      if slots[index] == number { return false }
      index = (index + 1) & mask
    }
    slots[index] = number
    return true
  }
}

extension NameSet {
  /// The names in a Swift file or a C header, outside of comments.
  package init(scanning bytes: [UInt8]) { self = WordScanner.words(in: bytes) }

  /// The words of a text of any language, with those of its comments.
  package init(scanningText bytes: [UInt8]) {
    var words = WordTable()
    WordScanner.addText(bytes, to: &words)
    self.init(sorted: words.numbers.sorted())
  }
}
