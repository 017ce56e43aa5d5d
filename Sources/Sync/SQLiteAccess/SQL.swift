/// One SQL statement and the name by which errors speak of it.
///
///     SQL("insert event", "INSERT INTO events (id, name) VALUES (?, ?)")
package struct SQL: Hashable, Sendable {
  /// What the statement does, in a few words.
  package let name: String
  /// The statement itself, with `?` for each value.
  package let text: String

  /// Names a statement.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
