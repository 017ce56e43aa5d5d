import Foundation
import Sync
import SyncBackend
import Synchronization
import TestTools
import Testing

/// Several processes of the server with one database; each `Server` has its own connections, like a
/// process.
@Suite(
  .enabled(if: PostgreSQLServer.url != nil, "\(PostgreSQLServer.missing)"),
  .timeLimit(.minutes(testMinutes))) struct PostgreSQLTests
{
  private func servers(_ count: Int, on url: String? = nil) throws -> [Server] {
    let url = try url ?? PostgreSQLServer.database()
    return try (0..<count).map { try Server(url: url, seed: UInt64($0)) }
  }

  @Test(arguments: [["a"], ["a", "b"]])
  func `a reader of the feed misses no change, whatever commits meanwhile`(
    tokens: [String]
  ) async throws {
    let servers = try servers(4)
    let expected = 200 / tokens.count
    let writing = Countdown(8)
    // Eight threads write and four read until all writers have ended.
    let feeds = await onThreads(12) { thread in
      let token = tokens[thread % tokens.count]
      var feed = FeedReader(token: token)
      if thread < 8 {
        for number in 0..<25 {
          let response = servers[thread % 4].create("\(thread)-\(number)", token: token)
          #expect(response.status == 201, "\(response.text)")
        }
        writing.end()
      } else {
        while writing.isOn { feed.read(from: servers[feed.ids.count % 4]) }
        feed.read(from: servers[thread % 4])
      }
      return feed
    }
    for feed in feeds.dropFirst(8) {
      var complete = FeedReader(token: feed.token)
      complete.read(from: servers[0])
      #expect(feed.ids == complete.ids)
      #expect(complete.ids.count == expected)
    }
  }

  @Test func `requests with one key to several processes at once have one effect`() async throws {
    let servers = try servers(4)
    let body = servers[0].event(servers[0].makeType())
    let answers = await onThreads(16) { servers[$0 % 4].send("POST", "/events", body, key: "k") }
    #expect(Set(answers.map(\.body)).count == 1)
    #expect(answers.allSatisfy { $0.status == 201 })
    #expect(servers[0].feed().count == 2)
  }

  @Test func `processes that start at once create the tables once`() async throws {
    let url = try PostgreSQLServer.database()
    let statuses = await onThreads(8) { _ in
      Result { try Server(url: url).send("GET", "/events").status }
    }
    for status in statuses { #expect(try status.get() == 200) }
    #expect(try PostgreSQLServer.query("SELECT count(*) FROM schema_version", on: url) == "4\n")
    _ = try PostgreSQLServer.query("INSERT INTO schema_version VALUES (5)", on: url)
    let error = #expect(throws: (any Error).self) { try Server(url: url) }
    #expect(
      error.map { "\($0)" }
        == "the database has schema version 5; this program supports versions up to 4")
  }

  @Test func `a pool has a limited number of connections`() async throws {
    let url = try PostgreSQLServer.database() + "&application_name=pool"
    let server = try Server(url: url) { $0.connectionLimit = 2 }
    let statuses = await onThreads(16) { server.create("\($0)").status }
    #expect(Set(statuses) == [201])
    let count = try PostgreSQLServer.query(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pool' AND query <> ''",
      on: PostgreSQLServer.url)
    #expect(count == "2\n")
  }

  @Test func `after a restart of the database, the server reconnects`() async throws {
    let folder = try TemporaryFolder()
    let cluster = folder.file("cluster")
    try PostgreSQLServer.control("start", "1200", folder: cluster)
    defer { try? PostgreSQLServer.control("stop", folder: cluster) }
    let server = try Server(url: PostgreSQLServer.address(inFolder: cluster)) {
      // Otherwise, the restart would undo the latest commits.
      $0.isDurable = true
    }
    for round in 0..<3 {
      // Several connections are idle.
      let statuses = await onThreads(8) { server.create("\(round)-\($0)").status }
      #expect(Set(statuses) == [201])
      try PostgreSQLServer.control("restart", folder: cluster)
      #expect(server.create("\(round)").status == 201)
    }
    #expect(server.feed().count == 27)
    try PostgreSQLServer.control("stop", folder: cluster)
    let refused = server.create("late")
    #expect(refused.summary == "503 unavailable")
    #expect(refused.header("Retry-After") == "1")
  }

  @Test func `a value that PostgreSQL cannot store is refused`() throws {
    let server = try servers(1)[0]
    #expect(server.send("GET", "/events?after=%00").status == 200)
    var request = server.request("GET", "/events")
    request.query = [HTTPField("after", "\0")]
    #expect(server.ruleBook.respond(to: request).summary == "400 malformed")
    let key = String((0..<9000).map { _ in "0123456789abcdef".randomElement() ?? "0" })
    let event = server.event(server.makeType())
    #expect(server.send("POST", "/events", event, key: key).summary == "400 malformed")
    #expect(server.feed().count == 1)
  }

  @Test func `a missing server is an error`() {
    let error = #expect(throws: (any Error).self) {
      try Server(url: "postgresql:///none?host=/nonexistent")
    }
    #expect(error.map { "\($0)" }?.contains("/nonexistent") == true)
  }
}

/// A device that follows the change feed.
private struct FeedReader {
  let token: String
  /// The numbers of the changes so far.
  private(set) var ids: [Int] = []

  init(token: String) { self.token = token }

  /// Reads everything after the last change.
  mutating func read(from server: Server) {
    while true {
      let page = server.send("GET", "/changes?limit=7&since=\(ids.last ?? 0)", token: token).json
      for change in page["changes"]?.elements ?? [] {
        if case .number(let id)? = change["id"] { ids.append(Int(id)) }
      }
      if page["has_more"] != .boolean(true) { return }
    }
  }
}

/// The number of threads that are still at work.
private final class Countdown: Sendable {
  private let count: Mutex<Int>

  init(_ count: Int) { self.count = Mutex(count) }

  var isOn: Bool { count.withLock { $0 > 0 } }
  func end() { count.withLock { $0 -= 1 } }
}

/// Runs work on threads at once, which tasks do only on as many as there are processors.
private func onThreads<Value: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (Int) -> Value
) async -> [Value] {
  await withTaskGroup(of: (Int, Value).self) { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread { continuation.resume(returning: (number, work(number))) }.start()
        }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
