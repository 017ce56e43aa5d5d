import SQLiteAccess
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct TransactionTests {
  private struct Stop: Error {}
  private let folder: TemporaryFolder
  private let insert = SQL("insert", "INSERT INTO t VALUES (?)")

  init() throws {
    folder = try TemporaryFolder()
    let database = try Database.open(.file(folder.file("a.sqlite")))
    try database.execute(SQL("make table", "CREATE TABLE t (n INTEGER PRIMARY KEY)"))
  }

  private func open() throws -> Database {
    try Database.open(.file(folder.file("a.sqlite")))
  }

  private func numbers(_ database: borrowing Database) throws -> [Int64] {
    try database.rows(SQL("read", "SELECT n FROM t ORDER BY n")) { try $0.integer(0) }
  }

  @Test func `writes of a transaction are present after reopening`() throws {
    do {
      let database = try open()
      try database.transaction {
        try database.run(insert, [1])
        try database.run(insert, [2])
      }
    }
    #expect(try numbers(try open()) == [1, 2])
  }

  @Test
  func `an error rolls back the complete transaction and reaches the caller unchanged`() throws {
    let database = try open()
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.run(insert, [1])
        throw Stop()
      }
    }
    #expect(try numbers(database) == [])
    let isOpen = database.isInTransaction
    #expect(!isOpen)
  }

  @Test func `an error in a nested transaction rolls back only that one, at any depth`() throws {
    let database = try open()
    try database.transaction {
      try database.run(insert, [1])
      try? database.transaction {
        try database.run(insert, [2])
        try database.transaction { try database.run(insert, [3]) }
        throw Stop()
      }
      try database.transaction {
        try database.run(insert, [4])
        try? database.transaction {
          try database.run(insert, [5])
          throw Stop()
        }
      }
    }
    #expect(try numbers(database) == [1, 4])
  }

  @Test func `an error of the outer transaction rolls back committed inner ones`() throws {
    let database = try open()
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.transaction { try database.run(insert, [1]) }
        throw Stop()
      }
    }
    #expect(try numbers(database) == [])
  }

  @Test func `a transaction that is open when the connection ends is rolled back`() throws {
    do {
      let database = try open()
      try database.begin()
      try database.run(insert, [1])
    }
    #expect(try numbers(try open()) == [])
  }

  @Test func `a reader sees one state while a writer commits`() throws {
    let reader = try open()
    let writer = try open()
    try reader.transaction(.read) {
      #expect(try numbers(reader) == [])
      try writer.run(insert, [1])
      #expect(try numbers(reader) == [])
    }
    #expect(try numbers(reader) == [1])
  }

  @Test func `a second writer gets a busy error after the timeout, and can try again`() throws {
    let first = try open()
    let second = try Database.open(.file(folder.file("a.sqlite")), busyTimeout: 1)
    try first.transaction {
      let error = #expect(throws: DatabaseError.self) {
        try second.transaction { try second.run(insert, [2]) }
      }
      #expect(error?.isBusy == true)
      try first.run(insert, [1])
    }
    try second.transaction { try second.run(insert, [2]) }
    #expect(try numbers(first) == [1, 2])
  }

  @Test func `a commit that violates a deferred foreign key is rolled back`() throws {
    let database = try open()
    try database.execute(
      SQL(
        "make child",
        "CREATE TABLE child (n REFERENCES t DEFERRABLE INITIALLY DEFERRED)"))
    #expect(throws: DatabaseError.self) {
      try database.transaction { try database.run(SQL("orphan", "INSERT INTO child VALUES (9)")) }
    }
    let isOpen = database.isInTransaction
    #expect(!isOpen)
    #expect(try database.integer(SQL("count", "SELECT count(*) FROM child")) == 0)
  }

  @Test func `commit and rollback without a transaction have no effect`() throws {
    let database = try open()
    try database.commit()
    database.rollback()
    try database.run(insert, [1])
    #expect(try numbers(database) == [1])
  }

  @Test
  func
    `a full disk rolls back the transaction, refuses its further statements, and harms nothing else`()
    throws
  {
    let database = try open()
    try database.execute(SQL("make wide table", "CREATE TABLE wide (text)"))
    try database.execute(SQL("limit size", "PRAGMA max_page_count = 20"))
    let fill = SQL("fill", "INSERT INTO wide VALUES (?)")
    let large = SQLValue.text(String(repeating: "x", count: 8000))
    try database.begin()
    try database.run(insert, [1])
    let error = #expect(throws: DatabaseError.self) {
      for _ in 0..<100 { try database.run(fill, [large]) }
    }
    #expect(error?.primaryCode == 13)
    // Whether SQLite has rolled back everything or only the statement, nothing is kept partially.
    _ = try? database.run(insert, [2])
    database.rollback()
    #expect(try numbers(database) == [])
    #expect(try database.integer(SQL("count", "SELECT count(*) FROM wide")) == 0)
    try database.transaction { try database.run(insert, [3]) }
    try database.checkIntegrity()
    #expect(try numbers(try self.open()) == [3])
  }

  @Test
  func `statements after a rollback by SQLite are refused instead of committed separately`() throws
  {
    let database = try open()
    try database.begin()
    try database.run(insert, [1])
    // A conflict that SQLite resolves by rolling back the complete transaction.
    #expect(throws: DatabaseError.self) {
      try database.run(SQL("insert or roll back", "INSERT OR ROLLBACK INTO t VALUES (1)"))
    }
    let refused = #expect(throws: DatabaseError.self) { try database.run(insert, [2]) }
    #expect(
      refused?.description == "insert: the transaction was undone by an earlier failure (SQLite 4)")
    #expect(throws: DatabaseError.self) { try database.commit() }
    let isOpen = database.isInTransaction
    #expect(!isOpen)
    #expect(try numbers(database) == [])
    try database.transaction { try database.run(insert, [3]) }
    #expect(try numbers(database) == [3])
  }
}
