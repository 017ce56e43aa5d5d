import Foundation
import Testing

private let machine = "Sources/Sync/Sync/Machine/SyncStateMachine.swift"
private let breaker = "Sources/Sync/Sync/Machine/CircuitBreaker.swift"

/// Changes the engine, rebuilds it and records its traces again.
@Suite struct RebuildTests {
  /// One test for both changes, since the first build takes a minute.
  @Test func `changes of the engine are reported after a rebuild and new recordings`() throws {
    let scratch = try Scratch()
    try expectDriftOfReadme(in: scratch)
    try expectMissingEdge(in: scratch)
  }

  /// Causes the drift that README.md describes; every finding quoted there must be printed.
  private func expectDriftOfReadme(in scratch: Scratch) throws {
    try scratch.replace("threshold = 3", with: "threshold = 2", in: breaker)
    try record([], in: scratch)
    let outcome = try scratch.docgen("check")
    #expect(outcome.code == 1, "\(outcome)")
    let readme = try scratch.text("README.md")
    let quoted = try #require(readme.firstMatch(of: /(?s)```text\n(docs\/.*?)\n```/)).1
    for finding in String(quoted).components(separatedBy: "\n\n") {
      #expect(outcome.contains(finding), "README quotes\n\(finding)\nbut this is said:\n\(outcome)")
    }
    try scratch.replace("threshold = 2", with: "threshold = 3", in: breaker)
  }

  private func expectMissingEdge(in scratch: Scratch) throws {
    try scratch.replace(
      "case (.rateLimited, .breakerReset):",
      with: "case (.rateLimited, .breakerReset) where state == .idle:", in: machine)
    try scratch.replace(
      "(.idle, .requestFailed),", with: "(.idle, .requestFailed), (.rateLimited, .breakerReset),",
      in: machine)
    // One scenario only: others would wait for a reset that no longer happens.
    try record(["create-event"], in: scratch)
    let page = "docs/sync-state-machine.md"
    let drawn = try scratch.line(of: "rateLimited --> idle: backoffElapsed", in: page)
    let outcome = try scratch.docgen("check", page)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains(
        "\(page):\(drawn):5: error: the transition `rateLimited --> idle: breakerReset`"),
      "\(outcome)")
    #expect(outcome.contains("[stale-region]"), "\(outcome)")
    #expect(outcome.contains("\(machine):"), "\(outcome)")
  }

  /// Builds the scenarios of the scratch copy and records those that are named, or all.
  private func record(_ names: [String], in scratch: Scratch) throws {
    let build = try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["swift", "build", "--product", "sync-scenarios"],
      in: scratch.folder)
    #expect(build.code == 0, "\(build)")
    let traces = scratch.url(".build/traces")
    try FileManager.default.removeItem(at: traces)
    let recording = try Tool.run(
      scratch.url(".build/debug/sync-scenarios"), ["record", "--out", traces.path] + names,
      in: scratch.folder)
    #expect(recording.code == 0, "\(recording)")
  }
}
