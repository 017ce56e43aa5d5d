import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

/// What scenarios do again and again.
extension ScenarioWorld {
  /// A device that has synchronised before, with one event type; its id.
  @discardableResult
  func prepareSyncedDevice() async throws -> String {
    let type = try await plain.eventStore.createEventType(named: "Run")
    await plain.engine.performSync()
    return type.id
  }

  /// Lets the delay after an edit end, and the sync that follows: its start has no caller.
  func letEditDelayEnd() async {
    await engine.performSync()
  }

  /// The id of the first event type on the device.
  func firstTypeId() async throws -> String {
    guard let type = try factory.makeDataStore().fetchAllEventTypes().first else {
      throw ScenarioError.missing("an event type")
    }
    return type.id
  }

  /// The first event on the device.
  func firstEvent() throws -> Event {
    guard let event = try factory.makeDataStore().fetchAllEvents().first else {
      throw ScenarioError.missing("an event")
    }
    return event
  }

  /// Prepares a device on which one event was made and sent.
  func prepareSyncedEvent() async throws {
    try await prepareSyncedDevice()
    try await makeEventsOffline(1)
    await plain.engine.performSync()
  }

  /// Makes so many events while the device is offline: stored and queued, not sent.
  @discardableResult
  func makeEventsOffline(_ count: Int) async throws -> [Event] {
    let type = try await firstTypeId()
    let now = clock.now
    return try await plain.eventStore.createEvents(
      (0..<count).map { now.advanced(by: .seconds(-60 * ($0 + 1))) }, ofType: type)
  }

  /// Makes so many events on another device of the account.
  func makeEventsElsewhere(_ count: Int, ofType type: String) async throws {
    let identifiers = plain.configuration.identifiers
    let now = clock.now
    for start in stride(from: 0, to: count, by: 100) {
      let requests = (start..<min(count, start + 100)).map { number in
        CreateEventRequest(
          id: identifiers.next(),
          EventContent(
            eventTypeId: type, timestamp: now.advanced(by: .seconds(-3600 * 24 - number))))
      }
      _ = try await otherDevice.createEventsBatch(requests, idempotencyKey: identifiers.nextKey())
    }
  }

  /// Lets the next requests to a route be refused for their number.
  func limitRate(_ route: String, times: Int, retryAfter: Int64? = nil) {
    server.inject(Fault(.rateLimit(retryAfter: retryAfter), times: times, route: route))
  }

  /// Waits until the breaker's backoff is over, and a little longer.
  func waitForBackoff() async {
    let seconds = await engine.circuitBreakerBackoffRemaining
    clock.advance(by: .seconds(seconds) + .milliseconds(1))
  }

  /// Records that someone closes the breaker by hand, and does it; what that starts ends first,
  /// so that the order of the records does not depend on threads.
  func resetBreaker(from caller: String = "Trigger") async throws {
    try await call("resetCircuitBreaker", from: caller, to: "SyncEngine") {
      await engine.resetCircuitBreaker()
      await engine.waitUntilQuiet()
    }
  }

  /// What the local store holds.
  func localContents() throws -> ScenarioRecording.LocalContents {
    try ScenarioRecording.LocalContents(of: factory.makeDataStore())
  }

  /// What the server holds.
  func serverContents() async throws -> ScenarioRecording.ServerContents {
    server.clearFaults()
    network.isConnected = true
    clock.advance(by: .seconds(3600))
    return ScenarioRecording.ServerContents(
      eventTypes: try await otherDevice.getEventTypes(),
      events: try await otherDevice.getAllEvents(batchSize: 100),
      geofences: try await otherDevice.getGeofences(activeOnly: false))
  }
}

/// A scenario did not find what it had prepared.
enum ScenarioError: Error, CustomStringConvertible {
  case missing(String)

  var description: String {
    switch self {
    case .missing(let what): "the scenario did not find \(what)"
    }
  }
}
