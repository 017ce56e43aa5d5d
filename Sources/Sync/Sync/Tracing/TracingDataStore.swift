import Traces

/// A store that records every call and its outcome, and forwards the call to another store.
///
/// A transaction is recorded as a phase of its caller, not as a call. A call about any kind of entity
/// is recorded by the name of the method for that kind: `upsertEvent`, `fetchAllGeofences`.
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
  func upsert(_ placeholder: EntityRow, configure: (inout EntityRow) throws -> Void) throws {
    let kind = placeholder.kind
    let parameters = kind == .propertyDefinition ? ["id", "eventTypeId"] : ["id"]
    try seam.call("upsert\(kind.typeName)", parameters) {
      try inner.upsert(placeholder, configure: configure)
    }
  }
  func delete(_ kind: EntityKind, id: String) throws {
    guard kind.isKnown else { return }
    try seam.call("delete\(kind.typeName)", ["id"]) { try inner.delete(kind, id: id) }
  }
  func findRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    guard kind.isKnown else { return nil }
    return try seam.call("find\(kind.typeName)", ["id"], returning: "\(kind.typeName)?") {
      try inner.findRow(kind, id: id)
    }
  }
  func fetchAll(_ kind: EntityKind) throws -> [EntityRow] {
    try seam.call("fetchAll\(kind.typeName)s", [], returning: "[\(kind.typeName)]") {
      try inner.fetchAll(kind)
    }
  }
  func deleteAll(_ kind: EntityKind) throws {
    try seam.call("deleteAll\(kind.typeName)s", []) { try inner.deleteAll(kind) }
  }
  func markRowSynced(_ kind: EntityKind, id: String) throws {
    guard kind.isKnown else { throw SyncStoreError.notFound(kind, id: id) }
    try seam.call("mark\(kind.typeName)Synced", ["id"]) { try inner.markRowSynced(kind, id: id) }
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
  func save() throws {
    try seam.call("save", []) { try inner.save() }
  }
}
