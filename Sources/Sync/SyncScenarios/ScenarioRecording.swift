package import Sync
import SyncBackend
package import Traces

/// A recorded scenario: its trace, and the final states.
package struct ScenarioRecording: Sendable {
  /// The trace.
  package let trace: Trace
  /// The engine's state at the end.
  package let state: SyncState
  /// The local rows at the end.
  package let local: LocalContents
  /// The server's rows at the end.
  package let server: ServerContents
  /// The number of requests to each route of the server, including the preparation.
  package let requestCounts: [String: Int]

  /// The contents of the local store.
  package struct LocalContents: Hashable, Sendable {
    /// All event types.
    package let eventTypes: [EventType]
    /// All events.
    package let events: [Event]
    /// All geofences.
    package let geofences: [Geofence]
    /// The queue.
    package let pending: [PendingMutation]
    /// The quarantine.
    package let quarantined: [PendingMutation]
    /// The history, newest first.
    package let history: [SyncHistoryEntry]
    /// The engine's row.
    package let record: SyncEngineRecord

    init(of store: any SyncDataStore) throws {
      eventTypes = try store.fetchAllEventTypes()
      events = try store.fetchAllEvents()
      geofences = try store.fetchAllGeofences()
      pending = try store.fetchPendingMutations()
      quarantined = try store.fetchQuarantinedMutations()
      history = try store.fetchHistory()
      record = try store.readEngineRecord()
    }
  }

  /// The contents of the server.
  package struct ServerContents: Hashable, Sendable {
    /// All event types.
    package let eventTypes: [APIEventType]
    /// All events, newest first.
    package let events: [APIEvent]
    /// All geofences.
    package let geofences: [APIGeofence]
  }
}

extension Scenario {
  /// Runs the scenario in its own world. Equal scenarios yield equal traces.
  ///
  /// Each recording has a world of its own, so recordings may run in parallel.
  package func record() async throws -> ScenarioRecording {
    let world = try ScenarioWorld(name: name)
    try await prepare(world)
    world.startRecording()
    try await play(world)
    let header = TraceHeader(
      scenario: name, title: title, epoch: world.recordingStart.rfc3339,
      participants: participants)
    return ScenarioRecording(
      trace: world.recorder.trace(header: header, machines: [try SyncStateMachine.declared()]),
      state: await world.engine.state, local: try world.localContents(),
      server: try await world.serverContents(), requestCounts: world.server.requestCounts)
  }
}
