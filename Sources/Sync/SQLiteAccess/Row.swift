private import CSQLite

/// The current row of a query; valid only while the query's closure runs.
@safe package struct Row: ~Copyable {
  private let handle: OpaquePointer
  private let statement: String

  init(_ handle: OpaquePointer, statement: String) {
    unsafe self.handle = handle
    self.statement = statement
  }

  /// Whether the column is NULL.
  package borrowing func isNull(_ column: Int) -> Bool {
    type(of: column) == SQLITE_NULL
  }

  /// A whole number.
  package borrowing func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    guard type(of: column) == SQLITE_INTEGER else { throw mismatch(column) }
    return unsafe sqlite3_column_int64(handle, Int32(clamping: column))
  }

  /// A whole number, or `nil` for NULL.
  package borrowing func optionalInteger(_ column: Int) throws(DatabaseError) -> Int64? {
    if isNull(column) { return nil }
    return try integer(column)
  }

  /// A Boolean, stored as 0 or 1.
  package borrowing func truth(_ column: Int) throws(DatabaseError) -> Bool {
    try integer(column) != 0
  }

  /// A number; whole numbers are accepted too.
  package borrowing func real(_ column: Int) throws(DatabaseError) -> Double {
    let type = type(of: column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw mismatch(column) }
    return unsafe sqlite3_column_double(handle, Int32(clamping: column))
  }

  /// A number, or `nil` for NULL.
  package borrowing func optionalReal(_ column: Int) throws(DatabaseError) -> Double? {
    if isNull(column) { return nil }
    return try real(column)
  }

  /// A text; bytes that are not valid UTF-8 are repaired.
  package borrowing func text(_ column: Int) throws(DatabaseError) -> String {
    guard type(of: column) == SQLITE_TEXT else { throw mismatch(column) }
    return string(column)
  }

  /// A text, or `nil` for NULL.
  package borrowing func optionalText(_ column: Int) throws(DatabaseError) -> String? {
    if isNull(column) { return nil }
    return try text(column)
  }

  /// The bytes of a BLOB or of a text in UTF-8; empty for NULL.
  package borrowing func bytes(_ column: Int) -> [UInt8] {
    let index = Int32(clamping: column)
    guard let start = unsafe sqlite3_column_blob(handle, index) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, index))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of any column.
  package borrowing func value(_ column: Int) -> SQLValue {
    let index = Int32(clamping: column)
    switch type(of: column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, index))
    case SQLITE_TEXT: return .text(string(column))
    case SQLITE_BLOB: return .blob(bytes(column))
    default: return .null
    }
  }

  /// The values of all columns.
  package var values: [SQLValue] {
    (0..<Int(unsafe sqlite3_column_count(handle))).map { value($0) }
  }

  private borrowing func string(_ column: Int) -> String {
    let index = Int32(clamping: column)
    guard let start = unsafe sqlite3_column_text(handle, index) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, index))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private borrowing func type(of column: Int) -> Int32 {
    unsafe sqlite3_column_type(handle, Int32(clamping: column))
  }

  /// The error for a column with an unexpected value.
  package borrowing func mismatch(_ column: Int) -> DatabaseError {
    let index = Int32(clamping: column)
    let name = unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) }
    let value = unsafe sqlite3_column_text(handle, index).map { unsafe String(cString: $0) }
    return .unexpectedValue(
      column: name ?? "\(column)", found: value.map { "‘\($0.prefix(40))’" } ?? "NULL",
      statement: statement)
  }
}
