#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds bytes that are not UTF-8.
///
/// Decoding replaces invalid sequences, and only those, with U+FFFD, so a text is valid if its decoded
/// form has the same bytes. The standard library's own validation needs macOS 15 and iOS 18.
package enum UTF8Validation {
  /// The text is decoded in pieces, so that the memory for them is reused.
  private static let pieceSize = 1 << 15

  /// The offset of the first byte that is not part of valid UTF-8; `nil` if all bytes are valid.
  ///
  /// An incomplete sequence is reported at its first byte.
  package static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var start = 0
    while start < bytes.count {
      let longest = min(start + pieceSize, bytes.count)
      var end = longest
      // The sequence of a scalar is not divided.
      while end < bytes.count, end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if end == start { end = longest }
      let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
      var text = String(decoding: piece, as: UTF8.self)
      if let offset = firstDifference(between: &text, and: piece) { return start + offset }
      start = end
    }
    return nil
  }

  package static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer(firstInvalidOffset)
  }

  /// The text of these bytes; `nil` if they are not UTF-8.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.withUnsafeBufferPointer { bytes in
      var text = String(decoding: bytes, as: UTF8.self)
      return firstDifference(between: &text, and: bytes) == nil ? text : nil
    }
  }

  /// The start of the first sequence that decoding changes.
  private static func firstDifference(
    between text: inout String, and bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    text.withUTF8 { decoded in
      let count = min(decoded.count, bytes.count)
      guard count > 0, let first = decoded.baseAddress, let second = bytes.baseAddress else {
        return nil
      }
      if decoded.count == bytes.count, memcmp(first, second, count) == 0 { return nil }
      let place = (0..<count).first { decoded[$0] != bytes[$0] } ?? count
      // U+FFFD is EF BF BD, so an incomplete sequence that begins with EF or EF BF looks equal there.
      return (max(0, place - 2)..<place).first { bytes[$0] == 0xEF } ?? place
    }
  }
}
