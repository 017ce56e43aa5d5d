public import Sync

extension MockDataStore: SyncStateStore {
  /// Runs `body`, and reverts its writes if it throws.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try database.transaction(body)
  }

  /// The engine's row.
  public func readEngineRecord() throws -> SyncEngineRecord {
    try database.call("readEngineRecord") { $0.record }
  }

  /// Replaces the engine's row. The cursor must not decrease.
  public func writeEngineRecord(_ record: SyncEngineRecord) throws {
    try database.call("writeEngineRecord") { contents in
      let isReplaced = contents.record.isBootstrapForced || contents.record.bootstrap != nil
      if record.cursor < contents.record.cursor && !isReplaced {
        throw MockContractError(
          "writeEngineRecord: cursor \(record.cursor) after \(contents.record.cursor)")
      }
      contents.record = record
    }
  }

  /// The history, newest first.
  public func fetchHistory() throws -> [SyncHistoryEntry] {
    try database.call("fetchHistory") { $0.history }
  }

  /// Adds an entry to the history.
  public func insertHistory(_ entry: SyncHistoryEntry) throws {
    try database.call("insertHistory") { contents in
      contents.history.insert(entry, at: 0)
      contents.history = Array(contents.history.prefix(SyncHistoryEntry.limit))
    }
  }

  /// Clears the history.
  public func clearHistory() throws {
    try database.call("clearHistory") { $0.history = [] }
  }

  /// Stores a change that could not be applied.
  public func insertQuarantinedChange(_ change: QuarantinedChange) throws {
    try database.call("insertQuarantinedChange") { contents in
      contents.changes.removeAll { $0.id == change.id }
      contents.changes.append(change)
    }
  }

  /// Changes that could not be applied, by number.
  public func fetchQuarantinedChanges() throws -> [QuarantinedChange] {
    try database.call("fetchQuarantinedChanges") { $0.changes.sorted { $0.id < $1.id } }
  }

  /// Deletes a change that could not be applied.
  public func deleteQuarantinedChange(id: Int64) throws {
    try database.call("deleteQuarantinedChange") { $0.changes.removeAll { $0.id == id } }
  }

  /// The ids of missing types that events refer to.
  public func fetchMissingEventTypeIds() throws -> [String] {
    try database.call("fetchMissingEventTypeIds") { contents in
      let named = Set(contents.events().compactMap(\.eventTypeId))
      return named.filter { contents[.eventType, $0] == nil }.sorted()
    }
  }

  /// The events of a type.
  public func fetchEvents(ofType eventTypeId: String) throws -> [Event] {
    try events("fetchEvents(ofType:)") { $0.eventTypeId == eventTypeId }
  }

  /// The events of a type at a point in time.
  public func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event] {
    try events("fetchEvents(ofType:at:)") {
      $0.eventTypeId == eventTypeId && $0.timestamp == timestamp
    }
  }

  /// The events that a geofence triggered.
  public func fetchEvents(atGeofence geofenceId: String) throws -> [Event] {
    try events("fetchEvents(atGeofence:)") { $0.geofenceId == geofenceId }
  }

  private func events(_ call: String, where isWanted: (Event) -> Bool) throws -> [Event] {
    try database.call(call) { $0.events(where: isWanted) }
  }

  /// Empties the shadow tables.
  @discardableResult
  public func emptyShadow(limit: Int) throws -> Bool {
    try database.call("emptyShadow") { contents in
      contents.shadow = ShadowRows()
      return true
    }
  }

  /// Returns `true`, because memory has no pages.
  public func releasePages(limit: Int) throws -> Bool { true }

  /// Deletes a row of the shadow tables; a type together with its dependents.
  public func deleteShadowRow(_ kind: EntityKind, id: String) throws {
    try database.call("deleteShadowRow") { contents in
      guard var shadow = contents.shadow else {
        throw MockContractError("deleteShadowRow: emptyShadow was not called")
      }
      switch kind {
      case .event: shadow.events.removeAll { $0.id == id }
      case .geofence: shadow.geofences.removeAll { $0.id == id }
      case .propertyDefinition: shadow.propertyDefinitions.removeAll { $0.id == id }
      case .eventType:
        shadow.eventTypes.removeAll { $0.id == id }
        shadow.events.removeAll { $0.eventTypeId == id }
        shadow.propertyDefinitions.removeAll { $0.eventTypeId == id }
      case .unrecognized: break
      }
      contents.shadow = shadow
    }
  }

  /// Fills the shadow tables, which must have been emptied before.
  public func insertShadow(_ rows: ShadowRows) throws {
    try database.call("insertShadow") { contents in
      guard var shadow = contents.shadow else {
        throw MockContractError("insertShadow: emptyShadow was not called")
      }
      shadow.eventTypes += rows.eventTypes
      shadow.geofences += rows.geofences
      shadow.events += rows.events
      shadow.propertyDefinitions += rows.propertyDefinitions
      contents.shadow = shadow
    }
  }

  /// A row of the shadow tables.
  public func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try database.call("findShadowRow") { contents in
      guard let shadow = contents.shadow else {
        throw MockContractError("findShadowRow: emptyShadow was not called")
      }
      return shadow.rows.last { $0.kind == kind && $0.id == id }
    }
  }

  /// Replaces the entities by the shadow tables, except for those with mutations and for dependents
  /// of a type whose deletion is queued; keeps each event's `calendarEventId`.
  public func swapShadow() throws {
    try database.call("swapShadow") { contents in
      guard let shadow = contents.shadow else {
        throw MockContractError("swapShadow: emptyShadow was not called")
      }
      contents.swap(in: shadow)
      contents.shadow = nil
    }
  }
}

extension MockDatabase.Contents {
  fileprivate mutating func swap(in shadow: ShadowRows) {
    let deletedTypes = Set(
      mutations.filter { $0.entityKind == .eventType && $0.operation == .delete }.map(\.entityId))
    let fetched = shadow.rows.filter { row in
      !(row.owningType.map(deletedTypes.contains) ?? false)
    }.map(keepingCalendar)
    for kind in [EntityKind.event, .propertyDefinition, .eventType, .geofence] {
      let edited = Set(mutations.filter { $0.entityKind == kind }.map(\.entityId))
      if kind == .event || kind == .propertyDefinition {
        bases[kind] = bases[kind]?.filter { edited.contains($0.key) }
      }
      for row in shadow.rows where row.kind == kind && !edited.contains(row.id) {
        if row.owningType.map(deletedTypes.contains) == true {
          bases[kind, default: [:]][row.id] = row
        }
      }
      // Local rows of entities with mutations, fetched ones for all others.
      rows[kind] = rows[kind]?.filter { edited.contains($0.key) }
      for row in fetched where row.kind == kind && !edited.contains(row.id) {
        self[kind, row.id] = row
      }
    }
  }

  /// An event keeps its local `calendarEventId`.
  private func keepingCalendar(_ row: EntityRow) -> EntityRow {
    guard case .event(var event) = row, case .event(let here)? = self[.event, row.id] else {
      return row
    }
    event.calendarEventId = here.calendarEventId ?? event.calendarEventId
    return .event(event)
  }
}
