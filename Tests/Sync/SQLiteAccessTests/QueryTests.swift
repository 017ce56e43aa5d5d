import SQLiteAccess
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct QueryTests {
  private let database: Holder

  /// The suite's database, because suites are copied, but databases cannot be.
  final class Holder {
    let database: Database
    init() throws {
      database = try Database.open(.memory(name: "QueryTests"), integrityCheck: .never)
    }
  }

  init() throws {
    database = try Holder()
  }

  @Test func `every kind of value is read as it was bound`() throws {
    let database = try Database.open(.memory(name: "roundTrip"))
    try database.execute(SQL("make table", "CREATE TABLE t (a, b, c, d, e)"))
    let bytes: [UInt8] = [0, 1, 255]
    try database.run(
      SQL("insert", "INSERT INTO t VALUES (?, ?, ?, ?, ?)"),
      [.null, .integer(.min), .real(0.1), .text("zażółć\0gęślą"), .blob(bytes)])
    let found = try database.first(SQL("read", "SELECT a, b, c, d, e FROM t")) { row in
      let isNull = row.isNull(0)
      let absent = (try row.optionalText(0), try row.optionalReal(0), try row.optionalInteger(0))
      #expect(isNull && absent == (nil, nil, nil))
      return (try row.integer(1), try row.real(2), try row.text(3), row.bytes(4))
    }
    let values = try #require(found)
    #expect(values == (.min, 0.1, "zażółć\0gęślą", bytes))
  }

  @Test func `empty text and empty bytes are not NULL`() throws {
    let database = try Database.open(.memory(name: "emptyValues"))
    let isNull = try database.first(
      SQL("read", "SELECT ?1 IS NULL OR ?2 IS NULL"), [.text(""), .blob([])]
    ) { try $0.truth(0) }
    #expect(isNull == false)
  }

  @Test
  func `a column with an unexpected type is an error with column, content and statement`() throws {
    let database = try Database.open(.memory(name: "mismatch"))
    let error = #expect(throws: DatabaseError.self) {
      try database.first(SQL("read age", "SELECT 'old' AS age")) { try $0.integer(0) }
    }
    #expect(
      error == .unexpectedValue(column: "age", found: "‘old’", statement: "read age"))
    #expect(error?.description == "read age: column age holds ‘old’")
  }

  @Test
  func `the error of a statement has SQLite's code, its message and the statement's name`() throws {
    let database = try Database.open(.memory(name: "refusal"))
    try database.execute(SQL("make table", "CREATE TABLE t (id TEXT PRIMARY KEY, n UNIQUE)"))
    let insert = SQL("insert name", "INSERT INTO t VALUES (?, ?)")
    try database.run(insert, ["a", 1])
    let second = #expect(throws: DatabaseError.self) { try database.run(insert, ["b", 1]) }
    #expect(second?.isUniqueViolation == true)
    #expect(second?.description == "insert name: UNIQUE constraint failed: t.n (SQLite 2067)")
    let third = #expect(throws: DatabaseError.self) { try database.run(insert, ["a", 2]) }
    #expect(third?.isUniqueViolation == true)
    #expect(try database.run(insert, ["b", 2]) == 1)
  }

  @Test
  func `a misspelled statement and a wrong number of values are errors, not crashes`() throws {
    let database = try Database.open(.memory(name: "misuse"))
    let misspelt = #expect(throws: DatabaseError.self) {
      try database.run(SQL("misspelt", "SELEKT 1"))
    }
    #expect(misspelt?.description == "misspelt: near \"SELEKT\": syntax error (SQLite 1)")
    let count = #expect(throws: DatabaseError.self) {
      try database.run(SQL("two values", "SELECT ?, ?"), [1])
    }
    #expect(count?.description == "two values: 1 values for 2 parameters (SQLite 21)")
    #expect(throws: DatabaseError.self) { try database.run(SQL("nothing", "")) }
  }

  @Test func `a query may run inside a query with the same text`() throws {
    let numbers = SQL("numbers", "SELECT value FROM (SELECT 1 AS value UNION SELECT 2)")
    var pairs: [[Int64]] = []
    try database.database.forEachRow(numbers) { outer in
      let first = try outer.integer(0)
      try database.database.forEachRow(numbers) { pairs.append([first, try $0.integer(0)]) }
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
  }

  @Test func `a closure that throws ends the query, and the statement can be used again`() throws {
    struct Stop: Error {}
    let one = SQL("one", "SELECT 1")
    #expect(throws: Stop.self) {
      try database.database.forEachRow(one) { _ in throw Stop() }
    }
    #expect(try database.database.integer(one) == 1)
  }

  @Test func `connections share memory with the same name, and the last one frees it`() throws {
    do {
      let first = try Database.open(.memory(name: "shared one"))
      try first.execute(SQL("make", "CREATE TABLE t (n); INSERT INTO t VALUES (7)"))
      let second = try Database.open(.memory(name: "shared one"))
      #expect(try second.integer(SQL("read", "SELECT n FROM t")) == 7)
      let other = try Database.open(.memory(name: "shared two"))
      #expect(throws: DatabaseError.self) {
        try other.integer(SQL("read", "SELECT n FROM t"))
      }
    }
    let later = try Database.open(.memory(name: "shared one"))
    #expect(throws: DatabaseError.self) { try later.integer(SQL("read", "SELECT n FROM t")) }
  }
}
