import JSON

/// Finds the values inside a JSON text without decoding them, however deeply they are nested.
///
///     {"changes":[{"id":1},{"id":[[[…]]]}],"next_cursor":9}
///     members  changes -> [{…},{…}]   next_cursor -> 9
///     elements of changes -> {"id":1}, {"id":[[[…]]]}
///
/// Foundation's decoder rejects a complete text if it nests more than 512 levels, or if one value
/// has an unexpected type. With the outline, one invalid row does not affect the others.
enum JSONOutline {
  /// The ranges of an object's values by name; `nil` if `range` is not one object.
  static func members(of bytes: [UInt8], in range: Range<Int>? = nil) -> [String: Range<Int>]? {
    var members: [String: Range<Int>] = [:]
    let isWhole = list(bytes, range, from: "{", to: "}") { scanner throws(JSONError) in
      try scanner.skipSpace()
      let (name, isEscaped) = try scanner.string()
      let key = JSONScanner.decoded(scanner.bytes[name], isEscaped)
      try scanner.takeColon()
      members[key] = try value(&scanner)
    }
    return isWhole ? members : nil
  }

  /// The ranges of an array's elements; `nil` if `range` is not one array.
  static func elements(of bytes: [UInt8], in range: Range<Int>? = nil) -> [Range<Int>]? {
    var elements: [Range<Int>] = []
    let isWhole = list(bytes, range, from: "[", to: "]") { scanner throws(JSONError) in
      elements.append(try value(&scanner))
    }
    return isWhole ? elements : nil
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONError) -> Range<Int> {
    try scanner.skipSpace()
    let start = scanner.position
    try scanner.skipValue()
    return start..<scanner.position
  }

  /// Reads a list with separators; returns whether the range consists of exactly one list.
  private static func list(
    _ bytes: [UInt8], _ range: Range<Int>?, from open: Unicode.Scalar, to close: Unicode.Scalar,
    item: (inout JSONScanner) throws(JSONError) -> Void
  ) -> Bool {
    let range = range ?? bytes.indices
    return bytes.withUnsafeBufferPointer { buffer in
      // Offsets stay relative to the complete text.
      let text = UnsafeBufferPointer(rebasing: buffer[..<range.upperBound])
      var scanner = JSONScanner(text, at: range.lowerBound)
      do throws(JSONError) {
        try scanner.skipSpace()
        guard scanner.take(open) else { return false }
        try scanner.skipSpace()
        if !scanner.take(close) {
          repeat {
            try item(&scanner)
            try scanner.skipSpace()
          } while scanner.take(",")
          guard scanner.take(close) else { return false }
        }
        try scanner.skipSpace()
        return scanner.next == nil
      } catch {
        return false
      }
    }
  }
}
