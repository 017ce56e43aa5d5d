import Basics
package import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two streams between client and server: what comes in as messages, what goes out framed.
///
/// A thread of its own waits for input: none of those that work is ever blocked by it.
package final class ServerConnection: Sendable {
  private let output: Int32
  private let lock = Locked(true)

  /// What comes in; it ends with the stream.
  package let events: AsyncStream<MessageFraming.Event>

  /// Begins to read.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.output = output
    // A client that is gone must not end the process before it has said so.
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

  /// Sends a message; whole, whoever else sends at the same time. After a first failure nothing is
  /// sent any more.
  package func send(_ message: JSON) {
    let bytes = MessageFraming.framed(message.bytes)
    lock.withLock { isOpen in
      if isOpen { isOpen = bytes.withUnsafeBytes { FileDescriptor.write($0, to: output) } }
    }
  }

  /// Some bytes; nothing at the end.
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

/// A thread for work that waits.
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
    // Without a thread there is still this one.
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
