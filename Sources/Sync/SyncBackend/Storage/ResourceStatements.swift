internal import SQLiteAccess

/// The SQL of one resource, composed once.
struct ResourceStatements: Sendable {
  let find: SQL
  let exists: SQL
  let insert: SQL
  let update: SQL
  let delete: SQL
  let count: SQL
  /// A page in the resource's order.
  let list: SQL
  /// A page by id.
  let listAfter: SQL
  /// All rows of an event type.
  let listOfType: SQL
  /// For each uniqueness rule, a query for the row that conflicts with given values.
  let collisions: [SQL]

  init(_ resource: Resource) {
    let table = resource.table
    let names = resource.fields.map(\.name)
    let columns = (["id"] + names + ["created_at", "updated_at"]).joined(separator: ", ")
    let marks = Array(repeating: "?", count: names.count + 4).joined(separator: ", ")
    let changes = (names + ["updated_at"]).map { "\($0) = ?" }.joined(separator: ", ")
    find = SQL(
      "find \(resource.noun)", "SELECT \(columns) FROM \(table) WHERE user_id = ? AND id = ?")
    exists = SQL("look for \(resource.noun)", "SELECT 1 FROM \(table) WHERE user_id = ? AND id = ?")
    insert = SQL(
      "insert \(resource.noun)",
      "INSERT INTO \(table) (user_id, \(columns)) VALUES (\(marks)) ON CONFLICT DO NOTHING")
    update = SQL(
      "update \(resource.noun)", "UPDATE \(table) SET \(changes) WHERE user_id = ? AND id = ?")
    delete = SQL("delete \(resource.noun)", "DELETE FROM \(table) WHERE user_id = ? AND id = ?")
    count = SQL("count \(resource.noun)s", "SELECT count(*) FROM \(table) WHERE user_id = ?")
    list = SQL(
      "list \(resource.noun)s",
      """
      SELECT \(columns) FROM \(table) WHERE user_id = ?
      ORDER BY \(resource.order) LIMIT ? OFFSET ?
      """)
    listAfter = SQL(
      "list \(resource.noun)s after an id",
      "SELECT \(columns) FROM \(table) WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?")
    listOfType = SQL(
      "list \(resource.noun)s of an event type",
      """
      SELECT \(columns) FROM \(table) WHERE user_id = ? AND event_type_id = ?
      ORDER BY \(resource.order)
      """)
    collisions = resource.uniqueness.map { rule in
      // The given values form a separate row, so that the same expressions apply to both.
      let given = resource.fields.map { "CAST(? AS \($0.columnType)) AS \($0.name)" }
        .joined(separator: ", ")
      let equal = rule.expressions.map { expression in
        "\(ResourceStatements.qualified(expression, "old")) = "
          + ResourceStatements.qualified(expression, "given")
      }.joined(separator: " AND ")
      let both = ["old", "given"].map { ResourceStatements.qualified(rule.condition, $0) }
      return SQL(
        "find \(rule.description)",
        """
        SELECT old.id FROM \(table) AS old, (SELECT \(given)) AS given
        WHERE old.user_id = ? AND old.id <> ? AND \(equal)
          AND \(both.joined(separator: " AND "))
        """)
    }
  }

  /// An expression for the row called `name`: `timestamp / 1000` -> `old.timestamp / 1000`.
  private static func qualified(_ expression: String, _ name: String) -> String {
    guard let first = expression.unicodeScalars.first, first.properties.isAlphabetic else {
      return expression
    }
    return "\(name).\(expression)"
  }
}

extension Resource {
  /// The statements of the resource.
  var statements: ResourceStatements {
    Resource.allStatements[table] ?? ResourceStatements(self)
  }

  private static let allStatements = Dictionary(
    uniqueKeysWithValues: all.map { ($0.table, ResourceStatements($0)) })
}
