import Foundation
import Testing

/// The whole way: the machine is changed, the engine built anew, its traces recorded anew.
@Suite struct RebuildTests {
  @Test func `an edge removed from the machine is missed after building and recording anew`() throws
  {
    let scratch = try Scratch()
    for name in ["Package.swift", "Tests"] {
      try FileManager.default.copyItem(
        at: Tool.package.appendingPathComponent(name), to: scratch.url(name))
    }
    let machine = "Sources/Sync/Machine/SyncStateMachine.swift"
    try scratch.replace(
      "case (.rateLimited, .breakerReset):",
      with: "case (.rateLimited, .breakerReset) where state == .idle:",
      in: machine)
    try scratch.replace(
      "(.idle, .requestFailed),", with: "(.idle, .requestFailed), (.rateLimited, .breakerReset),",
      in: machine)

    let swift = URL(fileURLWithPath: "/usr/bin/env")
    let build = try Tool.run(
      swift, ["swift", "build", "--product", "sync-scenarios"], in: scratch.folder)
    #expect(build.code == 0, "\(build)")
    let traces = scratch.url(".build/traces")
    try FileManager.default.removeItem(at: traces)
    let record = try Tool.run(
      scratch.url(".build/debug/sync-scenarios"),
      ["record", "--out", traces.path, "create-event"], in: scratch.folder)
    #expect(record.code == 0, "\(record)")

    let page = "docs/sync-state-machine.md"
    let drawn = try scratch.line(of: "rateLimited --> idle: backoffElapsed", in: page)
    let outcome = try scratch.docgen("check", page)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains("\(page):\(drawn):5: error: `rateLimited --> idle: breakerReset` is drawn"),
      "\(outcome)")
    #expect(outcome.contains("[stale-region]"), "\(outcome)")
    #expect(outcome.contains("\(machine):"), "\(outcome)")
  }
}
