import Traces

/// A store that records every call and its outcome, and forwards the call to another store.
///
/// A transaction is recorded as a phase of its caller, not as a call.
struct TracingDataStore: DataStoreProtocol {
  let inner: any SyncDataStore
  let seam: CallTracer
  let nesting = Nesting()

  /// Whether a transaction is open. Like the store, it stays in the actor that created it.
  final class Nesting {
    var isInTransaction = false
  }

  /// Wraps `inner`; `caller` is the name of the participant that uses it.
  init(_ inner: any SyncDataStore, recorder: TraceRecorder, caller: String) {
    self.inner = inner
    seam = CallTracer(recorder: recorder, caller: caller, callee: "DataStore")
  }
  func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws {
    try seam.call("upsertEvent", ["id"]) { try inner.upsertEvent(id: id, configure: configure) }
  }
  func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws {
    try seam.call("upsertEventType", ["id"]) {
      try inner.upsertEventType(id: id, configure: configure)
    }
  }
  func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws {
    try seam.call("upsertGeofence", ["id"]) {
      try inner.upsertGeofence(id: id, configure: configure)
    }
  }
  func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void
  ) throws {
    try seam.call("upsertPropertyDefinition", ["id", "eventTypeId"]) {
      try inner.upsertPropertyDefinition(id: id, eventTypeId: eventTypeId, configure: configure)
    }
  }
  func deleteEvent(id: String) throws {
    try seam.call("deleteEvent", ["id"]) { try inner.deleteEvent(id: id) }
  }
  func deleteEventType(id: String) throws {
    try seam.call("deleteEventType", ["id"]) { try inner.deleteEventType(id: id) }
  }
  func deleteGeofence(id: String) throws {
    try seam.call("deleteGeofence", ["id"]) { try inner.deleteGeofence(id: id) }
  }
  func deletePropertyDefinition(id: String) throws {
    try seam.call("deletePropertyDefinition", ["id"]) { try inner.deletePropertyDefinition(id: id) }
  }
  func findEvent(id: String) throws -> Event? {
    try seam.call("findEvent", ["id"], returning: "Event?") { try inner.findEvent(id: id) }
  }
  func findEventType(id: String) throws -> EventType? {
    try seam.call("findEventType", ["id"], returning: "EventType?") {
      try inner.findEventType(id: id)
    }
  }
  func findGeofence(id: String) throws -> Geofence? {
    try seam.call("findGeofence", ["id"], returning: "Geofence?") { try inner.findGeofence(id: id) }
  }
  func findPropertyDefinition(id: String) throws -> PropertyDefinition? {
    try seam.call("findPropertyDefinition", ["id"], returning: "PropertyDefinition?") {
      try inner.findPropertyDefinition(id: id)
    }
  }
  func fetchAllEvents() throws -> [Event] {
    try seam.call("fetchAllEvents", [], returning: "[Event]") { try inner.fetchAllEvents() }
  }
  func fetchAllEventTypes() throws -> [EventType] {
    try seam.call("fetchAllEventTypes", [], returning: "[EventType]") {
      try inner.fetchAllEventTypes()
    }
  }
  func fetchAllGeofences() throws -> [Geofence] {
    try seam.call("fetchAllGeofences", [], returning: "[Geofence]") {
      try inner.fetchAllGeofences()
    }
  }
  func fetchAllPropertyDefinitions() throws -> [PropertyDefinition] {
    try seam.call("fetchAllPropertyDefinitions", [], returning: "[PropertyDefinition]") {
      try inner.fetchAllPropertyDefinitions()
    }
  }
  func deleteAllEvents() throws {
    try seam.call("deleteAllEvents", []) { try inner.deleteAllEvents() }
  }
  func deleteAllEventTypes() throws {
    try seam.call("deleteAllEventTypes", []) { try inner.deleteAllEventTypes() }
  }
  func deleteAllGeofences() throws {
    try seam.call("deleteAllGeofences", []) { try inner.deleteAllGeofences() }
  }
  func deleteAllPropertyDefinitions() throws {
    try seam.call("deleteAllPropertyDefinitions", []) { try inner.deleteAllPropertyDefinitions() }
  }
  func fetchPendingMutations() throws -> [PendingMutation] {
    try seam.call("fetchPendingMutations", [], returning: "[PendingMutation]") {
      try inner.fetchPendingMutations()
    }
  }
  func hasPendingMutation(
    entityId: String, entityKind: EntityKind, operation: MutationOperation
  ) throws -> Bool {
    try seam.call("hasPendingMutation", ["entityId", "entityKind", "operation"], returning: "Bool")
    {
      try inner.hasPendingMutation(entityId: entityId, entityKind: entityKind, operation: operation)
    }
  }
  func insertPendingMutation(_ mutation: PendingMutation) throws {
    try seam.call("insertPendingMutation", ["mutation"]) {
      try inner.insertPendingMutation(mutation)
    }
  }
  func deletePendingMutation(id: String) throws {
    try seam.call("deletePendingMutation", ["id"]) { try inner.deletePendingMutation(id: id) }
  }
  func markEventSynced(id: String) throws {
    try seam.call("markEventSynced", ["id"]) { try inner.markEventSynced(id: id) }
  }
  func markEventTypeSynced(id: String) throws {
    try seam.call("markEventTypeSynced", ["id"]) { try inner.markEventTypeSynced(id: id) }
  }
  func markGeofenceSynced(id: String) throws {
    try seam.call("markGeofenceSynced", ["id"]) { try inner.markGeofenceSynced(id: id) }
  }
  func markPropertyDefinitionSynced(id: String) throws {
    try seam.call("markPropertyDefinitionSynced", ["id"]) {
      try inner.markPropertyDefinitionSynced(id: id)
    }
  }
  func save() throws {
    try seam.call("save", []) { try inner.save() }
  }
}
