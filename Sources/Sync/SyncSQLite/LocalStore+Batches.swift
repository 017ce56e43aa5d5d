internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// Stores a batch and sets `batchKey` of its members.
  public func insertBatch(_ batch: MutationBatch) throws {
    let members = try SQLValue(json: batch.mutationIds)
    try writeTogether {
      try write(
        SQL(
          "insert batch",
          "INSERT INTO batches (key, mutation_ids, is_single, created_at) VALUES (?, ?, ?, ?)"),
        [
          .text(batch.key), members, SQLValue(batch.isSingle), SQLValue(batch.createdAt),
        ])
      try write(
        SQL(
          "put mutations into batch",
          """
          UPDATE mutations SET batch_key = ? WHERE sequence IN (
            SELECT value FROM mutation_keys
            WHERE key IN (SELECT value FROM json_each(?)) AND sequence = 0)
          """), [.text(batch.key), members])
    }
  }

  /// Batches without an answer, oldest first.
  public func fetchBatches() throws -> [MutationBatch] {
    try database.rows(
      SQL(
        "fetch batches",
        "SELECT key, mutation_ids, is_single, created_at FROM batches ORDER BY sequence")
    ) { row in
      MutationBatch(
        key: try row.text(0), mutationIds: try row.json([String].self, 1),
        isSingle: try row.truth(2), createdAt: try row.timestamp(3))
    }
  }

  /// Removes a batch, if it exists, and clears `batchKey` of its remaining members.
  public func deleteBatch(key: String) throws {
    try writeTogether {
      try write(SQL("delete batch", "DELETE FROM batches WHERE key = ?"), [.text(key)])
      try write(
        SQL(
          "take mutations out of batch",
          "UPDATE mutations SET batch_key = NULL WHERE batch_key = ?"), [.text(key)])
    }
  }
}
