import Foundation
import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import SyncTestSupport

/// Runs a device against a behavior of its server; nothing may be lost.
///
/// The device has synced rows, queued edits of every kind, and changes to fetch. It syncs a few
/// times under the behavior. After that, it must send and fetch everything by itself, with a
/// limited time and number of requests.
package struct StormRun {
  /// The result for a behavior.
  package struct Outcome: Sendable {
    /// The name of the behavior.
    package let name: String
    /// The number of requests that the behavior affected.
    package let met: Int
    /// The total number of requests.
    package let requests: Int
    /// The violated guarantee; `nil` if there is none.
    package let failure: String?
  }

  /// The names of all behaviors, with `extended` including the variants.
  package static func names(extended: Bool) -> [String] {
    (extended ? StormBehavior.extended : StormBehavior.all).map(\.name)
  }

  /// Runs a device against a behavior.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - syncs: The number of requested syncs under the behavior.
  /// - Returns: the numbers of requests, and the violated guarantee.
  /// - Throws: `StormFailure` for an unknown name, or the error of the system.
  package static func run(_ name: String, syncs: Int = 4) async throws -> Outcome {
    guard let behavior = StormBehavior.extended.first(where: { $0.name == name }) else {
      throw StormFailure("unknown behavior '\(name)'")
    }
    let run = try StormRun(behavior)
    defer { run.server.stop() }
    var failure: String?
    var met = 0
    do {
      try await run.prepare()
      run.server.set(behavior)
      try await run.suffer(syncs)
      met = run.server.metCount
      run.server.set(nil)
      try await run.recover()
    } catch {
      failure = "\(error)"
    }
    return Outcome(
      name: name, met: met, requests: run.server.requestCount, failure: failure)
  }

  private let behavior: StormBehavior
  private let clock: VirtualSyncClock
  private let server: StormServer
  private let device: StormDevice
  /// A client of the server that no behavior affects.
  private let other: APIClient

  private init(_ behavior: StormBehavior) throws {
    self.behavior = behavior
    clock = VirtualSyncClock(now: Simulation.start)
    server = try StormServer(clock: clock)
    device = try StormDevice(
      server, clock: clock, name: UniqueName.next("storm device"))
    other = APIClient(transport: InProcessTransport(to: server.ruleBook, clock: clock)) { "token" }
  }

  // MARK: Parts

  /// Prepares synced rows, unsynced edits, and changes elsewhere.
  private func prepare() async throws {
    let store = device.eventStore
    let type = try await store.createEventType(named: "Run")
    let time = clock.now
    let events = try await store.createEvents(
      (0..<6).map { time.advanced(by: .seconds(-60 * $0)) }, ofType: type.id)
    try await device.sync()
    guard try await device.drain(within: .seconds(7_200)) else {
      throw StormFailure("the first sync has not sent everything")
    }
    let ids = IdentifierSource(clock: clock, random: SyncRandom(seed: 11))
    _ = try await other.createEventType(
      CreateEventTypeRequest(
        id: ids.next(), EventTypeContent(name: "Elsewhere", color: "#111111", icon: "star")))
    for number in 0..<3 {
      _ = try await other.createEvent(
        CreateEventRequest(
          id: ids.next(),
          EventContent(eventTypeId: type.id, timestamp: time.advanced(by: .seconds(3600 + number))))
      )
    }
    let walk = try await store.createEventType(named: "Walk")
    try await store.updateEventType(id: type.id) { $0.color = "#445566" }
    try await store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = walk.id
    }
    try await store.createPropertyDefinition(ofType: walk.id, key: "km", label: "Distance")
    try await store.createEvents(
      (0..<9).map { time.advanced(by: .seconds(60 * $0 + 30)) }, ofType: walk.id)
    try await store.updateEvent(id: events[0].id) { $0.notes = "edited" }
    try await store.deleteEvent(id: events[1].id)
  }

  /// Syncs under the behavior. No row of the user may change.
  private func suffer(_ syncs: Int) async throws {
    let before = try labels()
    for _ in 0..<syncs {
      let first = server.requestCount
      try await device.sync()
      let count = server.requestCount - first
      if count > 60 + SyncEngine.pagesPerSync { throw StormFailure("\(count) requests in a sync") }
      clock.advance(by: .seconds(31))
      try await device.rest()
      let lost = before.subtracting(try labels())
      if let label = lost.min() { throw StormFailure("'\(label)' is lost") }
    }
  }

  /// Lets everything continue by itself. Refused edits are retried, as by a user; the last call
  /// only fetches the changes of others.
  private func recover() async throws {
    let first = server.requestCount
    let quarantine = try device.store.fetchQuarantinedMutations()
    if let mutation = quarantine.first, !behavior.allowance.contains(.quarantine) {
      throw StormFailure("a mutation is in quarantine: \(mutation.lastError ?? "")")
    }
    for mutation in quarantine {
      _ = try await device.engine.retryQuarantinedMutation(id: mutation.id)
    }
    if !quarantine.isEmpty { try await device.sync() }
    let time = behavior.allowance.contains(.longWait) ? 120_000 : 7_200
    if try await !device.drain(within: .seconds(time)) {
      let left = try device.store.fetchPendingMutations().first
      throw StormFailure(
        "\(try device.store.countPendingMutations()) mutations are left in \(time) s: "
          + "\(left?.operation.rawValue ?? "") \(left?.entityKind.rawValue ?? ""), "
          + (left?.lastError ?? "no error"))
    }
    try await device.sync()
    let count = server.requestCount - first
    if count > 400 { throw StormFailure("\(count) requests after the behavior") }
    if let mutation = try device.store.fetchQuarantinedMutations().first {
      throw StormFailure("a mutation is still in quarantine: \(mutation.lastError ?? "")")
    }
    try await compare()
  }

  /// Checks that device and server have the same rows.
  private func compare() async throws {
    let types = try await other.getEventTypes().map(EventType.init)
    let events = try await other.getAllEvents(batchSize: 100).map(Event.init)
    let geofences = try await other.getGeofences(activeOnly: false).map(Geofence.init)
    let remote = Dictionary(
      uniqueKeysWithValues: types.map { ($0.id, EntityRow.eventType($0).fields) }
        + events.map { ($0.id, EntityRow.event($0).fields) }
        + geofences.map { ($0.id, EntityRow.geofence($0).fields) })
    if types.count != 3 || events.count != 17 || geofences.count != 1 {
      throw StormFailure(
        "the server has \(types.count) types, \(events.count) events, \(geofences.count) geofences")
    }
    let local =
      try device.store.fetchAllEventTypes().map { EntityRow.eventType($0) }
      + device.store.fetchAllEvents().map { EntityRow.event($0) }
      + device.store.fetchAllGeofences().map { EntityRow.geofence($0) }
    let aside = Set(try device.store.fetchQuarantinedChanges().map(\.entityId))
    if !aside.isEmpty && !behavior.allowance.contains(.unreadable) {
      throw StormFailure("changes are quarantined")
    }
    for row in local where remote[row.id] != row.fields {
      throw StormFailure("\(row.kind.rawValue) \(row.id) differs from the server's")
    }
    let missing = Set(remote.keys).subtracting(local.map(\.id)).subtracting(aside)
    if let id = missing.min() { throw StormFailure("\(id) is not on the device") }
  }

  /// The visible part of each row.
  private func labels() throws -> Set<String> {
    Set(
      try device.store.fetchAllEventTypes().map { "type \($0.name) \($0.color)" }
        + device.store.fetchAllEvents().map { "event \($0.timestamp.rfc3339) \($0.notes ?? "")" }
        + device.store.fetchAllGeofences().map { "geofence \($0.name)" }
        + device.store.fetchAllPropertyDefinitions().map { "definition \($0.label)" })
  }
}
