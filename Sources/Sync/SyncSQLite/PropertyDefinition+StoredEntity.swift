internal import SQLiteAccess
internal import Sync

extension PropertyDefinition: StoredEntity {
  static let statements = EntityStatements(
    kind,
    table: "property_definitions",
    columns: [
      "id", "sync_status", "event_type_id", "key", "label", "property_type", "options",
      "default_value", "display_order", "created_at", "updated_at",
    ])

  init(_ row: borrowing Row) throws {
    self.init(
      id: try row.text(0), syncStatus: try row.named(1),
      PropertyDefinitionContent(
        eventTypeId: try row.text(2),
        key: try row.text(3), label: try row.text(4), propertyType: try row.named(5),
        options: try row.json([String].self, 6),
        defaultValue: row.isNull(7) ? nil : try row.json(JSONValue.self, 7),
        displayOrder: Int(try row.integer(8))), createdAt: try row.timestamp(9),
      updatedAt: try row.timestamp(10))
  }

  func storedValues() throws -> [SQLValue] {
    [
      .text(id), .text(syncStatus.rawValue), .text(content.eventTypeId), .text(content.key),
      .text(content.label),
      .text(content.propertyType.rawValue), try SQLValue(json: content.options),
      try content.defaultValue.map { try SQLValue(json: $0) } ?? .null,
      SQLValue(content.displayOrder),
      SQLValue(createdAt), SQLValue(updatedAt),
    ]
  }
}
