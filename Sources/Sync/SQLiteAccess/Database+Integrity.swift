#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

extension Database {
  /// Examines every page, index and foreign key.
  ///
  /// - Throws: `damaged` with the first ten findings.
  package borrowing func checkIntegrity() throws(DatabaseError) {
    var findings: [String] = []
    do {
      findings = try rows(SQL("check integrity", "PRAGMA integrity_check(10)")) { row in
        try row.text(0)
      }
      findings.removeAll { $0 == "ok" }
      findings += try rows(SQL("check foreign keys", "PRAGMA foreign_key_check")) { row in
        "a row of \(try row.text(0)) refers to a missing row of \(try row.text(2))"
      }.prefix(10)
    } catch let error as DatabaseError {
      guard error.isDamage else { throw error }
      findings.append(error.description)
    } catch {
      findings.append("\(error)")
    }
    if !findings.isEmpty { throw .damaged(findings) }
  }

  /// Whether a write-ahead log with content exists next to the file.
  static func hasLog(_ location: Location) -> Bool {
    guard case .file(let path) = location else { return false }
    var information = stat()
    guard unsafe stat(path + "-wal", &information) == 0 else { return false }
    return information.st_size > 0
  }
}
