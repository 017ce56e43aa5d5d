internal import SQLiteAccess
package import Sync

/// Queries for checks that run after every step of a simulation.
extension LocalStore {
  /// The queue's stored length, and its contents.
  package struct QueueProbe: Sendable {
    /// The entities that have mutations, including those in quarantine.
    package var entityIds: Set<String>
    /// The length that the store maintains.
    package var length: Int
    /// The length found by counting.
    package var counted: Int
  }

  /// Moves the write-ahead log into the file, and empties it.
  package func checkpoint() throws {
    try database.execute(SQL("empty the log", "PRAGMA wal_checkpoint(TRUNCATE)"))
  }

  /// Reads the queue.
  package func probeQueue() throws -> QueueProbe {
    let ids = try database.rows(
      SQL("probe queue", "SELECT entity_id, is_quarantined FROM mutations")
    ) { (id: try $0.text(0), isQuarantined: try $0.truth(1)) }
    return QueueProbe(
      entityIds: Set(ids.map(\.id)), length: try countPendingMutations(),
      counted: ids.count { !$0.isQuarantined })
  }

  /// All mutations in order, including those in quarantine.
  package func probeMutations() throws -> [PendingMutation] {
    try database.rows(
      SQL("probe mutations", "SELECT \(PendingMutation.columns) FROM mutations ORDER BY sequence")
    ) { try PendingMutation($0) }
  }

  /// All base rows.
  package func probeBaseRows() throws -> [EntityRow] {
    if try !hasBaseRows() { return [] }
    return try LocalStore.storedKinds.flatMap { kind in
      guard let table = LocalStore.statements(of: kind)?.table else { return [EntityRow]() }
      return try database.rows(SQL("probe base rows of \(table)", "SELECT id FROM base_\(table)")) {
        try $0.text(0)
      }.compactMap { try findBaseRow(kind, id: $0) }
    }
  }

  /// The row of an entity.
  package func probeRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try findRow(kind, id: id, by: \.find)
  }

  /// Events that are marked as not yet synced, although no mutation of them is queued.
  package func probeForgottenEvents() throws -> [String] {
    try database.rows(
      SQL(
        "probe statuses",
        """
        SELECT id FROM events
        WHERE sync_status = 'pending' AND id NOT IN (SELECT entity_id FROM mutations)
        """)
    ) { try $0.text(0) }
  }

  /// A row of an entity with all its bytes.
  package struct RowProbe: Hashable, Sendable {
    /// The entity's id.
    package var id: String
    /// The value of each column as an SQLite literal.
    package var literals: String
  }

  /// The kinds of entities that have a table.
  package static let storedKinds: [EntityKind] = [
    .eventType, .event, .geofence, .propertyDefinition,
  ]

  /// All rows of a kind by id, with every column; optionally those of the shadow table.
  package func probeRows(of kind: EntityKind, inShadow: Bool = false) throws -> [RowProbe] {
    guard let statements = LocalStore.statements(of: kind) else { return [] }
    let table = (inShadow ? "shadow_" : "") + statements.table
    let literals = statements.columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
    return try database.rows(
      SQL("probe rows of \(table)", "SELECT id, \(literals) FROM \(table) ORDER BY id")
    ) { RowProbe(id: try $0.text(0), literals: try $0.text(1)) }
  }

  static let allStatements = [
    EventType.statements, Geofence.statements, Event.statements, PropertyDefinition.statements,
  ]

  static func statements(of kind: EntityKind) -> EntityStatements? {
    entity(of: kind)?.statements
  }

  /// A label for an entity: the name of a type or a geofence, the place of an event; `nil` if the
  /// row does not exist.
  package func label(of kind: EntityKind, id: String) throws -> String? {
    guard let column = LocalStore.label(of: kind) else { return nil }
    return try database.first(
      SQL("probe \(column.table)", "SELECT \(column.name) FROM \(column.table) WHERE id = ?"),
      [.text(id)]
    ) { try $0.optionalText(0) ?? "" }
  }

  /// The id of the entity of a kind with this label.
  package func id(of kind: EntityKind, labelled label: String) throws -> String? {
    guard let column = LocalStore.label(of: kind) else { return nil }
    return try database.first(
      SQL("seek in \(column.table)", "SELECT id FROM \(column.table) WHERE \(column.name) = ?"),
      [.text(label)]
    ) { try $0.text(0) }
  }

  private static func label(of kind: EntityKind) -> (table: String, name: String)? {
    switch kind {
    case .event: ("events", "location_name")
    case .eventType: ("event_types", "name")
    case .geofence: ("geofences", "name")
    case .propertyDefinition: ("property_definitions", "label")
    case .unrecognized: nil
    }
  }
}
