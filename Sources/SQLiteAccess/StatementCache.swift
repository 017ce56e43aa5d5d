/// Keeps prepared statements for their next use.
///
/// A statement in use is not in the cache, so a query that runs inside a query with the same text
/// gets one of its own.
final class StatementCache {
  /// Statements beyond this number are finalized after use instead of being kept.
  private let capacity: Int
  private var idle: [String: Holder] = [:]

  /// Lets a dictionary hold what cannot be copied.
  final class Holder {
    let statement: Statement

    init(_ statement: consuming Statement) {
      self.statement = statement
    }
  }

  init(capacity: Int) {
    self.capacity = capacity
  }

  func take(
    _ sql: SQL, preparedOn connection: OpaquePointer
  ) throws(DatabaseError) -> Holder {
    if let holder = idle.removeValue(forKey: sql.text) { return holder }
    return Holder(try unsafe Statement(sql, on: connection))
  }

  func putBack(_ holder: Holder) {
    holder.statement.reset()
    guard idle.count < capacity else { return }
    idle[holder.statement.sql.text] = holder
  }

  func removeAll() {
    idle.removeAll()
  }
}
