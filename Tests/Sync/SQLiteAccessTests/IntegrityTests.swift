import Foundation
import SQLiteAccess
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct IntegrityTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Fills a database of several pages.
  private func fill() throws {
    let database = try Database.open(.file(path))
    try database.execute(SQL("make table", "CREATE TABLE t (n INTEGER PRIMARY KEY, text UNIQUE)"))
    try database.transaction {
      for number in 1...500 {
        let text = String(repeating: "\(number) ", count: 20)
        try database.run(
          SQL("fill", "INSERT INTO t VALUES (?, ?)"), [SQLValue(number), .text(text)])
      }
    }
  }

  /// Copies the files while a connection is open, which leaves the same files as a crash.
  private func crashedCopy() throws -> String {
    let database = try Database.open(.file(path))
    try database.run(SQL("insert", "INSERT INTO t VALUES (1000, 'committed')"))
    try database.begin()
    try database.run(SQL("insert", "INSERT INTO t VALUES (1001, 'not committed')"))
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: path + ".copy" + suffix)
    }
    return path + ".copy"
  }

  /// Overwrites the pages from the third on.
  private func damage(_ path: String) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 8192)
    try handle.write(contentsOf: Data(repeating: 0x5a, count: 20_000))
    try handle.close()
  }

  @Test func `a file that was closed properly is clean, one whose process crashed is not`() throws {
    try fill()
    #expect(try Database.open(.file(path)).leftUnclean == false)
    let copy = try crashedCopy()
    do {
      let reopened = try Database.open(.file(copy))
      let leftUnclean = reopened.leftUnclean
      #expect(leftUnclean)
      #expect(try reopened.integer(SQL("count", "SELECT count(*) FROM t")) == 501)
    }
    #expect(try Database.open(.file(copy)).leftUnclean == false)
  }

  @Test func `damage is found after an unclean shutdown or on request`() throws {
    try fill()
    let copy = try crashedCopy()
    try damage(copy)
    let error = #expect(throws: DatabaseError.self) { _ = try Database.open(.file(copy)) }
    #expect(error?.isDamage == true)
    try damage(path)
    #expect(throws: Never.self) { _ = try Database.open(.file(path)) }
    let asked = #expect(throws: DatabaseError.self) {
      _ = try Database.open(.file(path), integrityCheck: .always)
    }
    #expect(asked?.isDamage == true)
  }

  @Test func `a file that is not a database and a path that cannot be opened are errors`() throws {
    try Data("this is not a database, it is a letter".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DatabaseError.self) { _ = try Database.open(.file(path)) }
    #expect(error?.isDamage == true)
    let missing = #expect(throws: DatabaseError.self) {
      _ = try Database.open(.file(folder.file("no/such/folder/a.sqlite")))
    }
    #expect(missing?.description == "open database: unable to open database file (SQLite 14)")
  }

  @Test func `a broken foreign key is found`() throws {
    let database = try Database.open(.memory(name: "foreign key"))
    try database.execute(
      SQL(
        "make tables",
        """
        CREATE TABLE parent (n INTEGER PRIMARY KEY);
        CREATE TABLE child (n REFERENCES parent);
        PRAGMA foreign_keys = OFF; INSERT INTO child VALUES (5); PRAGMA foreign_keys = ON
        """))
    let error = #expect(throws: DatabaseError.self) { try database.checkIntegrity() }
    #expect(error == .damaged(["a row of child refers to a missing row of parent"]))
  }
}
