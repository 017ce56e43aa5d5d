/// Keeps prepared statements for reuse, by name.
///
/// A statement in use is not returned again, so a query inside the same query gets a separate
/// statement; so does a statement with the same name but another text.
final class StatementCache {
  /// The number of statements to keep; further ones are finalized after use.
  private let capacity: Int
  private var kept: [String: Holder] = [:]

  /// A reference to a statement, because a dictionary cannot store noncopyable values.
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
