import JSON

/// A refusal, sent as `application/problem+json` (RFC 9457).
///
///     {"type":"/problems/duplicate","title":"Duplicate","status":409,
///      "detail":"an event type named 'Run' exists","code":"duplicate","existing_id":"0198…"}
///
/// `code` is the last part of `type`. Programs must evaluate it, never the texts.
struct Problem: Error, Hashable, Sendable {
  /// The kinds of refusal.
  enum Code: String, Sendable {
    case malformed, validation, unauthorized, duplicate, gone
    case cursorExpired = "cursor_expired"
    case notFound = "not_found"
    case unknownRoute = "unknown_route"
    case idInFuture = "id_in_future"
    case methodNotAllowed = "method_not_allowed"
    case tooLarge = "too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case keyReused = "idempotency_key_reused"
    case rateLimited = "rate_limited"
    case unknownEventType = "unknown_event_type"
    case unavailable
    case `internal`
  }

  /// An error in one field of the body.
  struct FieldError: Hashable, Sendable {
    /// The name of the field.
    var field: String
    /// The expectation.
    var message: String
  }

  var code: Code
  /// This occurrence in one sentence.
  var detail: String
  /// The errors in the body, field by field.
  var errors: [FieldError] = []
  /// The id of the existing entity that a duplicate conflicts with.
  var existingID: String?
  /// The number of seconds after which another attempt may succeed.
  var retryAfter: Int64?
  /// The methods of the route.
  var allowed: [String] = []

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// A body that fails validation; `code` contains the reason if a client can act on it.
  static func validation(_ errors: [FieldError], code: Code = .validation) -> Problem {
    let list = errors.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
    var problem = Problem(code, list)
    problem.errors = errors
    return problem
  }
}

extension Problem {
  var status: Int {
    switch code {
    case .malformed, .validation, .unknownEventType, .idInFuture: 400
    case .unauthorized: 401
    case .notFound, .unknownRoute: 404
    case .methodNotAllowed: 405
    case .duplicate: 409
    case .gone, .cursorExpired: 410
    case .tooLarge: 413
    case .unsupportedMediaType: 415
    case .keyReused: 422
    case .rateLimited: 429
    case .internal: 500
    case .unavailable: 503
    }
  }

  private var title: String {
    let words = code.rawValue.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The response on the wire.
  var reply: Response {
    var body = JSONObject([
      "type": .text("/problems/\(code.rawValue)"), "title": .text(title),
      "status": .integer(status), "detail": .text(detail), "code": .text(code.rawValue),
      "existing_id": existingID.map { .text($0) },
    ])
    if !errors.isEmpty {
      let list = errors.map {
        JSON.object(JSONObject(["field": .text($0.field), "message": .text($0.message)]))
      }
      body.append("errors", .array(list))
    }
    var reply = Response(status: status, json: .object(body))
    reply.headers = [("Content-Type", "application/problem+json")]
    if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
    if !allowed.isEmpty { reply.headers.append(("Allow", allowed.joined(separator: ", "))) }
    return reply
  }
}
