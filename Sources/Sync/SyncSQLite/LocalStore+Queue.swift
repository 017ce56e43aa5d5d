internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// The queue in order (`sequence` ascending), without mutations in quarantine.
  public func fetchPendingMutations() throws -> [PendingMutation] {
    try database.rows(QueueQueries.all) { try PendingMutation($0) }
  }

  /// Queued mutations after a position in the queue, in order, at most `limit`.
  public func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation] {
    try database.rows(QueueQueries.page, [.integer(sequence), SQLValue(max(0, limit))]) {
      try PendingMutation($0)
    }
  }

  /// All mutations of an entity in order, including those in quarantine.
  public func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation] {
    try database.rows(QueueQueries.ofEntity, [.text(entityId), .text(entityKind.rawValue)]) {
      try PendingMutation($0)
    }
  }

  /// Mutations in quarantine, in order.
  public func fetchQuarantinedMutations() throws -> [PendingMutation] {
    try database.rows(QueueQueries.quarantined) { try PendingMutation($0) }
  }

  /// The mutation with this id, in quarantine or not.
  public func findMutation(id: String) throws -> PendingMutation? {
    try database.first(QueueQueries.one, [.text(id)]) { try PendingMutation($0) }
  }

  /// The number of queued mutations, excluding quarantine.
  public func countPendingMutations() throws -> Int {
    Int(try database.integer(QueueQueries.length) ?? 0)
  }

  /// Whether there is any mutation, in the queue or in quarantine.
  public func hasMutations() throws -> Bool {
    try database.integer(SQL("look for mutations", "SELECT EXISTS (SELECT 1 FROM mutations)")) == 1
  }

  /// Whether a mutation of another entity, queued or in quarantine, follows a position.
  public func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool {
    try database.first(
      SQL(
        "look for later mutation",
        "SELECT 1 FROM mutations WHERE sequence > ? AND entity_id <> ? LIMIT 1"),
      [.integer(sequence), .text(entityId)]
    ) { _ in true } ?? false
  }

  /// Whether such a mutation is in the queue or in quarantine.
  public func hasPendingMutation(
    entityId: String, entityKind: EntityKind, operation: MutationOperation
  ) throws -> Bool {
    try database.first(
      QueueQueries.ofEntityAndOperation,
      [.text(entityId), .text(entityKind.rawValue), .text(operation.rawValue)]
    ) { _ in true } ?? false
  }

  /// Appends a mutation; the store sets its `sequence`.
  ///
  /// - Throws: the error of SQLite, for example for a second mutation with this id.
  public func insertPendingMutation(_ mutation: PendingMutation) throws {
    try write(QueueQueries.insert, try mutation.storedValues())
  }

  /// Replaces a mutation, if it exists; its `sequence` does not change.
  public func updatePendingMutation(_ mutation: PendingMutation) throws {
    try write(QueueQueries.update, try mutation.storedValues())
  }

  /// Removes a mutation, if it exists.
  public func deletePendingMutation(id: String) throws {
    try write(QueueQueries.delete, [.text(id)])
  }
}

/// The statements of the queue, composed once.
private enum QueueQueries {
  static let all = query("fetch queue", "NOT is_quarantined")
  static let page = query(
    "fetch page of queue", "sequence > ? AND NOT is_quarantined", limit: "LIMIT ?")
  static let ofEntity = query("fetch mutations of entity", isOfEntity)
  static let quarantined = query("fetch quarantine", "is_quarantined")
  static let one = query("find mutation", hasId)
  static let ofEntityAndOperation = SQL(
    "look for mutation",
    "SELECT 1 FROM mutations WHERE \(isOfEntity) AND operation = ?3 LIMIT 1")
  static let length = SQL("read queue length", "SELECT \(lastPlace) - absent FROM queue")
  static let insert = SQL(
    "insert mutation",
    """
    INSERT INTO mutations (
      id, client_request_id, entity_kind, operation, entity_id, payload, dependencies,
      created_at, attempts, last_error, last_attempt_at, batch_key, is_quarantined, releases,
      sequence)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT \(lastPlace) + 1 FROM queue))
    """)
  static let update = SQL(
    "update mutation",
    """
    UPDATE mutations SET
      client_request_id = ?2, entity_kind = ?3, operation = ?4, entity_id = ?5, payload = ?6,
      dependencies = ?7, created_at = ?8, attempts = ?9, last_error = ?10,
      last_attempt_at = ?11, batch_key = ?12, is_quarantined = ?13, releases = ?14
    WHERE \(hasId)
    """)
  static let delete = SQL("delete mutation", "DELETE FROM mutations WHERE \(hasId)")

  /// The condition that a mutation has the id `?1`.
  private static let hasId =
    "sequence = (SELECT value FROM mutation_keys WHERE key = ?1 AND sequence = 0)"
  /// The condition that a mutation belongs to the entity with the id `?1` and the kind `?2`.
  private static let isOfEntity = """
    sequence IN (SELECT sequence FROM mutation_keys WHERE key = ?1 AND sequence > 0 AND value = ?2)
    """
  /// The last position assigned to a mutation, for a query of `queue`.
  private static let lastPlace =
    "max(last_place, coalesce((SELECT max(sequence) FROM mutations), 0))"

  private static func query(_ name: String, _ condition: String, limit: String = "") -> SQL {
    SQL(
      name,
      """
      SELECT \(PendingMutation.columns) FROM mutations WHERE \(condition) ORDER BY sequence \(limit)
      """)
  }
}
