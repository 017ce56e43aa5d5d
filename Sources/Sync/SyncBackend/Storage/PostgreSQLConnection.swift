#if POSTGRESQL
  internal import CPostgreSQL
  internal import SQLiteAccess

  /// Owns one connection to PostgreSQL and closes it; no other type does. One transaction at a time
  /// uses it.
  @safe final class PostgreSQLConnection: StorageConnection {
    private let connection: OpaquePointer
    /// The names of the prepared statements, by their text.
    private var prepared: [String: String] = [:]

    /// Connects to a database, and waits at most five seconds for the server. A lock is waited for
    /// as long as SQLite's, and a transaction that is idle for half a minute is ended.
    ///
    /// - Throws: `PostgreSQLError`.
    init(url: String, isDurable: Bool) throws {
      let timeout = url.contains("?") ? "&connect_timeout=5" : "?connect_timeout=5"
      let address = url.contains("connect_timeout=") ? url : url + timeout
      guard let connection = unsafe PQconnectdb(address) else {
        throw PostgreSQLError(state: "53200", message: "out of memory", statement: "connect")
      }
      unsafe self.connection = connection
      // Otherwise, libpq prints the server's warnings.
      _ = unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
      guard isAlive else { throw unsafe failure("connect", of: nil) }
      try execute(
        SQL(
          "set up the connection",
          """
          SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s';
          SET synchronous_commit = \(isDurable ? "on" : "off")
          """))
    }

    deinit { unsafe PQfinish(connection) }

    /// Whether the server was there at the last statement.
    var isAlive: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

    /// Runs one or several statements without parameters; returns the name of the last command:
    /// `COMMIT`.
    @discardableResult
    func execute(_ sql: SQL) throws -> String {
      let result = unsafe try PostgreSQLResult(
        PQexec(connection, sql.text), of: self, statement: sql.name)
      return result.command
    }

    @discardableResult
    func run(_ sql: SQL, _ values: [SQLValue]) throws -> Int {
      try send(sql, values).changedRows
    }

    func rows<Element>(
      _ sql: SQL, _ values: [SQLValue], make: (StorageRow) throws -> Element
    ) throws -> [Element] {
      let result = try send(sql, values)
      return try (0..<result.count).map { row in
        try make(StorageRow(values: result.values(inRow: row), statement: sql.name))
      }
    }

    func savepoint(_ body: () throws -> Void) throws {
      try execute(SQL("set savepoint", "SAVEPOINT inner_part"))
      do {
        try body()
      } catch {
        try execute(SQL("undo savepoint", "ROLLBACK TO inner_part; RELEASE inner_part"))
        throw error
      }
      try execute(SQL("release savepoint", "RELEASE inner_part"))
    }

    /// The error of a result, or of the connection.
    func failure(_ statement: String, of result: OpaquePointer?) -> PostgreSQLError {
      let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
      let message = unsafe PQerrorMessage(connection)
      return PostgreSQLError(
        // Class 08: libpq has no code for a lost connection.
        state: unsafe state.map { unsafe String(cString: $0) } ?? "08006",
        message: unsafe message.map { unsafe String(cString: $0) } ?? "unknown error",
        statement: statement)
    }

    private func send(_ sql: SQL, _ values: [SQLValue]) throws -> PostgreSQLResult {
      let name = try prepare(sql)
      let parameters = PostgreSQLParameters(values)
      let result = unsafe parameters.withPointers { pointers in
        unsafe PQexecPrepared(
          connection, name, Int32(values.count), pointers, parameters.lengths, parameters.formats, 1
        )
      }
      return unsafe try PostgreSQLResult(result, of: self, statement: sql.name)
    }

    private func prepare(_ sql: SQL) throws -> String {
      if let name = prepared[sql.text] { return name }
      let name = "statement\(prepared.count)"
      _ = unsafe try PostgreSQLResult(
        PQprepare(connection, name, PostgreSQLConnection.numbered(sql.text), 0, nil), of: self,
        statement: sql.name)
      prepared[sql.text] = name
      return name
    }

    /// The statement with numbered parameters: `id = ? LIMIT ?` -> `id = $1 LIMIT $2`.
    private static func numbered(_ text: String) -> String {
      let parts = text.split(separator: "?", omittingEmptySubsequences: false)
      return parts.dropFirst().enumerated().reduce(String(parts[0])) {
        "\($0)$\($1.offset + 1)\($1.element)"
      }
    }
  }

  /// The parameters of a statement in libpq's form. Numbers are texts, which PostgreSQL converts to
  /// the type of the parameter; texts and bytes have lengths, because they may contain zeros.
  private struct PostgreSQLParameters {
    private var bytes: [UInt8] = []
    /// The position of each parameter in `bytes`; `nil` for NULL.
    private var offsets: [Int?] = []
    private(set) var lengths: [Int32] = []
    /// 1 for binary parameters.
    private(set) var formats: [Int32] = []

    init(_ values: [SQLValue]) {
      for value in values {
        switch value {
        case .null: append(nil, isBinary: false)
        case .integer(let number): append(Array(String(number).utf8), isBinary: false)
        case .real(let number): append(Array(String(number).utf8), isBinary: false)
        case .text(let text): append(Array(text.utf8), isBinary: true)
        case .blob(let content): append(content, isBinary: true)
        }
      }
    }

    private mutating func append(_ content: [UInt8]?, isBinary: Bool) {
      offsets.append(content == nil ? nil : bytes.count)
      lengths.append(Int32(clamping: content?.count ?? 0))
      formats.append(isBinary ? 1 : 0)
      if let content { bytes += content + [0] }
    }

    func withPointers<Result>(
      _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      unsafe bytes.withUnsafeBytes { bytes in
        let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        for offset in offsets {
          unsafe pointers.append(offset.flatMap { unsafe start?.advanced(by: $0) })
        }
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
      }
    }
  }
#endif
