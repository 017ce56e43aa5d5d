internal import Sync

extension APIError {
  /// The error for a response.
  ///
  /// A 409, or a problem with the code `duplicate`, is `duplicate`; other problems
  /// (`application/problem+json`) are `http` with their details; a body `{"error": …}` is `server`.
  /// Any other body does not come from the server: `gateway`.
  init(_ response: HTTPResponse, now: Timestamp) {
    guard (100..<600).contains(response.status) else {
      self = .invalidResponse
      return
    }
    let sent = response.header("Date").flatMap { RetryAfter.date($0[...]) } ?? now
    let retryAfter = response.header("Retry-After").flatMap { RetryAfter.seconds($0, now: sent) }
    let problem =
      response.isProblem
      ? try? WireCoding.decode(ProblemDetails.self, from: response.body) : nil
    let message =
      response.isJSON
      ? (try? WireCoding.decode(ErrorBody.self, from: response.body))?.error : nil
    guard let text = problem?.detail ?? problem?.title ?? message ?? problem?.code else {
      self = .gateway(status: response.status, retryAfter: retryAfter)
      return
    }
    if problem?.code == "duplicate" || (response.status == 409 && problem?.code == nil) {
      self = .duplicate(message: text, existingId: problem?.existingId)
    } else if let message, problem == nil {
      self = .server(message: message, status: response.status, retryAfter: retryAfter)
    } else {
      self = .http(status: response.status, problem: problem, retryAfter: retryAfter)
    }
  }

  /// The older format of an error.
  private struct ErrorBody: Decodable {
    var error: String
  }
}

extension HTTPResponse {
  /// Whether the request succeeded.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the body may be JSON: its type is declared as such, or missing.
  var isJSON: Bool {
    guard let type = mediaType else { return true }
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }

  /// Whether the body explains a problem (RFC 9457).
  fileprivate var isProblem: Bool { mediaType == "application/problem+json" }

  /// The media type without its parameters: `application/json`.
  var mediaType: String? {
    header("Content-Type").map { header in
      header.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
    }
  }
}
