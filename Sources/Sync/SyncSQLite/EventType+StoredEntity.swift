internal import SQLiteAccess
internal import Sync

extension EventType: StoredEntity {
  static let statements = EntityStatements(
    kind,
    table: "event_types",
    columns: ["id", "sync_status", "name", "color", "icon", "created_at"])

  init(_ row: borrowing Row) throws {
    self.init(
      id: try row.text(0), syncStatus: try row.named(1),
      EventTypeContent(
        name: try row.text(2),
        color: try row.text(3), icon: try row.text(4)), createdAt: try row.timestamp(5))
  }

  func storedValues() -> [SQLValue] {
    [
      .text(id), .text(syncStatus.rawValue), .text(content.name), .text(content.color),
      .text(content.icon),
      SQLValue(createdAt),
    ]
  }
}
