internal import SQLiteAccess
internal import Sync

/// Operations that are the same for all four kinds of entities.
extension LocalStore {
  func find<Entity: StoredEntity>(
    _ id: String, by statement: KeyPath<EntityStatements, SQL> = \.find
  ) throws -> Entity? {
    try database.first(Entity.statements[keyPath: statement], [.text(id)]) { try Entity($0) }
  }

  func fetchAll<Entity: StoredEntity>() throws -> [Entity] {
    try database.rows(Entity.statements.fetchAll) { try Entity($0) }
  }

  func fetch<Entity: StoredEntity>(_ status: SyncStatus) throws -> [Entity] {
    try database.rows(Entity.statements.fetchByStatus, [.text(status.rawValue)]) { row in
      try Entity(row)
    }
  }

  /// Stores `placeholder`, or the existing row with its id, changed by `configure`.
  func upsert<Entity: StoredEntity>(
    _ placeholder: Entity, keeping: WritableKeyPath<Entity, String>,
    _ configure: (inout Entity) throws -> Void
  ) throws {
    var entity = try find(placeholder.id) ?? placeholder
    entity.syncStatus = .synced
    try configure(&entity)
    entity[keyPath: keeping] = placeholder.id
    try write(Entity.statements.upsert, try entity.storedValues())
  }

  func delete<Entity: StoredEntity>(_ type: Entity.Type, _ id: String) throws {
    try write(type.statements.delete, [.text(id)])
  }

  func deleteAll<Entity: StoredEntity>(_ type: Entity.Type) throws {
    try write(type.statements.deleteAll)
  }

  func markSynced<Entity: StoredEntity>(_ type: Entity.Type, _ id: String) throws {
    let status = SQLValue.text(SyncStatus.synced.rawValue)
    guard try write(type.statements.setStatus, [status, .text(id)]) > 0 else {
      throw SyncStoreError.notFound(type.kind, id: id)
    }
  }
}
