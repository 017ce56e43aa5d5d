/// Finds the values inside a JSON text without decoding them, however deeply they are nested.
///
///     {"changes":[{"id":1},{"id":[[[…]]]}],"next_cursor":9}
///     members  changes -> [{…},{…}]   next_cursor -> 9
///     elements of changes -> {"id":1}, {"id":[[[…]]]}
///
/// Foundation's decoder refuses a text as a whole if it nests more than 512 levels, or if one value
/// has another type than expected. With the outline, one bad row does not spoil the others. It
/// checks brackets, strings and separators, not the spelling of numbers and words; the decoder reads
/// the values afterwards.
struct JSONOutline {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  private init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The places of an object's values by name; `nil` if `range` is not one object.
  static func members(of bytes: [UInt8], in range: Range<Int>? = nil) -> [String: Range<Int>]? {
    var outline = JSONOutline(bytes, in: range ?? bytes.indices)
    var members: [String: Range<Int>] = [:]
    let isWhole = outline.list(from: "{", to: "}") { outline in
      guard let name = outline.value(), outline.take(":"), let value = outline.value(),
        let key = try? WireCoding.decode(String.self, from: Array(bytes[name]))
      else { return false }
      members[key] = value
      return true
    }
    return isWhole ? members : nil
  }

  /// The places of an array's elements; `nil` if `range` is not one array.
  static func elements(of bytes: [UInt8], in range: Range<Int>? = nil) -> [Range<Int>]? {
    var outline = JSONOutline(bytes, in: range ?? bytes.indices)
    var elements: [Range<Int>] = []
    let isWhole = outline.list(from: "[", to: "]") { outline in
      guard let element = outline.value() else { return false }
      elements.append(element)
      return true
    }
    return isWhole ? elements : nil
  }

  /// Reads a list with separators, and nothing after it; whether there was one.
  private mutating func list(
    from open: Unicode.Scalar, to close: Unicode.Scalar,
    _ item: (inout JSONOutline) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    if !take(close) {
      repeat {
        guard item(&self) else { return false }
      } while take(",")
      guard take(close) else { return false }
    }
    skipSpace()
    return position == end
  }

  private mutating func skipSpace() {
    while position < end, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[position]) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The place of the next value, which is passed; `nil` at a separator, or if it does not end.
  private mutating func value() -> Range<Int>? {
    skipSpace()
    let start = position
    var depth = 0
    while position < end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""): guard skipString() else { return nil }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return start == position ? nil : start..<position }
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return start == position ? nil : start..<position }
        position += 1
      default: position += 1
      }
      if depth == 0 && [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte) {
        return start..<position
      }
    }
    return depth == 0 && start < position ? start..<position : nil
  }

  private mutating func skipString() -> Bool {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "\""):
        position += 1
        return true
      default: position += 1
      }
    }
    return false
  }
}
