internal import Basics
internal import CMicroHTTPD

/// A rule book behind a real HTTP server: libmicrohttpd on 127.0.0.1.
///
/// Owns the server and stops it, here and nowhere else: when it goes away, connections are closed
/// and its threads have ended. Threads and connections are bounded; a connection beyond the bound
/// is closed at once.
///
///     let listener = try HTTPListener(ruleBook)
///     print("http://127.0.0.1:\(listener.port)/api/v1")
@safe package struct HTTPListener: ~Copyable {
  /// Why the server did not start.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The port cannot be listened on: it is taken, or not ours.
    case cannotListen(port: UInt16)

    /// One sentence for a person.
    package var description: String {
      switch self {
      case .cannotListen(let port):
        "cannot listen on 127.0.0.1:\(port): the port is in use or not permitted"
      }
    }
  }

  private let daemon: OpaquePointer
  private let context: Unmanaged<ListenerContext>
  /// The port it listens on.
  package let port: UInt16

  /// Starts to listen on `port`, or on any free one for 0.
  ///
  /// - Throws: `Failure` when that is impossible.
  package init(
    _ ruleBook: RuleBook, port: UInt16 = 0, threads: UInt32 = 4, connectionLimit: UInt32 = 64
  ) throws(Failure) {
    let context = unsafe Unmanaged.passRetained(ListenerContext(ruleBook))
    var settings = unsafe loopback_settings()
    unsafe settings.port = port
    unsafe settings.threads = max(1, threads)
    unsafe settings.connection_limit = max(connectionLimit, threads, 1)
    unsafe settings.timeout = 60
    unsafe settings.context = context.toOpaque()
    unsafe settings.began = ListenerCallbacks.began
    unsafe settings.handler = ListenerCallbacks.handler
    unsafe settings.completed = ListenerCallbacks.completed
    guard let daemon = unsafe start_loopback_daemon(&settings) else {
      unsafe context.release()
      throw .cannotListen(port: port)
    }
    unsafe self.daemon = daemon
    unsafe self.context = context
    unsafe self.port = port_of_daemon(daemon)
  }

  deinit {
    unsafe context.takeUnretainedValue().isStopping.value = true
    unsafe MHD_stop_daemon(daemon)
    unsafe context.release()
  }

  /// Stops now instead of at the end of the listener's life.
  package consuming func stop() {}
}

/// What all callbacks of one server share.
final class ListenerContext: Sendable {
  let ruleBook: RuleBook
  /// Cuts delays short when the server stops.
  let isStopping = Locked(false)

  init(_ ruleBook: RuleBook) {
    self.ruleBook = ruleBook
  }
}
