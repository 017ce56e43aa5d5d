/// Splits a stream of bytes into messages, whatever the pieces in which the bytes arrive.
///
///     header = *( name ":" value CRLF ) CRLF
///     message = header content        ; Content-Length is the length of the content in bytes
///
/// A header without a length is a fault and skipped; the next message is read again.
package struct MessageFraming: Sendable {
  package enum Event: Hashable, Sendable {
    case message([UInt8])
    /// An invalid header, with the reason as a sentence.
    case fault(String)
  }

  /// The maximum length of a message: no editor sends a longer one, and it would only fill the
  /// memory.
  package static let largest = 256 << 20
  /// The maximum length of a header.
  private static let longestHeader = 4096

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the content that is expected next.
  private var length: Int?

  package init() {}

  /// Consumed bytes are removed only now and then, because removing the beginning of an array moves
  /// the rest.
  package mutating func append(_ bytes: [UInt8]) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message, if it is complete.
  ///
  /// Returns `nil` if more bytes are needed. After a fault, the bytes of the header are skipped;
  /// content that follows it is read as another header, and skipped as well.
  package mutating func next() -> Event? {
    if length == nil {
      guard let header = header() else { return nil }
      switch Self.length(in: header) {
      case .success(let length): self.length = length
      case .failure(let fault): return .fault(fault.reason)
      }
    }
    guard let length, buffer.count - start >= length else { return nil }
    defer { (self.length, start) = (nil, start + length) }
    return .message(Array(buffer[start..<(start + length)]))
  }

  /// A message with its header.
  package static func framed(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }

  private struct Fault: Error {
    var reason: String
  }

  /// The header up to its empty line, which is removed; `nil` if it is incomplete.
  private mutating func header() -> ArraySlice<UInt8>? {
    let rest = buffer[start...]
    var index = rest.startIndex
    while let end = rest[index...].firstIndex(of: 0x0A) {
      let line = rest[index..<end]
      index = end + 1
      if line.isEmpty || line.elementsEqual([0x0D]) {
        defer { start = index }
        return rest[rest.startIndex..<end]
      }
    }
    // Bytes that are not a header are dropped, so that they cannot accumulate.
    guard rest.count > Self.longestHeader else { return nil }
    defer { start = buffer.count }
    return rest
  }

  private static func length(in header: ArraySlice<UInt8>) -> Result<Int, Fault> {
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let parts = String(decoding: line, as: UTF8.self)
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == "content-length" else { continue }
      let text = trimmed(parts[1])
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
        return .failure(Fault(reason: "the Content-Length `\(text.prefix(40))` is not a number"))
      }
      guard length <= largest else {
        return .failure(Fault(reason: "a message of \(length) bytes is too large"))
      }
      return .success(length)
    }
    return .failure(Fault(reason: "the header has no Content-Length"))
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
