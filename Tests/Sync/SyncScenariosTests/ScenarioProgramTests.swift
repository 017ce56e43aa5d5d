import CommandLineTool
import Foundation
import SyncScenarios
import Synchronization
import TestTools
import Testing

@Suite("The program sync-scenarios", .timeLimit(.minutes(testMinutes)))
struct ScenarioProgramTests {
  private func run(
    _ words: String...
  ) async -> (code: ScenarioProgram.ExitCode, output: String, errors: String) {
    let printed = Printed()
    let program = ScenarioProgram(
      output: { text in printed.output.withLock { $0 += text } },
      errors: { text in printed.errors.withLock { $0 += text } })
    let code = await program.run(words)
    return (code, printed.output.withLock { $0 }, printed.errors.withLock { $0 })
  }

  private func scratchFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }

  @Test func `the program lists every scenario on a separate line`() async {
    let (code, output, errors) = await run("list")
    #expect(code == .success)
    #expect(output.split(separator: "\n").count == ScenarioCatalogue.all.count)
    #expect(errors.isEmpty)
  }

  @Test func `the program records the named scenarios, and again without a change`() async throws {
    let folder = scratchFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for _ in 1...2 {
      let (code, output, errors) = await run("record", "--out", folder, "create-event", "idle-sync")
      #expect(code == .success)
      #expect(output.isEmpty && errors.isEmpty)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ["create-event.jsonl", "idle-sync.jsonl"])
  }

  @Test(
    arguments: [
      ([], "a command is missing"), (["record"], "--out DIR"), (["play"], "play"),
      (["record", "--out"], "--out"), (["record", "--out", "x", "sync-cicle"], "'sync-cycle'"),
      (["list", "--loud"], "--loud"), (["serve", "--port", "many"], "'many'"),
      (["serve", "--seconds=0"], "from 1 to 86400"),
    ] as [([String], String)])
  func `the program explains errors in a command line`(words: [String], message: String) async {
    let printed = Printed()
    let program = ScenarioProgram(
      output: { _ in }, errors: { text in printed.errors.withLock { $0 += text } })
    #expect(await program.run(words) == .usage)
    #expect(printed.errors.withLock { $0 }.contains(message))
  }

  @Test func `the program reports that it cannot write`() async {
    let (code, _, errors) = await run("record", "--out", "/dev/null/traces", "idle-sync")
    #expect(code == .failure)
    #expect(errors.hasPrefix("sync-scenarios: "))
  }

  @Test func `the program has help and a version`() async {
    #expect(await run("--help").output.contains("record"))
    #expect(await run("record", "--help").output.contains("--out"))
    #expect(await run("--version").output.hasPrefix("sync-scenarios \(ProgramVersion.number) "))
  }
}

/// The output of a program.
private final class Printed: Sendable {
  let output = Mutex("")
  let errors = Mutex("")
}
