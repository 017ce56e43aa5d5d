/// The meaning of a failed request for the mutation that it carried.
///
///     400 with the server's problem "validation"    refused: the content is wrong
///     404 with the server's problem "not_found"     gone: the entity does not exist there
///     404 with a page of HTML                       unusable: a gateway answered
///     429, 503 with Retry-After                     busy: ask later
///
/// `APIError.answerClass` is the only place that judges an error. The rule: an answer is about the
/// content only if it is certain that the server itself has read the request.
public enum AnswerClass: Hashable, Sendable {
  /// The task was cancelled. The sync ends.
  case cancelled
  /// The request did not leave the device. The sync ends.
  case offline
  /// The server asks for fewer requests, after `retryAfter` seconds if it names them.
  case busy(retryAfter: Double?)
  /// No answer, or one that does not show the outcome of the request. Nothing is counted.
  case unusable
  /// The server has judged the content and refused it. An attempt is counted.
  case refused
  /// The server has refused an identifier because the clock that made it was ahead. Nothing is
  /// counted.
  case premature
  /// The server has this already, under `existingId` if it names it.
  case duplicate(existingId: String?)
  /// The entity does not exist on the server, or does not exist any more.
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

  /// The code that an older error message, a sentence of the database, stands for.
  private static func code(in message: String) -> String? {
    message.lowercased().contains("duplicate key value") ? "duplicate" : nil
  }
}
