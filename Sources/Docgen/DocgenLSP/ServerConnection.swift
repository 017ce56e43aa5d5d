// The DocgenLSP module has the transport of the Language Server Protocol, without any knowledge of
// documents.
//
// Bytes of standard input become messages (`MessageFraming`), messages become requests and
// notifications of JSON-RPC 2.0 (`RPCMessage`), and `ServerLifecycle` decides which of them a
// server may handle in its state. `OpenDocument` applies the incremental edits of an editor to a
// text. `PositionEncoding` converts between the editor's positions, from 0 in UTF-16 or bytes, and
// docgen's, from 1 in bytes. `DocumentURI` converts between paths and URIs.
//
// All types except `ServerConnection` are values without input and output, which tests drive with
// bytes. The session itself, with projects, checks and code actions, is `EditorSession` in
// DocgenKit, the only user of this module.

import Basics
package import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two streams between client and server: received messages, and framed output.
///
/// A separate thread waits for input, so that no working thread is ever blocked by it.
package final class ServerConnection: Sendable {
  private let output: Int32
  private let lock = Locked(true)

  /// Received messages; it ends with the stream.
  package let events: AsyncStream<MessageFraming.Event>

  /// Starts reading.
  ///
  /// Reading starts at once, on a thread of its own. Events that arrive before someone awaits them
  /// are buffered without a limit.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.output = output
    // Writing to a client that has exited must not kill the process.
    signal(SIGPIPE, SIG_IGN)
    let (events, continuation) = AsyncStream.makeStream(of: MessageFraming.Event.self)
    self.events = events
    InputThread.start {
      var framing = MessageFraming()
      while let bytes = Self.read(input) {
        framing.append(bytes)
        while let event = framing.next() { continuation.yield(event) }
      }
      continuation.finish()
    }
  }

  /// Sends a message as one unit, even if others send at the same time. After a failure, nothing
  /// more is sent.
  package func send(_ message: JSON) {
    let bytes = MessageFraming.framed(message.bytes)
    lock.withLock { isOpen in
      if isOpen { isOpen = bytes.withUnsafeBytes { FileDescriptor.write($0, to: output) } }
    }
  }

  /// The next bytes; `nil` at the end.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      var received = -1
      repeat {
        #if canImport(Glibc)
          received = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          received = Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          received = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

}

/// A thread for work that blocks.
private enum InputThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, run, work)
      if failure == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, runAny, work)
      if failure == 0 { pthread_detach(thread) }
    #endif
    // If no thread can be created, the current one does the work.
    if failure != 0 { take(work).body() }
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      take($0).body()
      return nil
    }
  #else
    private static let runAny:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let pointer = $0 { take(pointer).body() }
        return nil
      }
  #endif

  private static func take(_ pointer: UnsafeMutableRawPointer) -> Work {
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
  }
}
