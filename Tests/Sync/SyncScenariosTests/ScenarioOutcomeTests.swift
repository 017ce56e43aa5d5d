import Sync
import SyncScenarios
import TestTools
import Testing
import Traces

@Suite("How scenarios end", .timeLimit(.minutes(testMinutes)))
struct ScenarioOutcomeTests {
  private func record(_ name: String) async throws -> ScenarioRecording {
    let scenario = try #require(ScenarioCatalogue.scenario(named: name))
    return try await RecordingCache.shared.recording(of: scenario)
  }

  /// The names of the calls from one participant to another, in order.
  private func calls(_ recording: ScenarioRecording, _ from: String, _ to: String) -> [String] {
    recording.trace.records.compactMap { record in
      guard case .call(let call) = record.body, call.from == from, call.to == to else { return nil }
      return call.name
    }
  }

  @Test(arguments: [
    "create-event", "update-event", "delete-event", "offline-edits", "sync-cycle", "idle-sync",
    "bootstrap", "full-resync", "rate-limit-below-threshold", "rate-limit-while-pulling",
    "breaker-recovery", "breaker-reset", "breaker-restart", "network-error", "lost-answer",
    "network-error-while-pulling", "no-connection", "server-unavailable", "truncated-answer",
    "sync-cancelled-while-sending", "sync-cancelled-while-pulling", "duplicate-event",
    "merge-edits", "call-during-sync", "call-during-failing-push", "pull-under-edits",
    "call-during-bootstrap", "call-during-failing-pull", "call-during-health-check",
  ])
  func `device and server agree, the queue is empty, and nothing is left to do`(name: String)
    async throws
  {
    let recording = try await record(name)
    #expect(recording.state == .idle)
    #expect(recording.local.pending.isEmpty)
    #expect(recording.local.quarantined.isEmpty)
    #expect(recording.local.events.allSatisfy { $0.syncStatus == .synced })
    let remote = recording.server.events.map { Event($0) }.sorted { $0.id < $1.id }
    #expect(recording.local.events == remote)
    let types = recording.server.eventTypes.map { EventType($0) }.sorted { $0.id < $1.id }
    #expect(recording.local.eventTypes == types)
    #expect(recording.local.geofences.count == recording.server.geofences.count)
  }

  @Test
  func `sync-cycle: 120 events in three batches under three keys, 130 changes and their echo`()
    async throws
  {
    let recording = try await record("sync-cycle")
    #expect(recording.server.events.count == 250)
    let wire = calls(recording, "NetworkClient", "Backend")
    #expect(wire.filter { $0 == "POST /events/batch" }.count == 3)
    #expect(wire.filter { $0 == "PUT /event-types/{id}" }.count == 1)
    // Two pages before the edit of the type is sent, and two afterwards.
    #expect(wire.filter { $0 == "GET /changes" }.count == 4)
    #expect(recording.local.record.cursor == 252)
  }

  @Test
  func `remote-deletion: the edited event is deleted, and a copy of it is in quarantine`()
    async throws
  {
    let recording = try await record("remote-deletion")
    #expect(recording.server.events.isEmpty)
    #expect(recording.local.events.map(\.notes) == ["too late"])
    #expect(recording.local.quarantined.map(\.entityId) == recording.local.events.map(\.id))
    #expect(calls(recording, "SyncEngine", "NetworkClient").contains("updateEvent") == false)
  }

  @Test
  func `merge-edits: both devices' fields are on the server, and the conflict is counted`()
    async throws
  {
    let recording = try await record("merge-edits")
    #expect(recording.server.events.map(\.locationName) == ["Paris"])
    #expect(recording.server.events.map(\.notes) == ["in the rain"])
    #expect(recording.local.history.first?.conflictsCount == 1)
  }

