// The SyncBackend module is a reference server with the rules that the engine expects of its
// service, for tests, scenarios, simulations and benchmarks.
//
// A transport accepts a request: `HTTPListener` over sockets of 127.0.0.1, or `InProcessTransport`
// over a simulated network. `BackendService` finds its `Route` and checks user, rate limit and
// idempotency key. Then the rules change the rows of `BackendStore` and their change log in one
// transaction of a `Storage`: SQLite, or PostgreSQL for several processes. A `Fault` delays, loses, replaces or truncates the answer.
//
// The server shares the values of HTTP, timestamps and clocks with Sync, but not the entities:
// `Resource` and `Field` define rows and valid values a second time, so that the server does not
// repeat an error in the engine's wire types. The module is not a product, because apps have their
// own servers.

import Basics
internal import SQLiteAccess
package import Sync

/// The reference server without its sockets: accepts a request and returns a response.
///
/// It implements the rules of the service that the engine communicates with (routes, validation,
/// idempotency keys, uniqueness, change log, rate limit) with its own database. Time comes from the
/// given clock and identifiers from its clients, so the same requests yield the same answers, byte
/// for byte. It can be called from any thread. SQLite processes requests one after the other,
/// PostgreSQL those of a user, also across processes. Each process counts the requests for its rate
/// limit separately.
///
/// Order of the checks: size, route, user, rate limit, media type, idempotency key, the route's own
/// rules. A request's effects, its entries in the change log and its stored answer are one
/// transaction.
package final class BackendService: Sendable {
  /// The options of the server.
  package struct Configuration: Sendable {
    /// The user of each bearer token.
    package var users: [String: String]
    /// The number of requests that a user may make in a window.
    package var rateLimit = 300
    /// The length of that window.
    package var rateLimitWindow = Duration.seconds(60)
    /// The maximum size of a body in bytes.
    package var maximumBodySize = 1 << 20
    /// The environment in the response to `GET /health`.
    package var environment = "reference"
    /// Whether a commit waits for the disk.
    package var isDurable = true
    /// The number of connections to PostgreSQL that are open at a time.
    package var connectionLimit = 4

    /// Creates the defaults with these users.
    package init(users: [String: String] = ["token": "user"]) {
      self.users = users
    }
  }

  struct State {
    var limiter: RateLimiter
    var faults = FaultPlan()
    var requests: [String: Int] = [:]
  }

  package let configuration: Configuration
  let clock: any SyncClock
  let routes: [Route]
  let state: Locked<State>
  let storage: any Storage

  /// Opens a server with a database: the URL of one in PostgreSQL, such as
  /// `postgresql://user@host/name`, or the path of a file of SQLite; private memory if it is `nil`.
  ///
  /// - Throws: the error of the storage, or `MissingPostgreSQL`.
  package init(
    database: String? = nil, clock: any SyncClock, configuration: Configuration = Configuration()
  ) throws {
    self.configuration = configuration
    self.clock = clock
    routes = Route.all(environment: configuration.environment)
    storage = try BackendService.storage(database, configuration)
    let limiter = RateLimiter(limit: configuration.rateLimit, length: configuration.rateLimitWindow)
    state = Locked(State(limiter: limiter))
  }

  /// This program was built without the client library of PostgreSQL.
  package struct MissingPostgreSQL: Error, CustomStringConvertible {
    /// One sentence for the user.
    package let description =
      "this build has no PostgreSQL: install the Debian package libpq-dev and build again"
  }

  private static func storage(
    _ database: String?, _ configuration: Configuration
  ) throws -> any Storage {
    guard let database else {
      return try SQLiteStorage(ownMemory(), isDurable: configuration.isDurable)
    }
    guard database.contains(/^postgres(ql)?:\/\//) else {
      return try SQLiteStorage(.file(database), isDurable: configuration.isDurable)
    }
    #if POSTGRESQL
      return try PostgreSQLStorage(
        url: database, isDurable: configuration.isDurable,
        connectionLimit: configuration.connectionLimit)
    #else
      throw MissingPostgreSQL()
    #endif
  }

  private static let memoryCount = Locked(0)

  private static func ownMemory() -> Database.Location {
    let number = memoryCount.withLock { count in
      count += 1
      return count
    }
    return .memory(name: "reference server \(number)")
  }

  /// The response to a request, ignoring faults.
  package func respond(to request: HTTPRequest) -> HTTPResponse {
    do {
      let (route, parameters) = try find(request)
      return respond(to: request, route, parameters).response
    } catch {
      return error.reply.response
    }
  }

  /// The answer to a request, including its fault.
  package func answer(_ request: HTTPRequest) -> DeliveredResponse {
    do {
      let (route, parameters) = try find(request)
      let fault = state.withLock { $0.faults.next(route: route.name) }
      return answer(fault) { self.respond(to: request, route, parameters).response }
    } catch {
      return DeliveredResponse(response: error.reply.response, delay: .zero, delivery: .whole)
    }
  }

  /// Adds a fault for the next requests.
  package func inject(_ fault: Fault) {
    state.withLock { $0.faults.append(fault) }
  }

  /// Removes the remaining faults.
  package func clearFaults() {
    state.withLock { $0.faults.removeAll() }
  }

  /// Begins a new epoch of the change feed, as an operator does after restoring a backup. The name
  /// must be new.
  ///
  /// - Throws: the error of the storage.
  package func beginEpoch(_ name: String) throws {
    try storage.transaction(.exclusive) { try $0.beginEpoch(name) }
  }

  /// Drops the changes up to a number of the feed: a client that has not read them must fetch
  /// everything.
  ///
  /// - Throws: the error of the storage.
  package func forgetChanges(upTo cursor: Int64) throws {
    try storage.transaction(.exclusive) { try $0.forgetChanges(upTo: cursor) }
  }

  /// The number of requests to each route: `["GET /changes": 2]`. Requests that were lost, or that
  /// encountered a fault instead of the rules, are not counted.
  package var requestCounts: [String: Int] { state.withLock { $0.requests } }

  private func find(
    _ request: HTTPRequest
  ) throws(Problem) -> (route: Route, parameters: [String: String]) {
    guard request.body.count <= configuration.maximumBodySize else {
      throw Problem(
        .tooLarge,
        "a body may have \(configuration.maximumBodySize) bytes, not \(request.body.count)")
    }
    return try Route.find(request.method, request.path, in: routes)
  }
}
