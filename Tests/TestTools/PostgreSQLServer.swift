import Foundation

/// The PostgreSQL that the tests use: the one of `SYNC_POSTGRES`, which `.ci/postgres run` sets, or
/// the one that `make postgres` started.
package enum PostgreSQLServer {
  /// Its address; `nil` if there is none.
  package static let url: String? = {
    if let url = ProcessInfo.processInfo.environment["SYNC_POSTGRES"] { return url }
    let folder = packageFolder.appendingPathComponent(".build/postgres").path
    guard FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.5432") else { return nil }
    return address(inFolder: folder)
  }()

  /// The reason for skipping a test.
  package static let missing: String =
    "needs PostgreSQL: run 'make postgres' before the tests, or '.ci/postgres run swift test'"

  /// A server that `.ci/postgres start` started in a folder.
  package static func address(inFolder folder: String) -> String {
    "postgresql:///postgres?host=\(folder)&user=postgres"
  }

  /// The address of an empty database: a schema of its own. An existing name is the same database.
  package static func database(named name: String = UUID().uuidString) throws -> String {
    guard let url else { throw Failure(message: missing) }
    _ = try query(#"CREATE SCHEMA IF NOT EXISTS "\#(name)""#)
    return url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D%22\(name)%22"
  }

  /// The output of a statement.
  package static func query(_ sql: String, on url: String? = url) throws -> String {
    try run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url ?? ""])
  }

  /// Runs `.ci/postgres` for a server in a folder of its own.
  package static func control(_ command: String..., folder: String) throws {
    let script = packageFolder.appendingPathComponent(".ci/postgres").path
    _ = try run([script] + command, environment: ["POSTGRES_FOLDER": folder])
  }

  private static func run(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(message: "\(command) failed") }
    return text
  }

  private struct Failure: Error {
    let message: String
  }
}
