public import Sync
public import Traces

/// A transport that records its requests: method and path template, the names in the query, and the
/// resulting status or error.
///
///     NetworkClient -> Backend: POST /events/batch
///     Backend --> NetworkClient: 201 Created
public struct TracingHTTPTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let recorder: TraceRecorder
  private let client: String
  private let server: String

  /// Wraps `transport`; `client` and `server` are the participants' names.
  public init(
    _ transport: any HTTPTransport, recorder: TraceRecorder, client: String = "NetworkClient",
    server: String = "Backend"
  ) {
    self.transport = transport
    self.recorder = recorder
    self.client = client
    self.server = server
  }

  /// Sends a request and records it with its outcome; a status of 400 or more is recorded as a
  /// failure.
  ///
  /// - Throws: the error of the wrapped transport.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let span = recorder.call(
      from: client, to: server, "\(request.method) \(request.route)", request.query.map(\.name))
    do {
      let response = try await TraceRecorder.$enclosing.withValue(span) {
        try await transport.send(request)
      }
      if response.status < 400 {
        recorder.returned(span, HTTPStatus.line(response.status))
      } else {
        recorder.failed(span, HTTPStatus.line(response.status))
      }
      return response
    } catch {
      recorder.failed(span, TracingHTTPTransport.name(error))
      throw error
    }
  }

  /// The name of an error in a diagram: `APIError.network`.
  private static func name(_ error: any Error) -> String {
    guard let error = error as? APIError else {
      return error is CancellationError ? "CancellationError" : "\(type(of: error))"
    }
    let name =
      switch error {
      case .invalidResponse: "invalidResponse"
      case .http: "http"
      case .server: "server"
      case .gateway: "gateway"
      case .duplicate: "duplicate"
      case .decoding: "decoding"
      case .network: "network"
      case .noConnection: "noConnection"
      case .cancelled: "cancelled"
      }
    return "APIError.\(name)"
  }
}
