internal import Basics
internal import CMicroHTTPD

/// A real HTTP server for a `BackendService`: libmicrohttpd on 127.0.0.1.
///
/// Only this type owns and stops the server: when the listener is destroyed, its connections are
/// closed and its threads have ended. The numbers of threads and connections are limited; a
/// connection beyond the limit is closed at once.
///
///     let listener = try HTTPListener(service)
///     print("http://127.0.0.1:\(listener.port)/api/v1")
@safe package struct HTTPListener: ~Copyable {
  /// The reason why the server did not start.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The port is in use or not permitted.
    case cannotListen(port: UInt16)

    /// One sentence for the user.
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

  /// Starts to listen on `port`, or on any free port if it is 0.
  ///
  /// - Throws: `Failure` if that is impossible.
  package init(
    _ ruleBook: BackendService, port: UInt16 = 0, threads: UInt32 = 4, connectionLimit: UInt32 = 64
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

  /// Stops the server before the end of the listener's life.
  package consuming func stop() {}
}

/// The data that all callbacks of one server share.
final class ListenerContext: Sendable {
  let ruleBook: BackendService
  /// Ends delays early when the server stops.
  let isStopping = Locked(false)

  init(_ ruleBook: BackendService) {
    self.ruleBook = ruleBook
  }
}