  @Test func `bootstrap: the cursor comes first, and the named parts follow`() async throws {
    let recording = try await record("bootstrap")
    #expect(recording.server.events.count == 170)
    #expect(
      calls(recording, "SyncEngine", "NetworkClient") == [
        "getEventTypes", "getLatestCursor", "getEventTypes", "getGeofences", "getEvents",
        "getEvents", "getPropertyDefinitions", "getPropertyDefinitions", "getPropertyDefinitions",
        "getChanges",
      ])
  }

  @Test
  func `create-event: one transaction stores the event and its mutation, and one request sends it`()
    async throws
  {
    let recording = try await record("create-event")
    let local = calls(recording, "EventStore", "DataStore")
    #expect(local == ["findEventType", "upsertEvent", "insertPendingMutation"])
    #expect(
      calls(recording, "NetworkClient", "Backend") == [
        "GET /event-types", "POST /events/batch", "GET /changes",
      ])
    #expect(recording.server.events.map(\.notes) == ["5 km"])
  }

  @Test func `offline-edits: creation and change are one request`() async throws {
    let recording = try await record("offline-edits")
    #expect(recording.server.events.map(\.notes) == ["uphill"])
    let wire = calls(recording, "NetworkClient", "Backend")
    #expect(wire.filter { $0.hasPrefix("POST") || $0.hasPrefix("PUT") } == ["POST /events/batch"])
  }

  @Test
  func `rate-limit-trips-breaker: nothing is sent while it is open, and nothing is lost`()
    async throws
  {
    let recording = try await record("rate-limit-trips-breaker")
    guard case .rateLimited(let wait, let pending) = recording.state else {
      Issue.record("not rate limited")
      return
    }
    #expect((30...36).contains(wait))
    #expect(pending == 3)
    #expect(recording.local.pending.count == 3)
    #expect(recording.local.pending.allSatisfy { $0.attempts == 0 })
    #expect(
      calls(recording, "NetworkClient", "Backend") == [
        "GET /event-types", "POST /events/batch", "POST /events/batch", "POST /events/batch",
      ])
    #expect(recording.local.history.first?.status == .failed)
  }

  @Test
  func `breaker-probe-refused: one request per probe, and 60 seconds after the second trip`()
    async throws
  {
    let recording = try await record("breaker-probe-refused")
    let waits = recording.trace.records.compactMap { record -> Double? in
      guard case .transition(let step) = record.body, step.to == "rateLimited",
        case .number(let wait)? = step.values.first?.value
      else { return nil }
      return wait
    }
    #expect(waits.count == 2)
    #expect((30...36).contains(waits[0]))
    #expect((60...72).contains(waits[1]))
    #expect(recording.local.pending.isEmpty)
  }

  @Test func `lost-answer: the batch is sent twice and stored once (B3)`() async throws {
    let recording = try await record("lost-answer")
    #expect(recording.requestCounts["POST /events/batch"] == 2 + 1, "one prepares")
    #expect(recording.server.events.count == 6)
  }

  @Test
  func
    `poison-quarantine: the invalid event is kept with its error, and the others are accepted (B2, B34)`()
    async throws
  {
    let recording = try await record("poison-quarantine")
    #expect(recording.server.events.count == 2)
    #expect(recording.local.events.count == 3)
    #expect(recording.local.quarantined.map(\.attempts) == [PendingMutation.retryLimit])
    #expect(recording.local.quarantined.first?.lastError?.contains("location_latitude") == true)
    #expect(recording.local.events.count { $0.syncStatus == .failed } == 1)
  }

  @Test
  func `pull-under-edits: the local edit wins, locally and on the server (B10)`() async throws {
    let recording = try await record("pull-under-edits")
    #expect(recording.server.events.map(\.notes) == ["written here"])
  }

  @Test func `call-during-sync: exactly one more sync (B21)`() async throws {
    let recording = try await record("call-during-sync")
    let wire = calls(recording, "NetworkClient", "Backend")
    #expect(wire.filter { $0 == "GET /event-types" }.count == 2)
  }

  @Test func `computed-values: the backoff schedule as the code computes it`() async throws {
    let recording = try await record("computed-values")
    let seconds = recording.trace.records.compactMap { record -> Double? in
      guard case .value(let value) = record.body, value.name.hasPrefix("CircuitBreaker.backoff"),
        case .number(let number) = value.value
      else { return nil }
      return number
    }
    #expect(seconds == [30, 60, 120, 240, 300])
    // Documents summarize these values as "5 and more".
    #expect((6...40).allSatisfy { CircuitBreaker.backoff(afterTrips: $0) == 300 })
  }
}
