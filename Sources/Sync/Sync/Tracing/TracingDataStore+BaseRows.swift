/// Base rows.
extension TracingDataStore {
  /// Records `findBaseRow`.
  public func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try seam.call("findBaseRow", ["kind", "id"], returning: "EntityRow?") {
      try inner.findBaseRow(kind, id: id)
    }
  }

  /// Records `writeBaseRow`.
  public func writeBaseRow(_ row: EntityRow) throws {
    try seam.call("writeBaseRow", ["row"]) { try inner.writeBaseRow(row) }
  }

  /// Records `deleteBaseRow`.
  public func deleteBaseRow(_ kind: EntityKind, id: String) throws {
    try seam.call("deleteBaseRow", ["kind", "id"]) { try inner.deleteBaseRow(kind, id: id) }
  }

  /// Records `hasBaseRows`.
  public func hasBaseRows() throws -> Bool {
    try seam.call("hasBaseRows", [], returning: "Bool") { try inner.hasBaseRows() }
  }

  /// Records `hideDependents`.
  public func hideDependents(ofType eventTypeId: String) throws {
    try seam.call("hideDependents", ["ofType"]) { try inner.hideDependents(ofType: eventTypeId) }
  }

  /// Records `restoreDependents`.
  public func restoreDependents(ofType eventTypeId: String) throws {
    try seam.call("restoreDependents", ["ofType"]) {
      try inner.restoreDependents(ofType: eventTypeId)
    }
  }

  /// Records `forgetDependents`.
  public func forgetDependents(ofType eventTypeId: String) throws {
    try seam.call("forgetDependents", ["ofType"]) {
      try inner.forgetDependents(ofType: eventTypeId)
    }
  }
}
