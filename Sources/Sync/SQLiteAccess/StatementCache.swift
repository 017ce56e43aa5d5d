/// Keeps prepared statements for their next use, by name.
///
/// A statement in use is not given out again, so a query that runs inside the same query gets one
/// of its own; so does one whose name stands for another text.
final class StatementCache {
  /// Statements beyond this number are finalized after use instead of being kept.
  private let capacity: Int
  private var kept: [String: Holder] = [:]

  /// Lets a dictionary hold what cannot be copied.
  final class Holder {
    let statement: Statement
    fileprivate var isInUse = true
    fileprivate var isKept = false

    init(_ statement: consuming Statement) {
      self.statement = statement
    }
  }

  init(capacity: Int) {
    self.capacity = capacity
  }

  func take(_ sql: SQL, preparedOn connection: OpaquePointer) throws(DatabaseError) -> Holder {
    if let holder = kept[sql.name] {
      if !holder.isInUse, holder.statement.sql.text == sql.text {
        holder.isInUse = true
        return holder
      }
      return Holder(try unsafe Statement(sql, on: connection))
    }
    let holder = Holder(try unsafe Statement(sql, on: connection))
    if kept.count < capacity {
      holder.isKept = true
      kept[sql.name] = holder
    }
    return holder
  }

  func putBack(_ holder: Holder) {
    guard holder.isKept else { return }
    holder.statement.reset()
    holder.isInUse = false
  }

  func removeAll() {
    kept.removeAll()
  }
}
