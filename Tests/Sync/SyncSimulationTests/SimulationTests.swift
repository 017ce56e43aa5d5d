import Foundation
import SyncSimulation
import TestTools
import Testing

@Suite("Simulation", .timeLimit(.minutes(testMinutes)))
struct SimulationTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `devices and server agree once the faults stop`(seed: UInt64) async throws {
    let report = try await SimulationReport.simulating(
      seed: seed, options: SimulationOptions(steps: 400, clients: 2))
    #expect(report.failure == nil)
    #expect(report.counts.steps > 400)
    #expect(report.counts.edits > 0)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `devices and server agree after a storm, in which every third step is a fault`(seed: UInt64)
    async throws
  {
    let report = try await SimulationReport.simulating(
      seed: seed, options: SimulationOptions(steps: 800, clients: 3, isStormy: true))
    #expect(report.failure == nil)
    #expect(report.counts.faults * 4 > 800)
    #expect(report.counts.crashes > 0)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `lasting faults block only edits that depend on them`(seed: UInt64) async throws {
    let report = try await SimulationReport.simulating(
      seed: seed, options: SimulationOptions(isLiveness: true))
    #expect(report.failure == nil)
    #expect(report.script.contains { $0.hasPrefix("wedge") })
  }

  @Test func `the simulation includes gateways and clocks that are set`() async throws {
    let report = try await SimulationReport.simulating(
      seed: 1, options: SimulationOptions(steps: 3000, clients: 2))
    for fault in ["html-", "empty-", "json-", "-after", "=date"] {
      #expect(report.script.contains { $0.contains(fault) })
    }
    #expect(report.script.contains { $0.hasPrefix("set-clock") })
    #expect(report.script.contains { $0.hasPrefix("drift") })
  }

  @Test func `random edits cover every kind of entity`() async throws {
    let report = try await SimulationReport.simulating(
      seed: 1, options: SimulationOptions(steps: 4000, clients: 2))
    let verbs = Set(report.script.compactMap { $0.split(separator: " ").first })
    for kind in ["type", "event", "geofence", "definition"] {
      #expect(verbs.contains { $0.hasPrefix("create-\(kind)") })
      #expect(verbs.contains { $0 == "rename-\(kind)" || $0 == "update-\(kind)" })
      #expect(verbs.contains { $0 == "delete-\(kind)" })
    }
  }

  @Test func `equal seeds yield equal hashes, and different seeds different ones`() async throws {
    let options = SimulationOptions(steps: 400, clients: 3)
    let one = try await SimulationReport.simulating(seed: 99, options: options)
    let again = try await SimulationReport.simulating(seed: 99, options: options)
    let other = try await SimulationReport.simulating(seed: 98, options: options)
    #expect(one.hash == again.hash)
    #expect(one.script == again.script)
    #expect(one.hash != other.hash)
  }

  @Test func `seeds on several threads yield the same results as on one`() async throws {
    let options = SimulationOptions(steps: 150, clients: 2)
    let hashes = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await SimulationReport.simulating(seed: 5, options: options).hash
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(hashes.count == 1)
  }

  @Test func `a script replays the steps of a seed`() async throws {
    let options = SimulationOptions(steps: 200, clients: 2)
    let report = try await SimulationReport.simulating(seed: 3, options: options)
    let again = try await SimulationReport.replaying(report.script, seed: 3, options: options)
    #expect(again.hash == report.hash)
  }

  /// A gateway answers that an event was deleted, which the server has never received. This takes
  /// three syncs; in the last of them, the answer to the deletion is false.
  private static let lie = """
    create-type 0 1
    cut 1 0
    create-events 0 1
    rename-type 0 1
    sync 0 1
    wait 20
    \(String(repeating: "deliver 0\nanswer 0\n", count: 12))
    create-geofence 0 1
    wait 10
    delete-event 0 0
    sync 0 1
    deliver 0
    answer 0
    deliver 0
    answer 0
    deliver 0
    answer 0
    deliver 0 lie
    answer 0
    wait 10
    """

  @Test
  func `a lost edit is noticed at the step that lost it, and shrunk to the necessary steps`()
    async throws
  {
    let lines = SimulationTests.lie.split(separator: "\n").map(String.init)
    let options = SimulationOptions(steps: 0, clients: 2)
    let report = try await SimulationReport.replaying(lines, seed: 1, options: options)
    let failure = try #require(report.failure)
    #expect(failure.contains("has lost edit"))
    let shrunk = try await report.shrunk(options: options)
    #expect(shrunk.failure?.contains("device 0") == true)
    #expect(shrunk.script.count < report.script.count)
    #expect(shrunk.script.contains("deliver 0 lie"))
    #expect(!shrunk.script.contains("create-geofence 0 1"))
    let again = try await SimulationReport.replaying(shrunk.script, seed: 1, options: options)
    #expect(again.failure == shrunk.failure)
  }

  @Test(arguments: [
    "explode 0 1", "sync", "sync 0", "sync x 1", "wait -4", "deliver 1 500 more", "wait 1 500",
  ])
  func `an invalid line is reported`(line: String) async throws {
    await #expect {
      _ = try await SimulationReport.replaying(
        ["# a comment", "wait 10", line], seed: 1, options: SimulationOptions())
    } throws: {
      "\($0)" == "line 3 is not a step: '\(line)'"
    }
  }

  @Test
  func `clients that edit the same entities have equal bytes after at most three quiet rounds`()
    async throws
  {
    let report = try await SimulationReport.editing(seed: 1, clients: 8, operations: 400)
    #expect(report.failure == nil)
    #expect(report.counts.edits >= 400)
    #expect((1...3).contains(report.counts.rounds))
  }
}
