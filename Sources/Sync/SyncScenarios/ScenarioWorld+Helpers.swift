import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

/// Common actions of scenarios.
extension ScenarioWorld {
  /// Prepares a device that has synchronized before, with one event type; returns the type's id.
  @discardableResult
  func prepareSyncedDevice() async throws -> String {
    let type = try await plain.eventStore.createEventType(named: "Run")
    await plain.engine.performSync()
    return type.id
  }

  /// Waits for the delay after an edit and for the following sync, whose start has no caller.
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

  /// Prepares a device on which one event was created and sent.
  func prepareSyncedEvent() async throws {
    try await prepareSyncedDevice()
    try await makeEventsOffline(1)
    await plain.engine.performSync()
  }

  /// Creates events while the device is offline: stored and queued, but not sent.
  @discardableResult
  func makeEventsOffline(_ count: Int) async throws -> [Event] {
    let type = try await firstTypeId()
    let now = clock.now
    return try await plain.eventStore.createEvents(
      (0..<count).map { now.advanced(by: .seconds(-60 * ($0 + 1))) }, ofType: type)
  }

  /// Creates events on another device of the account.
  ///
  /// Sent in batches of 100.
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

  /// Makes the server refuse the next requests to a route with 429.
  func limitRate(_ route: String, times: Int, retryAfter: Int64? = nil) {
    server.inject(Fault(.rateLimit(retryAfter: retryAfter), times: times, route: route))
  }

  /// Waits until shortly after the end of the breaker's backoff.
  func waitForBackoff() async {
    let seconds = await engine.circuitBreakerBackoffRemaining
    clock.advance(by: .seconds(seconds) + .milliseconds(1))
  }

  /// Records a manual reset of the breaker, and performs it. Waits for the sync that it starts, so
  /// that the order of the records does not depend on threads.
  func resetBreaker(from caller: String = "Trigger") async throws {
    try await call("resetCircuitBreaker", from: caller, to: "SyncEngine") {
      await engine.resetCircuitBreaker()
      await engine.waitUntilQuiet()
    }
  }

  /// The contents of the local store.
  func localContents() throws -> ScenarioRecording.LocalContents {
    try ScenarioRecording.LocalContents(of: factory.makeDataStore())
  }

  /// The contents of the server.
  ///
  /// Faults are removed and the clock is advanced by an hour first, so that reading is neither
  /// refused nor limited.
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

/// The scenario did not find data that it had prepared.
enum ScenarioError: Error, CustomStringConvertible {
  case missing(String)

  var description: String {
    switch self {
    case .missing(let what): "the scenario did not find \(what)"
    }
  }
}
