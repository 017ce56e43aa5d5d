/// Takes messages out of a stream of bytes, however it is cut into pieces.
///
///     header = *( name ":" value CRLF ) CRLF
///     message = header content        ; Content-Length says how many bytes the content has
///
/// A header that says no length is a fault and passed over; the next message is read again.
package struct MessageFraming: Sendable {
  package enum Event: Hashable, Sendable {
    case message([UInt8])
    /// A header that cannot be followed; why, as a sentence.
    case fault(String)
  }

  /// No message of an editor is that large; a length above would only fill the memory.
  package static let largest = 256 << 20
  /// No header is that long.
  private static let longestHeader = 4096

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the content that is awaited.
  private var length: Int?

  package init() {}

  package mutating func append(_ bytes: [UInt8]) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message, once it is whole.
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

  /// The header up to its empty line, which is taken off; nothing while it is not whole.
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
    // What is no header at all is given up, so that it cannot grow for ever.
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
