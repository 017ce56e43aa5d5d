import Sync
import SyncBackend

/// One random thing that happens to a device.
enum SimulatedAction: Hashable {
  case createType
  case renameType
  case deleteType
  case createEvents(Int)
  case updateEvent
  case deleteEvent
  case createGeofence
  case moveGeofence
  case sync
  case crash
  case goOffline
  case goOnline
  case wait(seconds: Int)
  case fault(Fault)
  case forceResync

  static func random(using random: inout some RandomNumberGenerator) -> SimulatedAction {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: .createType
    case 4..<7: .renameType
    case 7..<8: .deleteType
    case 8..<22: .createEvents(Int.random(in: 1...8, using: &random))
    case 22..<23: .createEvents(70)
    case 23..<35: .updateEvent
    case 35..<42: .deleteEvent
    case 42..<45: .createGeofence
    case 45..<48: .moveGeofence
    case 48..<68: .sync
    case 68..<74: .crash
    case 74..<76: .goOffline
    case 76..<80: .goOnline
    case 80..<86: .wait(seconds: Int.random(in: 1...400, using: &random))
    case 86..<87: .forceResync
    default: .fault(randomFault(using: &random))
    }
  }

  private static func randomFault(using random: inout some RandomNumberGenerator) -> Fault {
    let kinds: [Fault.Kind] = [
      .dropBeforeCommit, .dropAfterCommit, .dropAfterCommit, .rateLimit(retryAfter: nil),
      .rateLimit(retryAfter: 20), .failure(status: 500, afterCommit: false),
      .failure(status: 500, afterCommit: true), .failure(status: 503, afterCommit: true),
      .truncate(bytes: 30), .delay(.seconds(20)),
    ]
    let routes: [String?] = [
      nil, nil, "POST /events/batch", "GET /changes", "GET /events", "PUT /events/{id}",
      "DELETE /events/{id}", "POST /event-types", "GET /event-types",
    ]
    return Fault(
      kinds.randomElement(using: &random) ?? .dropBeforeCommit,
      times: Int.random(in: 1...4, using: &random),
      route: routes.randomElement(using: &random) ?? nil)
  }
}
