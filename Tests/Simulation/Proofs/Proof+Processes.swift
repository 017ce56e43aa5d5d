import Foundation

extension Proof {
  /// Several processes of the server and a PostgreSQL behave like one server, although processes
  /// are killed and the database is restarted.
  static let processes = Proof(
    name: "processes",
    claim: "32 clients of 4 server processes on PostgreSQL converge, whatever is killed",
    unit: "operations", size: 32 * 250
  ) { size in
    let environment = ProcessInfo.processInfo.environment
    guard let database = environment["SYNC_POSTGRES"],
      let command = environment["SYNC_POSTGRES_RESTART"]
    else {
      throw SimulationFailure("needs PostgreSQL: run '.ci/postgres run sync-simulation prove'")
    }
    let run = try ProcessRun(database: database) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", command]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw SimulationFailure("\(command) failed") }
    }
    let figures = try await run.run(operations: size)
    return Outcome(
      figures: [
        "edits": "\(figures.edits)", "changes": "\(figures.changes)",
        "servers killed": "\(figures.kills)", "restarts": "\(figures.restarts)",
        "quiet rounds": "\(figures.rounds)", "violations": "\(figures.violations.count)",
      ], objection: figures.violations.first)
  }
}
