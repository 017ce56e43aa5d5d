import Foundation
import SyncSimulation
import Synchronization
import TestTools
import Testing

@Suite("The program sync-simulation", .timeLimit(.minutes(testMinutes)))
struct SimulationProgramTests {
  private func run(
    _ words: String...
  ) async -> (code: SimulationProgram.ExitCode, output: String, errors: String) {
    let printed = Printed()
    let program = SimulationProgram(
      output: { text in printed.output.withLock { $0 += text } },
      errors: { text in printed.errors.withLock { $0 += text } })
    let code = await program.run(words)
    return (code, printed.output.withLock { $0 }, printed.errors.withLock { $0 })
  }

  @Test func `the program simulates the requested number of seeds`() async {
    let (code, output, _) = await run("simulate", "--seeds", "2", "--steps=30", "--clients", "3")
    #expect(code == .success)
    #expect(output.hasPrefix("seeds           2\n"))
    #expect(output.contains("\nhash            "))
  }

  @Test
  func `the program replays a script and prints the steps that led to a failure`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script =
      "create-type 0 1\nsync 0 1\n"
      + String(repeating: "deliver 0\nanswer 0\n", count: 9)
      + "delete-type 0 0\nsync 0 1\n" + String(repeating: "deliver 0\nanswer 0\n", count: 2)
      + "deliver 0 lie\nanswer 0\n"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    let (code, output, errors) = await run("simulate", "--replay", path)
    #expect(code == .failure)
    #expect(output.isEmpty)
    #expect(errors.hasPrefix("# seed 1: after step "))
    #expect(errors.contains("has lost edit"))
    #expect(errors.contains("\ndeliver 0 lie\n"))
  }

  @Test
  func `the program proves a claim at the requested size, and suggests names of claims`() async {
    let (code, output, _) = await run("prove", "single-flight", "--size", "50")
    #expect(code == .success)
    #expect(output.contains("  calls             50\n"))
    #expect(output.contains("  peak              1\n"))
    let (unknown, _, errors) = await run("prove", "single-fligth")
    #expect(unknown == .usage)
    #expect(errors.contains("did you mean 'single-flight'?"))
  }

  @Test func `the program explains errors in a command line`() async {
    #expect(await run().errors.contains("a command is missing"))
    #expect(await run("simulate", "--steps", "many").errors.contains("'many'"))
    let (code, _, errors) = await run("simulate", "--seeds=0")
    #expect(code == .usage)
    #expect(errors.contains("from 1 to 1000000000"))
  }
}

/// The output of a program.
private final class Printed: Sendable {
  let output = Mutex("")
  let errors = Mutex("")
}
