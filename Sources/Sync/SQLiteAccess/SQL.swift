/// An SQL statement with a name for error messages.
///
///     SQL("insert event", "INSERT INTO events (id, name) VALUES (?, ?)")
package struct SQL: Hashable, Sendable {
  /// The purpose of the statement in a few words.
  package let name: String
  /// The statement, with `?` for each value.
  package let text: String

  /// Creates a named statement.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
