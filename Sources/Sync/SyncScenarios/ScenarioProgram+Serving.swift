import CommandLineTool
import Diagnostics
import Sync
import SyncBackend

/// The reference server as a separate program: `sync-scenarios serve`.
extension ScenarioProgram {
  static let serving = CommandDescription(
    "serve", "Run the reference server on 127.0.0.1 for a limited time",
    discussion: """
      Prints its address once it listens, and stops by itself. A request carries the header \
      'Authorization: Bearer TOKEN'. A fault is KIND[=VALUE][*TIMES][@ROUTE] and meets the next \
      requests that fit: delay=2.5, drop-before, drop-after, 429=30*3, 503, 500-after, \
      truncate=10@GET /changes.
      """,
    options: [
      OptionDescription("port", short: "p", value: "N", "The port; any free one by default"),
      OptionDescription("seconds", value: "N", "The running time; 600 by default"),
      OptionDescription(
        "data", value: "FILE|URL", "A file, or postgresql://…; in memory by default"),
      OptionDescription(
        "token", value: "TOKEN", "The token of the only user; 'token' by default"),
      OptionDescription(
        "rate-limit", value: "N", "The requests of a user in a minute; 300 by default"),
      OptionDescription("fault", value: "FAULT", "A fault to inject; may be repeated"),
    ],
    examples: [
      ("sync-scenarios serve --port 8080", "serve for ten minutes"),
      (
        "sync-scenarios serve --fault '429=30*3@POST /events/batch'",
        "refuse the first three batches"
      ),
    ])

  func serve(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    let port = try arguments.number("port", default: 0, in: 0...65_535, of: "serve")
    let seconds = try arguments.number("seconds", default: 600, in: 1...86_400, of: "serve")
    let faults = try faults(arguments)
    let limit = try arguments.number("rate-limit", default: 300, in: 1...1 << 40, of: "serve")
    let token = arguments.value("token") ?? "token"
    var configuration = BackendService.Configuration(users: [token: "user"])
    configuration.rateLimit = limit
    let clock = SystemSyncClock()
    do {
      let ruleBook = try BackendService(
        database: arguments.value("data"), clock: clock,
        configuration: configuration)
      for fault in faults { ruleBook.inject(fault) }
      let listener = try HTTPListener(ruleBook, port: UInt16(port))
      print("listening on http://127.0.0.1:\(listener.port)/api/v1 for \(seconds) seconds\n")
      // If the task is cancelled, the server stops at once.
      try? await clock.sleep(for: .seconds(seconds))
      listener.stop()
      return .success
    } catch {
      printError("sync-scenarios: \(error)\n")
      return .failure
    }
  }

  private func faults(_ arguments: ParsedArguments) throws(UsageError) -> [Fault] {
    var faults: [Fault] = []
    for text in arguments.options["fault"] ?? [] {
      do throws(Fault.Unreadable) {
        faults.append(try Fault(parsing: text))
      } catch {
        throw UsageError(error.description, path: ["serve"])
      }
    }
    return faults
  }
}
