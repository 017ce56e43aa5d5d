import Foundation
import Sync
import SyncHTTP
import SyncScenarios
import Synchronization
import TestTools
import Testing

/// The output of a program, from any task.
private final class Printed: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ text: String) { lines.withLock { $0.append(text) } }
  var text: String { lines.withLock { $0.joined() } }

  /// The address that the server prints; `nil` if it prints none.
  func address() async throws -> URL? {
    for _ in 0..<500 {
      if let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/) {
        return URL(string: String(match.0))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }
}

@Suite(.timeLimit(.minutes(testMinutes))) struct ServingTests {
  private func program(_ printed: Printed) -> ScenarioProgram {
    ScenarioProgram(output: { printed.add($0) }, errors: { printed.add($0) })
  }

  @Test func `the real client works with the server, including faults`() async throws {
    let printed = Printed()
    let program = program(printed)
    let serving = Task {
      await program.run([
        "serve", "--seconds", "600", "--token", "secret", "--fault", "429=7@GET /event-types",
      ])
    }
    defer { serving.cancel() }
    let address = try #require(try await printed.address())
    let transport = URLSessionTransport(baseURL: address)
    let client = APIClient(transport: transport) { "secret" }
    await #expect(throws: APIError.self) { _ = try await client.getEventTypes() }
    #expect(try await client.getEventTypes().isEmpty)
    serving.cancel()
    #expect(await serving.value == .success)
  }

  @Test(arguments: [
    (["serve", "--port", "70000"], "--port takes a whole number from 0 to 65535, not '70000'"),
    (["serve", "--seconds", "0"], "--seconds takes a whole number from 1 to 86400, not '0'"),
    (
      ["serve", "--rate-limit", "0"],
      "--rate-limit takes a whole number from 1 to 1099511627776, not '0'"
    ),
    (["serve", "--fault", "explode"], "explode"),
  ])
  func `an invalid command line is rejected before the server listens`(
    words: [String], expected: String
  ) async {
    let printed = Printed()
    #expect(await program(printed).run(words) == .usage)
    #expect(printed.text.contains(expected), "\(printed.text)")
  }
}
