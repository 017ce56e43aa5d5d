import Sync
import TestTools
import Testing

@Suite("The class of an answer", .timeLimit(.minutes(testMinutes)))
struct AnswerClassTests {
  private let codes = [
    nil, "not_found", "gone", "duplicate", "validation", "id_in_future", "unknown_route", "",
  ]

  /// The rules, formulated differently from the code: for each status and code, with and without
  /// `Retry-After`.
  private func expected(_ status: Int, _ code: String?, _ seconds: Double?) -> AnswerClass {
    if status == 429 { return .busy(retryAfter: seconds) }
    if status >= 500 { return seconds == nil ? .unusable : .busy(retryAfter: seconds) }
    if status == 404 && code == "not_found" || status == 410 && code == "gone" { return .gone }
    if status >= 400 && code == "id_in_future" { return .premature }
    let isAboutContent =
      status >= 400 && ![401, 403, 404, 407, 408, 410, 421, 425, 451].contains(status)
    if !isAboutContent { return .unusable }
    let isDuplicate = code == "duplicate" || status == 409 && code == nil
    return isDuplicate ? .duplicate(existingId: "e") : .refused
  }

  @Test func `every status has its class with every code, with and without Retry-After`() {
    for status in 100..<600 {
      for code in codes {
        for seconds in [nil, 600.0] {
          let error = APIError.http(
            status: status, problem: ProblemDetails(code: code, existingId: "e"),
            retryAfter: seconds)
          let words = "\(status) \(code ?? "-") \(seconds ?? 0)"
          #expect(error.answerClass == expected(status, code, seconds), "\(words)")
        }
      }
    }
  }

  @Test func `a gateway's answer is never about the content, whatever its status`() {
    for status in 100..<600 {
      #expect(
        APIError.gateway(status: status).answerClass
          == (status == 429 ? .busy(retryAfter: nil) : .unusable))
      let isBusy = status == 429 || status >= 500
      #expect(
        APIError.gateway(status: status, retryAfter: 9).answerClass
          == (isBusy ? .busy(retryAfter: 9) : .unusable))
    }
  }

  @Test func `a missing or unreadable answer is unusable, and other errors have their own class`() {
    #expect(APIError.invalidResponse.answerClass == .unusable)
    #expect(APIError.decoding("HTML").answerClass == .unusable)
    #expect(APIError.network("reset").answerClass == .unusable)
    #expect(APIError.noConnection.answerClass == .offline)
    #expect(APIError.cancelled.answerClass == .cancelled)
    #expect(
      APIError.duplicate(message: "", existingId: "e").answerClass == .duplicate(existingId: "e"))
    let older = APIError.server(message: "ERROR: duplicate key value", status: 400)
    #expect(older.answerClass == .duplicate(existingId: nil))
    #expect(APIError.server(message: "not found", status: 404).answerClass == .unusable)
    #expect(APIError.server(message: "too long", status: 400).answerClass == .refused)
  }
}
