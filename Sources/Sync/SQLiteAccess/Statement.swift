internal import CSQLite

/// Owns one prepared statement and finalizes it; no other type does.
@safe struct Statement: ~Copyable {
  let sql: SQL
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ sql: SQL, on connection: OpaquePointer) throws(DatabaseError) {
    var prepared: OpaquePointer?
    // SQLITE_PREPARE_PERSISTENT: the statement will be cached and reused many times.
    let code = unsafe sqlite3_prepare_v3(
      connection, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw unsafe DatabaseError.last(of: connection, code: code, statement: sql.name)
    }
    self.sql = sql
    unsafe self.handle = prepared
    unsafe self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Binds the values to `?1`, `?2`, …; throws if the statement has another number of parameters.
  borrowing func bind(_ values: [SQLValue]) throws(DatabaseError) {
    let expected = unsafe sqlite3_bind_parameter_count(handle)
    guard values.count == Int(expected) else {
      throw .refused(
        code: SQLITE_MISUSE, message: "\(values.count) values for \(expected) parameters",
        statement: sql.name)
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = bind(value, at: index)
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  /// Moves to the next row; returns `false` if there is none.
  borrowing func step() throws(DatabaseError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  /// Prepares the statement for its next use, and releases its locks and values.
  borrowing func reset() {
    // The code repeats an error that `step` has already reported.
    _ = unsafe sqlite3_reset(handle)
    _ = unsafe sqlite3_clear_bindings(handle)
  }

  /// The current row; it must not be used after the next `step` or `reset`.
  borrowing func row() -> Row { unsafe Row(handle, statement: sql.name) }

  private borrowing func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number):
      return unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number):
      return unsafe sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
          return unsafe sqlite3_bind_text(handle, index, "", 0, transient)
        }
        return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          unsafe sqlite3_bind_text64(
            handle, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  private borrowing func failure(_ code: Int32) -> DatabaseError {
    unsafe DatabaseError.last(of: connection, code: code, statement: sql.name)
  }
}

/// Makes SQLite copy bound data before the call returns. In C, it is the constant -1.
private var transient: sqlite3_destructor_type? {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}

extension DatabaseError {
  /// The error of a connection's last call.
  static func last(of connection: OpaquePointer?, code: Int32, statement: String) -> DatabaseError {
    guard let connection = unsafe connection else {
      return .refused(code: code, message: "out of memory", statement: statement)
    }
    let extended = unsafe sqlite3_extended_errcode(connection)
    let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
    return .refused(
      code: extended & 0xff == code & 0xff ? extended : code, message: message ?? "unknown error",
      statement: statement)
  }
}
