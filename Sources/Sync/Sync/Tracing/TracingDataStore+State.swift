extension TracingDataStore: SyncStateStore {
  /// Records the transaction as a stretch of work; one inside another is a part of that.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    if nesting.isInTransaction { return try inner.transaction(body) }
    nesting.isInTransaction = true
    defer { nesting.isInTransaction = false }
    return try seam.phase("one transaction") { try inner.transaction(body) }
  }

  /// Records `readEngineRecord`.
  public func readEngineRecord() throws -> SyncEngineRecord {
    try seam.call("readEngineRecord", [], returning: "SyncEngineRecord") {
      try inner.readEngineRecord()
    }
  }

  /// Records `writeEngineRecord`.
  public func writeEngineRecord(_ record: SyncEngineRecord) throws {
    try seam.call("writeEngineRecord", ["record"]) {
      try inner.writeEngineRecord(record)
    }
  }

  /// Records `fetchHistory`.
  public func fetchHistory() throws -> [SyncHistoryEntry] {
    try seam.call("fetchHistory", [], returning: "[SyncHistoryEntry]") {
      try inner.fetchHistory()
    }
  }

  /// Records `insertHistory`.
  public func insertHistory(_ entry: SyncHistoryEntry) throws {
    try seam.call("insertHistory", ["entry"]) {
      try inner.insertHistory(entry)
    }
  }

  /// Records `clearHistory`.
  public func clearHistory() throws {
    try seam.call("clearHistory", []) {
      try inner.clearHistory()
    }
  }

  /// Records `countPendingMutations`.
  public func countPendingMutations() throws -> Int {
    try seam.call("countPendingMutations", [], returning: "Int") {
      try inner.countPendingMutations()
    }
  }

  /// Records `fetchPendingMutations`.
  public func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation] {
    try seam.call("fetchPendingMutations", ["after", "limit"], returning: "[PendingMutation]") {
      try inner.fetchPendingMutations(after: sequence, limit: limit)
    }
  }

  /// Records `fetchMutations`.
  public func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation] {
    try seam.call("fetchMutations", ["entityKind", "entityId"], returning: "[PendingMutation]") {
      try inner.fetchMutations(entityKind: entityKind, entityId: entityId)
    }
  }

  /// Records `findMutation`.
  public func findMutation(id: String) throws -> PendingMutation? {
    try seam.call("findMutation", ["id"], returning: "PendingMutation?") {
      try inner.findMutation(id: id)
    }
  }

  /// Records `updatePendingMutation`.
  public func updatePendingMutation(_ mutation: PendingMutation) throws {
    try seam.call("updatePendingMutation", ["mutation"]) {
      try inner.updatePendingMutation(mutation)
    }
  }

  /// Records `fetchQuarantinedMutations`.
  public func fetchQuarantinedMutations() throws -> [PendingMutation] {
    try seam.call("fetchQuarantinedMutations", [], returning: "[PendingMutation]") {
      try inner.fetchQuarantinedMutations()
    }
  }

  /// Records `hasMutations`.
  public func hasMutations() throws -> Bool {
    try seam.call("hasMutations", [], returning: "Bool") { try inner.hasMutations() }
  }

  /// Records `hasMutation`.
  public func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool {
    try seam.call("hasMutation", ["after", "ofOthersThan"], returning: "Bool") {
      try inner.hasMutation(after: sequence, ofOthersThan: entityId)
    }
  }

  /// Records `insertBatch`.
  public func insertBatch(_ batch: MutationBatch) throws {
    try seam.call("insertBatch", ["batch"]) {
      try inner.insertBatch(batch)
    }
  }

  /// Records `fetchBatches`.
  public func fetchBatches() throws -> [MutationBatch] {
    try seam.call("fetchBatches", [], returning: "[MutationBatch]") {
      try inner.fetchBatches()
    }
  }

  /// Records `deleteBatch`.
  public func deleteBatch(key: String) throws {
    try seam.call("deleteBatch", ["key"]) {
      try inner.deleteBatch(key: key)
    }
  }

  /// Records `insertQuarantinedChange`.
  public func insertQuarantinedChange(_ change: QuarantinedChange) throws {
    try seam.call("insertQuarantinedChange", ["change"]) {
      try inner.insertQuarantinedChange(change)
    }
  }

  /// Records `fetchQuarantinedChanges`.
  public func fetchQuarantinedChanges() throws -> [QuarantinedChange] {
    try seam.call("fetchQuarantinedChanges", [], returning: "[QuarantinedChange]") {
      try inner.fetchQuarantinedChanges()
    }
  }

  /// Records `fetchMissingEventTypeIds`.
  public func fetchMissingEventTypeIds() throws -> [String] {
    try seam.call("fetchMissingEventTypeIds", [], returning: "[String]") {
      try inner.fetchMissingEventTypeIds()
    }
  }

  /// Records `fetchEvents(ofType:)`.
  public func fetchEvents(ofType eventTypeId: String) throws -> [Event] {
    try seam.call("fetchEvents", ["ofType"], returning: "[Event]") {
      try inner.fetchEvents(ofType: eventTypeId)
    }
  }

  /// Records `fetchEvents(ofType:at:)`.
  public func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event] {
    try seam.call("fetchEvents", ["ofType", "at"], returning: "[Event]") {
      try inner.fetchEvents(ofType: eventTypeId, at: timestamp)
    }
  }

  /// Records `fetchEvents(atGeofence:)`.
  public func fetchEvents(atGeofence geofenceId: String) throws -> [Event] {
    try seam.call("fetchEvents", ["atGeofence"], returning: "[Event]") {
      try inner.fetchEvents(atGeofence: geofenceId)
    }
  }

  /// Records `deleteQuarantinedChange`.
  public func deleteQuarantinedChange(id: Int64) throws {
    try seam.call("deleteQuarantinedChange", ["id"]) {
      try inner.deleteQuarantinedChange(id: id)
    }
  }

  /// Records `emptyShadow`.
  @discardableResult
  public func emptyShadow(limit: Int) throws -> Bool {
    try seam.call("emptyShadow", ["limit"], returning: "Bool") {
      try inner.emptyShadow(limit: limit)
    }
  }

  /// Records `releasePages`.
  public func releasePages(limit: Int) throws -> Bool {
    try seam.call("releasePages", ["limit"], returning: "Bool") {
      try inner.releasePages(limit: limit)
    }
  }

  /// Records `deleteShadowRow`.
  public func deleteShadowRow(_ kind: EntityKind, id: String) throws {
    try seam.call("deleteShadowRow", ["kind", "id"]) {
      try inner.deleteShadowRow(kind, id: id)
    }
  }

  /// Records `insertShadow`.
  public func insertShadow(_ rows: ShadowRows) throws {
    try seam.call("insertShadow", ["rows"]) {
      try inner.insertShadow(rows)
    }
  }

  /// Records `findShadowRow`.
  public func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try seam.call("findShadowRow", ["kind", "id"], returning: "EntityRow?") {
      try inner.findShadowRow(kind, id: id)
    }
  }

  /// Records `swapShadow`.
  public func swapShadow() throws {
    try seam.call("swapShadow", []) {
      try inner.swapShadow()
    }
  }
}
