extension TracingDataStore: SyncStateStore {
  /// Records the transaction as a phase; a nested one is part of the outer phase.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    if nesting.isInTransaction { return try inner.transaction(body) }
    nesting.isInTransaction = true
    defer { nesting.isInTransaction = false }
    return try seam.phase("one transaction") { try inner.transaction(body) }
  }
  func readEngineRecord() throws -> SyncEngineRecord {
    try seam.call("readEngineRecord", [], returning: "SyncEngineRecord") {
      try inner.readEngineRecord()
    }
  }
  func writeEngineRecord(_ record: SyncEngineRecord) throws {
    try seam.call("writeEngineRecord", ["record"]) { try inner.writeEngineRecord(record) }
  }
  func fetchHistory() throws -> [SyncHistoryEntry] {
    try seam.call("fetchHistory", [], returning: "[SyncHistoryEntry]") { try inner.fetchHistory() }
  }
  func insertHistory(_ entry: SyncHistoryEntry) throws {
    try seam.call("insertHistory", ["entry"]) { try inner.insertHistory(entry) }
  }
  func clearHistory() throws {
    try seam.call("clearHistory", []) { try inner.clearHistory() }
  }
  func countPendingMutations() throws -> Int {
    try seam.call("countPendingMutations", [], returning: "Int") {
      try inner.countPendingMutations()
    }
  }
  func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation] {
    try seam.call("fetchPendingMutations", ["after", "limit"], returning: "[PendingMutation]") {
      try inner.fetchPendingMutations(after: sequence, limit: limit)
    }
  }
  func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation] {
    try seam.call("fetchMutations", ["entityKind", "entityId"], returning: "[PendingMutation]") {
      try inner.fetchMutations(entityKind: entityKind, entityId: entityId)
    }
  }
  func findMutation(id: String) throws -> PendingMutation? {
    try seam.call("findMutation", ["id"], returning: "PendingMutation?") {
      try inner.findMutation(id: id)
    }
  }
  func updatePendingMutation(_ mutation: PendingMutation) throws {
    try seam.call("updatePendingMutation", ["mutation"]) {
      try inner.updatePendingMutation(mutation)
    }
  }
  func fetchQuarantinedMutations() throws -> [PendingMutation] {
    try seam.call("fetchQuarantinedMutations", [], returning: "[PendingMutation]") {
      try inner.fetchQuarantinedMutations()
    }
  }
  func hasMutations() throws -> Bool {
    try seam.call("hasMutations", [], returning: "Bool") { try inner.hasMutations() }
  }
  func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool {
    try seam.call("hasMutation", ["after", "ofOthersThan"], returning: "Bool") {
      try inner.hasMutation(after: sequence, ofOthersThan: entityId)
    }
  }
  func insertBatch(_ batch: MutationBatch) throws {
    try seam.call("insertBatch", ["batch"]) { try inner.insertBatch(batch) }
  }
  func fetchBatches() throws -> [MutationBatch] {
    try seam.call("fetchBatches", [], returning: "[MutationBatch]") { try inner.fetchBatches() }
  }
  func deleteBatch(key: String) throws {
    try seam.call("deleteBatch", ["key"]) { try inner.deleteBatch(key: key) }
  }
  func insertQuarantinedChange(_ change: QuarantinedChange) throws {
    try seam.call("insertQuarantinedChange", ["change"]) {
      try inner.insertQuarantinedChange(change)
    }
  }
  func fetchQuarantinedChanges() throws -> [QuarantinedChange] {
    try seam.call("fetchQuarantinedChanges", [], returning: "[QuarantinedChange]") {
      try inner.fetchQuarantinedChanges()
    }
  }
  func fetchMissingEventTypeIds() throws -> [String] {
    try seam.call("fetchMissingEventTypeIds", [], returning: "[String]") {
      try inner.fetchMissingEventTypeIds()
    }
  }
  func fetchEvents(ofType eventTypeId: String) throws -> [Event] {
    try seam.call("fetchEvents", ["ofType"], returning: "[Event]") {
      try inner.fetchEvents(ofType: eventTypeId)
    }
  }
  func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event] {
    try seam.call("fetchEvents", ["ofType", "at"], returning: "[Event]") {
      try inner.fetchEvents(ofType: eventTypeId, at: timestamp)
    }
  }
  func fetchEvents(atGeofence geofenceId: String) throws -> [Event] {
    try seam.call("fetchEvents", ["atGeofence"], returning: "[Event]") {
      try inner.fetchEvents(atGeofence: geofenceId)
    }
  }
  func deleteQuarantinedChange(id: Int64) throws {
    try seam.call("deleteQuarantinedChange", ["id"]) { try inner.deleteQuarantinedChange(id: id) }
  }
  @discardableResult
  func emptyShadow(limit: Int) throws -> Bool {
    try seam.call("emptyShadow", ["limit"], returning: "Bool") {
      try inner.emptyShadow(limit: limit)
    }
  }
  func releasePages(limit: Int) throws -> Bool {
    try seam.call("releasePages", ["limit"], returning: "Bool") {
      try inner.releasePages(limit: limit)
    }
  }
  func deleteShadowRow(_ kind: EntityKind, id: String) throws {
    try seam.call("deleteShadowRow", ["kind", "id"]) { try inner.deleteShadowRow(kind, id: id) }
  }
  func insertShadow(_ rows: ShadowRows) throws {
    try seam.call("insertShadow", ["rows"]) { try inner.insertShadow(rows) }
  }
  func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try seam.call("findShadowRow", ["kind", "id"], returning: "EntityRow?") {
      try inner.findShadowRow(kind, id: id)
    }
  }
  func swapShadow() throws {
    try seam.call("swapShadow", []) { try inner.swapShadow() }
  }

  // MARK: Base rows

  func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try seam.call("findBaseRow", ["kind", "id"], returning: "EntityRow?") {
      try inner.findBaseRow(kind, id: id)
    }
  }
  func writeBaseRow(_ row: EntityRow) throws {
    try seam.call("writeBaseRow", ["row"]) { try inner.writeBaseRow(row) }
  }
  func deleteBaseRow(_ kind: EntityKind, id: String) throws {
    try seam.call("deleteBaseRow", ["kind", "id"]) { try inner.deleteBaseRow(kind, id: id) }
  }
  func hasBaseRows() throws -> Bool {
    try seam.call("hasBaseRows", [], returning: "Bool") { try inner.hasBaseRows() }
  }
  func hideDependents(ofType eventTypeId: String) throws {
    try seam.call("hideDependents", ["ofType"]) { try inner.hideDependents(ofType: eventTypeId) }
  }
  func restoreDependents(ofType eventTypeId: String) throws {
    try seam.call("restoreDependents", ["ofType"]) {
      try inner.restoreDependents(ofType: eventTypeId)
    }
  }
  func forgetDependents(ofType eventTypeId: String) throws {
    try seam.call("forgetDependents", ["ofType"]) {
      try inner.forgetDependents(ofType: eventTypeId)
    }
  }
}
