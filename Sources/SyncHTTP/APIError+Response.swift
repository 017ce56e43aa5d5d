internal import Sync

extension APIError {
  /// What a response that is no success says.
  ///
  /// A 409, or a problem with the code `duplicate`, is `duplicate`; other problems
  /// (`application/problem+json`) are `http` with their details; a body `{"error": …}` is
  /// `server`.
  init(_ response: HTTPResponse, now: Timestamp) {
    guard (100..<600).contains(response.status) else {
      self = .invalidResponse
      return
    }
    let retryAfter = response.header("Retry-After").flatMap { RetryAfter.seconds($0, now: now) }
    let problem =
      response.isProblem
      ? try? WireCoding.decode(ProblemDetails.self, from: response.body) : nil
    let message = (try? WireCoding.decode(ErrorBody.self, from: response.body))?.error
    if problem?.code == "duplicate" || (response.status == 409 && problem?.code == nil) {
      self = .duplicate(
        message: problem?.detail ?? message ?? "HTTP \(response.status)",
        existingId: problem?.existingId)
    } else if let message, problem == nil {
      self = .server(message: message, status: response.status, retryAfter: retryAfter)
    } else {
      self = .http(status: response.status, problem: problem, retryAfter: retryAfter)
    }
  }

  /// The older form of an error.
  private struct ErrorBody: Decodable {
    var error: String
  }
}

extension HTTPResponse {
  /// Whether the request did what it asked for.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the body explains a problem (RFC 9457).
  fileprivate var isProblem: Bool {
    header("Content-Type")?.lowercased().hasPrefix("application/problem+json") ?? false
  }
}
