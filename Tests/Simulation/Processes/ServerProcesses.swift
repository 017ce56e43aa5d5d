import Basics
import Foundation
import Sync
import SyncHTTP

/// Several processes of the reference server, `sync-scenarios serve`, with one database. Each has
/// its own address; a killed one is replaced at once.
final class ServerProcesses: Sendable {
  private struct Server {
    let process: Process
    let transport: URLSessionTransport
  }

  private let database: String
  private let servers: Locked<[Server]>

  /// Starts the servers, which end by themselves after an hour.
  ///
  /// - Throws: `SimulationFailure` if one does not listen.
  init(_ count: Int, database: String) throws {
    self.database = database
    servers = Locked([])
    for _ in 0..<count { try add() }
  }

  /// The program, which is built next to this one or to the tests.
  private static let program: URL = {
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("sync-scenarios")
  }()

  deinit {
    for server in servers.value { server.process.terminate() }
  }

  /// The transport of the server with this number, counted modulo the number of servers.
  func transport(_ number: UInt64) -> URLSessionTransport {
    servers.withLock { $0[Int(number % UInt64($0.count))].transport }
  }

  /// Kills a server in the middle of its requests, and starts another one.
  func kill(_ number: UInt64) throws {
    let server = servers.withLock { $0.remove(at: Int(number % UInt64($0.count))) }
    Foundation.kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
    try add()
  }

  private func add() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = ServerProcesses.program
    process.arguments = [
      "serve", "--data", database, "--seconds", "3600", "--rate-limit", "1000000000",
    ]
    process.standardOutput = output
    try process.run()
    // The line with the address, or nothing if the server has ended.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let address = line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.output,
      let url = URL(string: String(address))
    else {
      process.terminate()
      throw SimulationFailure("a server does not listen: '\(line)'")
    }
    let server = Server(process: process, transport: URLSessionTransport(baseURL: url))
    servers.withLock { $0.append(server) }
  }
}

/// Sends each request to any of the servers, like a load balancer.
struct BalancingTransport: HTTPTransport {
  let servers: ServerProcesses
  let random: SyncRandom

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await servers.transport(random.next()).send(request)
  }
}
