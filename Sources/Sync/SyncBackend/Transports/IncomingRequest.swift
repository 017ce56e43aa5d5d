internal import CMicroHTTPD
package import Sync

/// A request that is being received. It belongs to one connection, and thus to one thread at a
/// time.
final class IncomingRequest {
  private(set) var request: HTTPRequest
  private(set) var hasHead = false
  private var size = 0

  init(address: String) { request = HTTPRequest(address: address) }

  func takeHead(method: String, of connection: OpaquePointer) {
    hasHead = true
    request.method = method
    _ = unsafe MHD_get_connection_values(
      connection, .HEADER_KIND,
      { state, _, name, value in
        guard let state = unsafe state, let name = unsafe name else { return .YES }
        let incoming = unsafe Unmanaged<IncomingRequest>.fromOpaque(state).takeUnretainedValue()
        let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
        incoming.request.headers.append(HTTPField(unsafe String(cString: name), text))
        return .YES
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Appends a part of the body. One byte beyond the limit is kept, so that the service detects the
  /// excess; further bytes are dropped.
  ///
  /// - Returns: `false` if the body is so large that the connection should be closed.
  func take(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
    size += bytes.count
    let room = max(0, limit + 1 - request.body.count)
    unsafe request.body.append(contentsOf: bytes.prefix(room))
    return size <= 4 * max(limit, 1 << 20)
  }
}

extension HTTPRequest {
  /// Parses a path with a query: `/api/v1/events?limit=5`.
  package init(address: String) {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let pairs = parts.dropFirst().first?.split(separator: "&") ?? []
    self.init(
      method: "", path: String(parts.first ?? "/"),
      query: pairs.map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPField(
          HTTPRequest.decoded(sides[0]), sides.count > 1 ? HTTPRequest.decoded(sides[1]) : "")
      })
  }

  /// Decodes a name or value of a query: `+` is a space, `%41` an A. Invalid sequences are kept.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
