/// The meaning of a failed request for its mutation.
///
///     400 with the server's problem "validation"    refused: the content is invalid
///     404 with the server's problem "not_found"     gone: the entity does not exist there
///     404 with a page of HTML                       unusable: a gateway answered
///     429, 503 with Retry-After                     busy: try later
///
/// Only `APIError.answerClass` classifies errors. Its rule: an answer counts as a judgement of the
/// content only if the server itself has certainly read the request.
public enum AnswerClass: Hashable, Sendable {
  /// The task was cancelled. The sync ends.
  case cancelled
  /// The request did not leave the device. The sync ends.
  case offline
  /// The server asks for fewer requests, after `retryAfter` seconds if it specifies them.
  case busy(retryAfter: Double?)
  /// The answer is missing, or does not reveal the outcome of the request. No attempt is counted.
  case unusable
  /// The server has examined the content and refused it. An attempt is counted.
  case refused
  /// The server has refused an identifier because the clock that created it was fast. No attempt is
  /// counted.
  case premature
  /// The server already has this entity, with the id `existingId` if it reports one.
  case duplicate(existingId: String?)
  /// The entity does not exist on the server, or no longer exists.
  case gone
  /// The change feed does not continue at the cursor. A bootstrap follows.
  case cursorExpired
}

extension APIError {
  /// The class of this error.
  public var answerClass: AnswerClass {
    switch self {
    case .cancelled: .cancelled
    case .noConnection: .offline
    case .invalidResponse, .decoding, .network: .unusable
    case .duplicate(_, let id): .duplicate(existingId: id)
    case .gateway(let status, let seconds):
      status == 429 || (status >= 500 && seconds != nil) ? .busy(retryAfter: seconds) : .unusable
    case .server(let message, let status, let seconds):
      APIError.answerClass(status, code: APIError.code(in: message), retryAfter: seconds)
    case .http(let status, let problem, let seconds):
      APIError.answerClass(
        status, code: problem?.code, existingId: problem?.existingId, retryAfter: seconds)
    }
  }

  private static func answerClass(
    _ status: Int, code: String?, existingId: String? = nil, retryAfter: Double?
  ) -> AnswerClass {
    switch (status, code) {
    case (429, _): .busy(retryAfter: retryAfter)
    case (500..., _): retryAfter == nil ? .unusable : .busy(retryAfter: retryAfter)
    case (404, "not_found"), (410, "gone"): .gone
    case (410, "cursor_expired"): .cursorExpired
    case (400..., "id_in_future"): .premature
    case (..<400, _), (404, _), (410, _): .unusable
    case (401, _), (403, _), (407, _), (408, _), (421, _), (425, _), (451, _): .unusable
    case (_, "duplicate"), (409, nil): .duplicate(existingId: existingId)
    default: .refused
    }
  }

  /// The code of an older error message, which is a sentence from the database.
  private static func code(in message: String) -> String? {
    message.lowercased().contains("duplicate key value") ? "duplicate" : nil
  }
}
