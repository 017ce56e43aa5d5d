import SQLiteAccess
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct MigrationTests {
  private let first = Migration(
    "people", "CREATE TABLE people (name); INSERT INTO people VALUES ('a')")
  private let second = Migration("ages", "ALTER TABLE people ADD COLUMN age DEFAULT 7")

  @Test func `each migration runs once, and later ones are added`() throws {
    let folder = try TemporaryFolder()
    for (migrations, version) in [([first], 1), ([first], 1), ([first, second], 2)] {
      let database = try Database.open(.file(folder.file("a")))
      try database.migrate(migrations)
      #expect(try database.schemaVersion() == version)
      #expect(try database.integer(SQL("count", "SELECT count(*) FROM people")) == 1)
    }
    let database = try Database.open(.file(folder.file("a")))
    #expect(try database.integer(SQL("age", "SELECT age FROM people")) == 7)
  }

  @Test func `a failing migration is rolled back, and earlier ones are kept`() throws {
    let database = try Database.open(.memory(name: "failing migration"))
    let broken = Migration("broken", "CREATE TABLE half (n); SELEKT 1")
    let error = #expect(throws: DatabaseError.self) { try database.migrate([first, broken]) }
    #expect(
      error?.description == "migration 2, broken: near \"SELEKT\": syntax error (SQLite 1)")
    #expect(try database.schemaVersion() == 1)
    #expect(throws: DatabaseError.self) { try database.run(SQL("half", "SELECT n FROM half")) }
    try database.migrate([first, second])
    #expect(try database.schemaVersion() == 2)
  }

  @Test func `a file of a newer program is refused and unchanged`() throws {
    let database = try Database.open(.memory(name: "newer schema"))
    try database.migrate([first, second])
    let error = #expect(throws: DatabaseError.self) { try database.migrate([first]) }
    #expect(error == .schemaTooNew(found: 2, known: 1))
    #expect(
      error?.description
        == "the database has schema version 2; this program supports versions up to 1")
    #expect(try database.schemaVersion() == 2)
  }
}
