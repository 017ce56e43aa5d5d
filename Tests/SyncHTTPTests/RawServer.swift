import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server on 127.0.0.1 that says, byte by byte, what a test wants it to say.
final class RawServer: Sendable {
  /// A connection whose request has come.
  struct Connection: Sendable {
    let socket: Int32
    /// The request's head and body, as far as they came in one piece.
    let request: String

    /// Writes text; whether the client still takes it.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes bytes; whether the client still takes them.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) == buffer.count
        #else
          send(socket, buffer.baseAddress, buffer.count, 0) == buffer.count
        #endif
      }
    }
  }

  let port: UInt16
  private let listener: Int32
  private let heads = Mutex<[String]>([])

  /// Starts to listen; each request gets a thread, on which `answer` writes.
  init(_ answer: @escaping @Sendable (Connection) -> Void) throws {
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
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) | listen(descriptor, 16)
          | getsockname(descriptor, address, &length)
      }
    }
    guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let socket = accept(descriptor, nil, nil)
        if socket < 0 { return }
        Thread.detachNewThread { [self] in
          defer { close(socket) }
          var buffer = [UInt8](repeating: 0, count: 65_536)
          let count = recv(socket, &buffer, buffer.count, 0)
          guard count > 0 else { return }
          let request = String(decoding: buffer.prefix(count), as: UTF8.self)
          heads.withLock { $0.append(request) }
          answer(Connection(socket: socket, request: request))
        }
      }
    }
  }

  /// The requests so far.
  var requests: [String] { heads.withLock { $0 } }

  /// The first lines of the requests so far: `GET /api/v1/events HTTP/1.1`.
  var lines: [String] { requests.map { String($0.prefix { $0 != "\r\n" }) } }

  /// Stops listening.
  func stop() {
    shutdown(listener, Int32(2))
    close(listener)
  }
}
