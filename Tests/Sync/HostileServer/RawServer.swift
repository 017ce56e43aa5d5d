// The HostileServer module has a server that may answer anything, for tests of the HTTP client and
// for the storms of the simulation.
//
// `RawServer` listens on 127.0.0.1, reads a complete request, and passes the connection to a
// function, which writes any bytes: half a head, an endless body, a reset. It uses sockets
// directly, because a server library would refuse to send such answers. `Connection.parsed` is the
// request in the form that SyncBackend accepts, so that a hostile answer can be a changed real one.
// The module is separate, because SyncHTTPTests and SyncSimulation both need it.

internal import Foundation
package import Sync
internal import SyncBackend
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A server on 127.0.0.1 that writes arbitrary bytes, for clients that must survive faulty servers.
///
///     let server = try RawServer { $0.write("HTTP/1.1 200 OK\r\n") }   // and never the rest
package final class RawServer: Sendable {
  /// A connection whose request has been received.
  package struct Connection: Sendable {
    let socket: Int32
    /// The request's head, up to the empty line.
    package let head: String
    /// The request's body.
    package let body: [UInt8]

    /// Head and body as text.
    package var request: String { head + String(decoding: body, as: UTF8.self) }

    /// The request in the form that a `BackendService` accepts.
    package var parsed: HTTPRequest {
      let lines = head.split(whereSeparator: \.isNewline)
      let words = lines.first?.split(separator: " ") ?? []
      var request = HTTPRequest(address: words.count > 1 ? String(words[1]) : "/")
      request.method = String(words.first ?? "")
      request.headers = lines.dropFirst().compactMap { line in
        let sides = line.split(separator: ":", maxSplits: 1)
        guard sides.count == 2 else { return nil }
        return HTTPField(String(sides[0]), String(sides[1].drop { $0 == " " }))
      }
      request.body = body
      return request
    }

    /// Writes text. Returns whether the client still accepts it.
    @discardableResult
    package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes bytes. Returns whether the client still accepts them.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
      unsafe bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          unsafe send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) == buffer.count
        #else
          unsafe send(socket, buffer.baseAddress, buffer.count, 0) == buffer.count
        #endif
      }
    }

    /// Makes the connection end with a reset instead of an orderly close.
    package func reset() {
      var option = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, size)
    }
  }

  /// The system has no free port.
  package struct Unavailable: Error {}

  /// The port of the server.
  package let port: UInt16
  private let listener: Int32
  private let received = Mutex<[String]>([])

  /// Starts to listen. Each request has a thread, on which `answer` writes; the connection is
  /// closed when `answer` returns.
  ///
  /// - Throws: `Unavailable`.
  package init(_ answer: @escaping @Sendable (Connection) -> Void) throws {
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, size) = (listener, length)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) | listen(descriptor, 64)
          | getsockname(descriptor, address, &length)
      }
    }
    guard status == 0 else { throw Unavailable() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let socket = accept(descriptor, nil, nil)
        if socket < 0 { return }
        Thread.detachNewThread { [self] in
          defer { close(socket) }
          guard let connection = RawServer.read(socket) else { return }
          received.withLock { $0.append(connection.request) }
          answer(connection)
        }
      }
    }
  }

  /// The requests so far.
  package var requests: [String] { received.withLock { $0 } }

  /// The first lines of the requests so far: `GET /api/v1/events HTTP/1.1`.
  package var lines: [String] { requests.map { String($0.prefix { $0 != "\r\n" }) } }

  /// Stops listening.
  package func stop() {
    shutdown(listener, Int32(2))
    close(listener)
  }

  /// Reads a complete request; `nil` if the client closes the connection before its end.
  private static func read(_ socket: Int32) -> Connection? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var headEnd: Int?
    while true {
      if headEnd == nil { headEnd = end(ofHeadIn: bytes) }
      if let headEnd {
        let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
        if bytes.count >= headEnd + bodyLength(in: head) {
          return Connection(socket: socket, head: head, body: Array(bytes[headEnd...]))
        }
      }
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0, bytes.count < 16 << 20 else { return nil }
      bytes += buffer.prefix(count)
    }
  }

  private static func end(ofHeadIn bytes: [UInt8]) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4 else { return nil }
    return (4...bytes.count).first { Array(bytes[$0 - 4..<$0]) == mark }
  }

  private static func bodyLength(in head: String) -> Int {
    for line in head.split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: ":", maxSplits: 1)
      if sides.count == 2, sides[0].lowercased() == "content-length" {
        return Int(sides[1].filter { $0 != " " }) ?? 0
      }
    }
    return 0
  }
}
