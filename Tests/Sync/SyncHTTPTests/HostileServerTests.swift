import Foundation
import HostileServer
import Sync
import SyncBackend
import SyncHTTP
import Synchronization
import TestTools
import Testing

/// The transport over sockets, against malicious servers.
@Suite("Hostile servers", .timeLimit(.minutes(testMinutes)), .serialized)
struct HostileServerTests {
  private func client(
    _ server: RawServer, resourceTimeout: Double = 30, maximumSize: Int = 1 << 20
  ) throws -> APIClient {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let transport = URLSessionTransport(
      baseURL: url, resourceTimeout: resourceTimeout, maximumResponseSize: maximumSize)
    return APIClient(transport: transport) { "secret" }
  }

  private static func answer(_ head: String, _ body: String = "") -> String {
    "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  private let type = CreateEventTypeRequest(
    id: "a", EventTypeContent(name: "n", color: "c", icon: "i"))

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to another server is not followed (O10)`(status: Int) async throws {
    let other = try RawServer { $0.write(HostileServerTests.answer("200 OK", "[]")) }
    defer { other.stop() }
    for place in [
      "http://localhost:\(other.port)/x", "http://127.0.0.1:\(other.port)/x",
      "//localhost:\(other.port)/x", "https://127.0.0.1:\(other.port)/x",
    ] {
      let server = try RawServer {
        $0.write(HostileServerTests.answer("\(status) Moved\r\nLocation: \(place)"))
      }
      defer { server.stop() }
      let client = try client(server)
      await #expect(throws: APIError.gateway(status: status)) { try await client.getEventTypes() }
      await #expect(throws: APIError.gateway(status: status)) {
        try await client.createEventType(type)
      }
      await #expect(throws: APIError.gateway(status: status)) {
        try await client.deleteEvent(id: "e")
      }
      #expect(server.requests.count == 3)
    }
    #expect(other.requests.isEmpty, "it received neither a request nor a token")
  }

  @Test
  func `a redirect on the same host is followed with the same method, or not at all (O10)`()
    async throws
  {
    let server = try RawServer { connection in
      let isNew = connection.request.contains(" /new")
      let status = connection.request.hasPrefix("POST") ? 302 : 307
      connection.write(
        isNew
          ? HostileServerTests.answer("204 No Content")
          : HostileServerTests.answer("\(status) Moved\r\nLocation: /new"))
    }
    defer { server.stop() }
    let client = try client(server)
    try await client.deleteEvent(id: "e")
    await #expect(throws: APIError.gateway(status: 302)) { try await client.createEventType(type) }
    #expect(
      server.lines == [
        "DELETE /api/v1/events/e HTTP/1.1", "DELETE /new HTTP/1.1",
        "POST /api/v1/event-types HTTP/1.1",
      ])
    #expect(server.requests[1].contains("Bearer secret"))
  }

  @Test(arguments: [302, 307])
  func `a redirect loop ends after four requests (O10)`(status: Int) async throws {
    let server = try RawServer {
      $0.write(HostileServerTests.answer("\(status) Moved\r\nLocation: /api/v1/event-types"))
    }
    defer { server.stop() }
    let client = try client(server)
    let error = await #expect(throws: APIError.self) { try await client.getEventTypes() }
    #expect(error?.answerClass == .unusable)
    #expect(server.requests.count == 4)
  }

  @Test
  func `an answer that arrives byte by byte ends at the limit for the complete answer (W6)`()
    async throws
  {
    let isCut = Mutex(false)
    let server = try RawServer { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
      for _ in 1...300 {
        Thread.sleep(forTimeInterval: 0.1)
        if !connection.write(" ") { return isCut.withLock { $0 = true } }
      }
    }
    defer { server.stop() }
    let client = try client(server, resourceTimeout: 1)
    let start = ContinuousClock.now
    await #expect(throws: APIError.network("the request timed out")) {
      try await client.getEventTypes()
    }
    #expect(start.duration(to: .now) < .seconds(15))
    try await eventually { isCut.withLock { $0 } }
  }

  @Test(arguments: [true, false])
  func `an answer that is too large is cut off (O11)`(hasLength: Bool) async throws {
    let sent = Mutex(0)
    let server = try RawServer { connection in
      let length = hasLength ? "Content-Length: 314572800\r\n" : ""
      connection.write("HTTP/1.1 200 OK\r\n\(length)Content-Type: application/json\r\n\r\n")
      let block = [UInt8](repeating: 0x20, count: 65_536)
      for _ in 0..<4800 {
        guard connection.write(block) else { return }
        sent.withLock { $0 += block.count }
        // At 60 MB a second, faster than a network, there is time to close the connection.
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    defer { server.stop() }
    let client = try client(server, maximumSize: 1 << 20)
    await #expect(throws: APIError.decoding("it has more than 1048576 bytes")) {
      try await client.getEventTypes()
    }
    try await Task.sleep(for: .milliseconds(200))
    #expect(sent.withLock { $0 } < 100 << 20)
  }

  @Test func `an answer just below the limit is accepted`() async throws {
    let body = "[" + String(repeating: " ", count: (1 << 20) - 2) + "]"
    let server = try RawServer {
      $0.write(HostileServerTests.answer("200 OK\r\nContent-Type: application/json", body))
    }
    defer { server.stop() }
    #expect(try await client(server).getEventTypes().isEmpty)
  }
}
