import Foundation
import Sync
import SyncBackend

/// The reference server on SQLite and on PostgreSQL, compared with `pgbench` on the same cluster.
///
/// A request creates an event under an idempotency key: ten statements, two of them writes of the
/// change log and of the answer. `pgbench` makes its built-in transaction of five statements
/// (`simple-update`). All commits wait for the disk. The three alternate, and the best counts.
struct ServerBench: Bench {
  let name = "server"
  private let clients = 8
  private let seconds = 3.0
  private let rounds = 3

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("requests of the server", error)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private func measure() async throws {
    guard let url = ProcessInfo.processInfo.environment["SYNC_POSTGRES"] else {
      throw Failure(
        description: "needs PostgreSQL: .ci/postgres run .build/release/Benchmarks server")
    }
    let folder = try ScratchFolder()
    let sqlite = try service(folder.path("server.db"))
    let postgreSQL = try service(url)
    _ = try pgbench(["-i", "-q", "-s", "10", url])
    var best: [String: Double] = [:]
    for _ in 0..<rounds {
      for users in [1, clients] {
        let rate = try await requests(to: sqlite, users: users)
        best["SQLite \(users)"] = max(best["SQLite \(users)"] ?? 0, rate)
        let other = try await requests(to: postgreSQL, users: users)
        best["PostgreSQL \(users)"] = max(best["PostgreSQL \(users)"] ?? 0, other)
      }
      for count in [1, clients] {
        // A limit in seconds (-T) needs a signal that programs of Foundation block.
        let options = [
          "-n", "-b", "simple-update", "-M", "prepared", "-j", "2", "-t", "\(2000 / count)",
        ]
        let text = try pgbench(options + ["-c", "\(count)", url])
        let rate = text.firstMatch(of: /tps = ([0-9.]+)/).flatMap { Double($0.1) } ?? 0
        best["pgbench \(count)"] = max(best["pgbench \(count)"] ?? 0, rate)
      }
    }
    report(best)
  }

  private func report(_ best: [String: Double]) {
    for users in [1, clients] {
      let (sqlite, postgreSQL) = (best["SQLite \(users)"] ?? 0, best["PostgreSQL \(users)"] ?? 0)
      let peer = best["pgbench \(users)"] ?? 0
      let what = users == 1 ? "1 user" : "\(users) users"
      Report.line(
        "requests on PostgreSQL, \(what)", "\(Int(postgreSQL)) /s",
        beside: "\(Report.number(postgreSQL / sqlite)) x SQLite (\(Int(sqlite)) /s), "
          + "\(Report.number(postgreSQL / peer)) x pgbench with \(what) (\(Int(peer)) /s)")
    }
  }

  private func service(_ database: String) throws -> BackendService {
    let users = (0..<clients).map { ("token\($0)", "user\($0)") }
    var configuration = BackendService.Configuration(
      users: Dictionary(uniqueKeysWithValues: users))
    configuration.rateLimit = .max
    configuration.connectionLimit = clients
    return try BackendService(
      database: database, clock: SystemSyncClock(), configuration: configuration)
  }

  /// The number of requests per second of as many threads as there are clients, which belong to
  /// this number of users.
  private func requests(to service: BackendService, users: Int) async throws -> Double {
    let end = ContinuousClock.now + .seconds(seconds)
    let start = ContinuousClock.now
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<clients {
        let writer = EventWriter(service: service, token: "token\(client % users)")
        group.addTask { try await onThread { try writer.createEvents(until: end) } }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / ((ContinuousClock.now - start).nanoseconds / 1e9)
  }

  private func pgbench(_ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pgbench"] + arguments
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "pgbench failed") }
    return text
  }
}

/// Runs blocking work, for which tasks have too few threads.
private func onThread(_ work: @escaping @Sendable () throws -> Int) async throws -> Int {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try work() }) }.start()
  }
}

/// Creates events of one user.
private struct EventWriter {
  let service: BackendService
  let token: String
  private let identifiers = IdentifierSource(clock: SystemSyncClock(), random: .system())
  private let type: String

  init(service: BackendService, token: String) {
    (self.service, self.token) = (service, token)
    type = identifiers.next()
  }

  /// Creates events one after the other; returns their number.
  func createEvents(until end: ContinuousClock.Instant) throws -> Int {
    try post("event-types", #"{"id":"\#(type)","name":"\#(type)","color":"c","icon":"i"}"#)
    var count = 0
    while ContinuousClock.now < end {
      try createEvent()
      count += 1
    }
    return count
  }

  private func createEvent() throws {
    let time = SystemSyncClock().now.rfc3339
    let id = identifiers.next()
    // Of a health app, whose events may have equal times.
    try post(
      "events",
      """
      {"id":"\(id)","event_type_id":"\(type)","timestamp":"\(time)","source_type":"healthkit",\
      "healthkit_sample_id":"\(id)","healthkit_category":"\(id)","notes":"\(EditSource.notes)"}
      """)
  }

  private func post(_ collection: String, _ body: String) throws {
    let response = service.respond(
      to: HTTPRequest(
        method: "POST", path: "/api/v1/\(collection)",
        headers: [
          HTTPField("Authorization", "Bearer \(token)"),
          HTTPField("Content-Type", "application/json"),
          HTTPField("Idempotency-Key", identifiers.nextKey()),
        ], body: Array(body.utf8)))
    guard response.status == 201 else {
      throw APIError.network(
        "\(response.status): \(String(decoding: response.body, as: UTF8.self))")
    }
  }
}
