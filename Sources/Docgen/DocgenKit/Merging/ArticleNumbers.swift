/// The numbers in the HTML of a report's document: of its page, in anchors, of diagrams and images.
///
/// Quotes in texts and attributes are escaped, so an attribute can be found by its text.
struct ArticleNumbers {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Adds to each number that follows one of the texts.
  mutating func add(_ offset: Int, after prefixes: [String]) {
    for prefix in prefixes {
      replace(after: prefix) { rest in
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        let number = Int(String(decoding: digits, as: UTF8.self))
        return number.map { (digits.count, Array(String($0 + offset).utf8)) }
      }
    }
  }

  /// Adds to the number of each image, which is the fragment of its address.
  mutating func addToImages(_ offset: Int) {
    replace(after: Self.image) { rest in
      Self.fragment(in: rest).map {
        ($0.end, Array(rest.prefix($0.start)) + Array(String($0.number + offset).utf8))
      }
    }
  }

  /// One more than the largest number of an image.
  var imageCount: Int {
    var count = 0
    var copy = self
    copy.replace(after: Self.image) { rest in
      if let fragment = Self.fragment(in: rest) { count = max(count, fragment.number + 1) }
      return nil
    }
    return count
  }

  private static let image = ##" src="data:image/"##

  /// The number after `#` at the end of an address, with the offsets of its digits.
  private static func fragment(
    in rest: ArraySlice<UInt8>
  ) -> (start: Int, end: Int, number: Int)? {
    let address = rest.prefix { $0 != UInt8(ascii: "\"") }
    guard let mark = address.lastIndex(of: UInt8(ascii: "#")),
      let number = Int(String(decoding: address[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return (mark + 1 - rest.startIndex, address.count, number)
  }

  /// Calls `body` with the bytes after each occurrence of a text. It returns how many of them to replace
  /// and by what; `nil` for none.
  private mutating func replace(
    after prefix: String, by body: (ArraySlice<UInt8>) -> (count: Int, bytes: [UInt8])?
  ) {
    let wanted = Array(prefix.utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let space = rest.firstIndex(of: wanted[0]) {
      result += rest[..<space]
      rest = rest[space...]
      guard rest.starts(with: wanted) else {
        result.append(rest.removeFirst())
        continue
      }
      result += wanted
      rest = rest.dropFirst(wanted.count)
      guard let replacement = body(rest) else { continue }
      result += replacement.bytes
      rest = rest.dropFirst(replacement.count)
    }
    bytes = result + rest
  }
}
