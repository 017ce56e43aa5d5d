/// The reason why a request failed.
public enum APIError: Error, Hashable, Sendable {
  /// The response is not valid HTTP.
  case invalidResponse
  /// An error status, with its problem details and the seconds to wait, if present.
  case http(status: Int, problem: ProblemDetails? = nil, retryAfter: Double? = nil)
  /// An error status with a body `{"error": message}`.
  case server(message: String, status: Int, retryAfter: Double? = nil)
  /// A response that does not come from the server: it has a status, but not the server's JSON,
  /// like the page of a proxy or of a captive portal.
  case gateway(status: Int, retryAfter: Double? = nil)
  /// The server already has the entity, with the id `existingId` if it reports one.
  case duplicate(message: String, existingId: String? = nil)
  /// The response could not be decoded.
  case decoding(String)
  /// The request was sent, or may have been, without a response: timeout, connection lost. Also any
  /// other failure to make the request, such as an error of the token provider.
  case network(String)
  /// The request was not sent, because the device is offline.
  case noConnection
  /// The task was cancelled.
  case cancelled
}

extension APIError: CustomStringConvertible {
  /// The HTTP status, if there was a response.
  public var status: Int? {
    switch self {
    case .http(let status, _, _), .server(_, let status, _), .gateway(let status, _): status
    case .duplicate: 409
    case .invalidResponse, .decoding, .network, .noConnection, .cancelled: nil
    }
  }

  /// Whether the server asks for fewer requests (429).
  public var isRateLimit: Bool { status == 429 }

  /// The seconds to wait that the server requests (`Retry-After`).
  public var retryAfter: Double? {
    switch self {
    case .http(_, _, let seconds), .server(_, _, let seconds), .gateway(_, let seconds): seconds
    case .invalidResponse, .duplicate, .decoding, .network, .noConnection, .cancelled: nil
    }
  }

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .invalidResponse: "the answer is not valid HTTP"
    case .http(let status, let problem, _):
      (problem?.detail ?? problem?.title).map { "HTTP \(status): \($0)" } ?? "HTTP \(status)"
    case .server(let message, let status, _): "HTTP \(status): \(message)"
    case .gateway(let status, _): "HTTP \(status), not from the server"
    case .duplicate(let message, _): "duplicate: \(message)"
    case .decoding(let reason): "the answer cannot be read: \(reason)"
    case .network(let reason): "network error: \(reason)"
    case .noConnection: "no connection"
    case .cancelled: "cancelled"
    }
  }
}
