public import Traces

/// A transport that records every request, by its route, and the status that came back.
public struct TracingHTTPTransport: HTTPTransport {
  private let inner: any HTTPTransport
  private let recorder: TraceRecorder

  /// Creates a transport around `inner`.
  public init(_ inner: any HTTPTransport, recorder: TraceRecorder) {
    self.inner = inner
    self.recorder = recorder
  }

  /// Records `POST /events/batch`, and `201 Created` or the error.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let span = recorder.call(
      from: "NetworkClient", to: "Backend", "\(request.method) \(request.route)")
    do {
      let response = try await TraceRecorder.$enclosing.withValue(span) {
        try await inner.send(request)
      }
      recorder.returned(span, HTTPStatus.text(response.status))
      return response
    } catch {
      recorder.failed(span, TracingSeam.name(of: error))
      throw error
    }
  }
}

/// HTTP statuses in words.
enum HTTPStatus {
  /// The status with its standard phrase: `201 Created`.
  static func text(_ status: Int) -> String {
    phrases[status].map { "\(status) \($0)" } ?? "\(status)"
  }

  /// RFC 9110, 15, and RFC 6585, 4; those that the engine can meet.
  private static let phrases = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 207: "Multi-Status",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
