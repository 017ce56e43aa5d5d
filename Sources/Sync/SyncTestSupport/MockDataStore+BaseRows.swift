public import Sync

/// Base rows.
extension MockDataStore {
  /// The base row of an entity.
  public func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try database.call("findBaseRow") { $0.bases[kind]?[id] }
  }

  /// Stores a base row, whose status must be `.synced`.
  public func writeBaseRow(_ row: EntityRow) throws {
    try database.call("writeBaseRow") { contents in
      guard row.syncStatus == .synced else {
        throw MockContractError("writeBaseRow: \(row.id) is \(row.syncStatus.rawValue)")
      }
      contents.bases[row.kind, default: [:]][row.id] = row
    }
  }

  /// Deletes a base row, if it exists.
  public func deleteBaseRow(_ kind: EntityKind, id: String) throws {
    try database.call("deleteBaseRow") { $0.bases[kind]?[id] = nil }
  }

  /// Whether there are any base rows.
  public func hasBaseRows() throws -> Bool {
    try database.call("hasBaseRows") { $0.bases.contains { !$0.value.isEmpty } }
  }

  /// Converts the events and definitions of a type that have no mutations to base rows.
  public func hideDependents(ofType eventTypeId: String) throws {
    try database.call("hideDependents") { contents in
      for row in contents.removeUnedited(ofType: eventTypeId) {
        contents.bases[row.kind, default: [:]][row.id] = row
      }
    }
  }

  /// Converts the base rows of a type that have no mutations back to rows.
  public func restoreDependents(ofType eventTypeId: String) throws {
    try database.call("restoreDependents") { contents in
      for row in contents.removeDependents(ofType: eventTypeId) {
        contents[row.kind, row.id] = row
      }
    }
  }

  /// Deletes the base rows of a type that have no mutations.
  public func forgetDependents(ofType eventTypeId: String) throws {
    try database.call("forgetDependents") { _ = $0.removeDependents(ofType: eventTypeId) }
  }
}

extension MockDatabase.Contents {
  fileprivate func hasMutation(of row: EntityRow) -> Bool {
    mutations.contains { $0.entityKind == row.kind && $0.entityId == row.id }
  }

  /// Removes the events and definitions of a type that have no mutations, and returns them.
  @discardableResult
  mutating func removeUnedited(ofType typeId: String) -> [EntityRow] {
    let removed = (all(.event) + all(.propertyDefinition)).filter {
      $0.owningType == typeId && !hasMutation(of: $0)
    }
    for row in removed { self[row.kind, row.id] = nil }
    return removed
  }

  fileprivate mutating func removeDependents(ofType typeId: String) -> [EntityRow] {
    let rows = bases.values.flatMap(\.values).filter {
      $0.owningType == typeId && !hasMutation(of: $0)
    }
    for row in rows { bases[row.kind]?[row.id] = nil }
    return rows
  }
}

extension ShadowRows {
  /// All rows.
  var rows: [EntityRow] {
    eventTypes.map { .eventType($0) } + geofences.map { .geofence($0) }
      + events.map { .event($0) } + propertyDefinitions.map { .propertyDefinition($0) }
  }
}
