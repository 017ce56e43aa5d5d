#if POSTGRESQL
  internal import CPostgreSQL
  internal import SQLiteAccess

  /// Owns the result of a statement and frees it.
  @safe struct PostgreSQLResult: ~Copyable {
    private let result: OpaquePointer

    /// - Throws: `PostgreSQLError` if the statement failed.
    init(
      _ result: OpaquePointer?, of connection: PostgreSQLConnection, statement: String
    ) throws {
      let status = unsafe PQresultStatus(result)
      guard let result = unsafe result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
      else {
        defer { unsafe PQclear(result) }
        throw unsafe connection.failure(statement, of: result)
      }
      unsafe self.result = result
    }

    deinit { unsafe PQclear(result) }

    /// The number of rows.
    var count: Int { Int(unsafe PQntuples(result)) }

    /// The number of rows inserted, updated or deleted.
    var changedRows: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The name of the command.
    var command: String { unsafe String(cString: PQcmdStatus(result)) }

    /// The values of a row, which are in PostgreSQL's binary format: numbers with the highest byte
    /// first (https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES).
    func values(inRow row: Int) -> [SQLValue] {
      let count = unsafe PQnfields(result)
      return (0..<count).map { value(inRow: Int32(row), column: $0) }
    }

    private func value(inRow row: Int32, column: Int32) -> SQLValue {
      guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
      let count = unsafe Int(PQgetlength(result, row, column))
      let bytes = unsafe Array(
        UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count))
      // The identifiers of the types are in pg_type.dat of PostgreSQL's sources.
      switch unsafe PQftype(result, column) {
      case 17: return .blob(bytes)
      case 20: return .integer(Int64(bitPattern: PostgreSQLResult.number(bytes)))
      case 23: return .integer(Int64(Int32(truncatingIfNeeded: PostgreSQLResult.number(bytes))))
      case 701: return .real(Double(bitPattern: PostgreSQLResult.number(bytes)))
      default: return .text(String(decoding: bytes, as: UTF8.self))
      }
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// An error of PostgreSQL or of the connection to it.
  struct PostgreSQLError: StorageError, Hashable {
    /// The code, five characters (https://www.postgresql.org/docs/current/errcodes-appendix.html).
    let state: String
    let message: String
    /// The name of the statement.
    let statement: String

    var isUniqueViolation: Bool { state == "23505" }

    /// The connection failed (class 08), the server has no resources (53), an operator or a timeout
    /// intervened (57, 25P03), or another transaction held a lock (55P03, class 40).
    var isTemporary: Bool {
      ["08", "40", "53", "57"].contains(state.prefix(2)) || ["25P03", "55P03"].contains(state)
    }

    /// Whether the server has ended the connection, to shut down or after a crash. libpq reports the
    /// server's last message first and notices the closed connection at the next statement.
    var isConnectionLoss: Bool {
      state.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(state)
    }

    /// Whether a value cannot be stored: U+0000 in a text, or a text that is too long for an index.
    var isRefusedValue: Bool { state == "22021" || state == "54000" }

    var description: String { "\(statement): \(message) (PostgreSQL \(state))" }
  }
#endif
