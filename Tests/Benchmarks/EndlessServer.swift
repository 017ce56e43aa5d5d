import Sync
import Synchronization

/// A server in this process that costs next to nothing: it accepts every event and has a given
/// number of its own.
final class EndlessServer: HTTPTransport {
  static let typeId = "0193a000-0000-7000-8000-000000000001"

  private let eventCount: Int
  /// The number of batches after which the connection is lost.
  private let batchesLeft: Mutex<Int>

  init(events: Int = 0) {
    eventCount = events
    batchesLeft = Mutex(.max)
  }

  /// Accepts this number of batches, then loses the connection.
  func accept(batches: Int) {
    batchesLeft.withLock { $0 = batches }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.route) {
    case ("POST", "/events/batch"):
      let isAccepted = batchesLeft.withLock { left in
        left -= 1
        return left >= 0
      }
      guard isAccepted else { throw APIError.noConnection }
      return HTTPResponse(status: 201, body: EndlessServer.accepted(request.body))
    case ("GET", "/event-types"):
      return answer(
        #"[{"id":"\#(EndlessServer.typeId)","name":"Run","color":"red","icon":"star","#
          + #""created_at":"2026-01-05T09:30:00Z","updated_at":"2026-01-05T09:30:00Z"}]"#)
    case ("GET", "/events"): return HTTPResponse(status: 200, body: page(request))
    case ("GET", "/changes/latest-cursor"): return answer(#"{"cursor":1}"#)
    case ("GET", "/changes"):
      return answer(#"{"changes":[],"next_cursor":1,"has_more":false}"#)
    default: return answer("[]")
    }
  }

  private func answer(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array(text.utf8))
  }

  /// The answer to a batch: its events, unchanged.
  private static func accepted(_ batch: [UInt8]) -> [UInt8] {
    let mark = Array(#","id":""#.utf8)
    var body = Array(#"{"created":["#.utf8)
    var count = 0
    var place = 0
    while place + mark.count + 36 <= batch.count {
      guard batch[place] == mark[0], batch[place..<place + mark.count].elementsEqual(mark) else {
        place += 1
        continue
      }
      place += mark.count
      if count > 0 { body.append(UInt8(ascii: ",")) }
      body += event(batch[place..<place + 36], minute: 0)
      count += 1
    }
    return body + Array(#"],"total":\#(count),"success":\#(count),"failed":0}"#.utf8)
  }

  private func page(_ request: HTTPRequest) -> [UInt8] {
    func value(_ name: String) -> String {
      request.query.first { $0.name == name }?.value ?? ""
    }
    let first = (Int(value("after").suffix(12)) ?? 0) + 1
    let last = min(eventCount, first + (Int(value("limit")) ?? 0) - 1)
    var body = [UInt8(ascii: "[")]
    for number in first..<max(first, last + 1) {
      if number > first { body.append(UInt8(ascii: ",")) }
      body += EndlessServer.event(Array(eventId(number).utf8)[...], minute: number % 60)
    }
    return body + [UInt8(ascii: "]")]
  }

  /// The id of an event by its number, from 1.
  func eventId(_ number: Int) -> String {
    let digits = String(number)
    return "0193b000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func event(_ id: ArraySlice<UInt8>, minute: Int) -> [UInt8] {
    let time = #""2026-01-05T09:\#(minute < 10 ? "0" : "")\#(minute):00.250Z""#
    let rest =
      #"","event_type_id":"\#(typeId)","timestamp":\#(time),"notes":"\#(EditSource.notes)","#
      + #""source_type":"manual","created_at":\#(time),"updated_at":\#(time)}"#
    return Array(#"{"id":""#.utf8) + id + Array(rest.utf8)
  }
}
