/// Finds markers and braces that the lexer needs on the rest of a line after `state`, with one
/// search per line.
///
/// The rule `.*<<fork>>` is tried at each token of a line. Searching again each time would be
/// quadratic in the length of a line, so one pass records the last place of each marker.
struct StateMarkerFinder {
  private var lineEnd = -1
  private var places: [(kind: StateTokenKind, place: Int, width: Int)] = []
  private var brace = -1
  /// The range of the search for the next brace ends here.
  private var searchedTo = -1

  /// `.*<<fork>>` and similar patterns, the last on the line: the marker's kind, place and width.
  mutating func match(
    _ scanner: ByteScanner, at start: Int
  ) -> (kind: StateTokenKind, place: Int, width: Int)? {
    if start > lineEnd { searchLine(scanner, from: start) }
    return places.first { $0.place >= start }
  }

  /// Whether a name contains one of the markers: `[[join]]`.
  static func isMarked(_ name: String) -> Bool {
    let scanner = ByteScanner(Array(name.utf8))
    return scanner.bytes.indices.contains { marker(scanner, $0) != nil }
  }

  private mutating func searchLine(_ scanner: ByteScanner, from start: Int) {
    places.removeAll(keepingCapacity: true)
    var found = [Int](repeating: -1, count: 6)
    var index = start
    while index < scanner.bytes.count, scanner.bytes[index] != 0x0A {
      let byte = scanner.bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "["),
        let marker = Self.marker(scanner, index)
      {
        found[marker] = index
      }
      index += 1
    }
    lineEnd = index
    for (number, place) in found.enumerated() where place >= 0 {
      places.append((Self.kinds[number % 3], place, number % 3 == 2 ? 10 : 8))
    }
  }

  private static let kinds: [StateTokenKind] = [.fork, .join, .choice]

  private static func marker(_ scanner: ByteScanner, _ index: Int) -> Int? {
    let words: [StaticString] = [
      "<<fork>>", "<<join>>", "<<choice>>", "[[fork]]", "[[join]]", "[[choice]]",
    ]
    return words.firstIndex { scanner.startsIgnoringCase($0, at: index) }
  }

  /// `\w+\s+\w+.*?\{`: returns the offset after the brace.
  mutating func twoWords(_ scanner: ByteScanner, at start: Int) -> Int? {
    let first = scanner.skippingWord(start)
    guard first > start else { return nil }
    let second = scanner.skippingWhitespace(first)
    guard second > first, scanner.isWord(second) else { return nil }
    if second > searchedTo {
      searchedTo = scanner.endOfLine(second)
      brace = -1
      for index in second..<searchedTo where scanner.bytes[index] == UInt8(ascii: "{") {
        brace = index
        searchedTo = index
        break
      }
    }
    return brace > second ? brace + 1 : nil
  }
}
