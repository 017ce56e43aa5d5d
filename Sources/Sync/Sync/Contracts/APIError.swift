/// Why a request did not give what was asked for.
public enum APIError: Error, Hashable, Sendable {
  /// The answer is not HTTP as it should be.
  case invalidResponse
  /// A status that is no success; with the problem it explains and the seconds to wait it names.
  case http(status: Int, problem: ProblemDetails? = nil, retryAfter: Double? = nil)
  /// A status that is no success, with a body `{"error": message}`.
  case server(message: String, status: Int, retryAfter: Double? = nil)
  /// An answer that is not the server's own: a status with something else than its JSON, such as
  /// the page of a proxy or of a captive portal.
  case gateway(status: Int, retryAfter: Double? = nil)
  /// The server has it already; `existingId` where it says which one.
  case duplicate(message: String, existingId: String? = nil)
  /// The answer could not be read.
  case decoding(String)
  /// The request went out, or may have, and no answer came: timeout, connection lost.
  case network(String)
  /// The request did not go out: there is no connection.
  case noConnection
  /// The task was cancelled.
  case cancelled
}

extension APIError: CustomStringConvertible {
  /// The HTTP status, where there was one.
  public var status: Int? {
    switch self {
    case .http(let status, _, _), .server(_, let status, _), .gateway(let status, _): status
    case .duplicate: 409
    case .invalidResponse, .decoding, .network, .noConnection, .cancelled: nil
    }
  }

  /// Whether the server asks for fewer requests (429).
  public var isRateLimit: Bool { status == 429 }

  /// Seconds that the server asks to wait (`Retry-After`).
  public var retryAfter: Double? {
    switch self {
    case .http(_, _, let seconds), .server(_, _, let seconds), .gateway(_, let seconds): seconds
    case .invalidResponse, .duplicate, .decoding, .network, .noConnection, .cancelled: nil
    }
  }

  /// The error in words.
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
