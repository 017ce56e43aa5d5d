/// A place in the prepared text, and the basic operations of the three lexers.
///
/// All functions take an offset, not the current place, so that a rule can look ahead without side
/// effects. Offsets after the end are valid and read as 0.
struct ByteScanner {
  let bytes: [UInt8]
  var index: Int

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The byte at an offset; 0 after the end.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  @inline(__always)
  func isWord(_ offset: Int) -> Bool { offset < bytes.count && ByteClasses.isWord(bytes[offset]) }

  /// The offset after a run of `\s`.
  @inline(__always)
  func skippingWhitespace(_ start: Int) -> Int {
    var index = start
    while true {
      let width = ByteClasses.whitespace(bytes, index)
      if width == 0 { return index }
      index += width
    }
  }

  /// The offset after a run of `(?!\n)\s`.
  func skippingBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A {
      let width = ByteClasses.whitespace(bytes, index)
      if width == 0 { return index }
      index += width
    }
    return index
  }

  /// The offset of the next line feed, or the end.
  func endOfLine(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index
  }

  /// The offset of the next such byte, or `nil`.
  func find(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The offset after a run of `\w`.
  func skippingWord(_ start: Int) -> Int {
    var index = start
    while isWord(index) { index += 1 }
    return index
  }

  /// Whether the text continues with these bytes.
  @inline(__always)
  func starts(_ word: StaticString, at start: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard start + count <= bytes.count else { return false }
    let pointer = word.utf8Start
    for offset in 0..<count where bytes[start + offset] != pointer[offset] { return false }
    return true
  }

  /// Like `starts`, for a lowercase word and text in any case.
  @inline(__always)
  func startsIgnoringCase(_ word: StaticString, at start: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard start + count <= bytes.count else { return false }
    let pointer = word.utf8Start
    for offset in 0..<count
    where ByteClasses.lowercased(bytes[start + offset]) != pointer[offset] { return false }
    return true
  }

  /// `word\b`: returns the offset after it.
  @inline(__always)
  func keyword(_ word: StaticString, at start: Int) -> Int? {
    let end = start + word.utf8CodeUnitCount
    return starts(word, at: start) && !isWord(end) ? end : nil
  }

  /// `word\b` in any case: returns the offset after it.
  @inline(__always)
  func keywordIgnoringCase(_ word: StaticString, at start: Int) -> Int? {
    let end = start + word.utf8CodeUnitCount
    return startsIgnoringCase(word, at: start) && !isWord(end) ? end : nil
  }

  /// The range without white space on both sides.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound {
      let width = ByteClasses.whitespace(bytes, start)
      if width == 0 { break }
      start = min(start + width, range.upperBound)
    }
    var end = range.upperBound
    trimming: while end > start {
      for width in 1...3 where end - width >= start {
        if ByteClasses.whitespace(bytes, end - width) == width {
          end -= width
          continue trimming
        }
      }
      break
    }
    return start..<end
  }
}
