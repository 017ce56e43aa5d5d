import Foundation
import Testing

/// `--record`: when a trace is recorded again, and the errors that can occur.
@Suite struct RecordingTests {
  private let project: SmallProject

  /// The trace names a source that has changed since.
  init() throws {
    project = try SmallProject()
    let sources = #","sources":[{"file":"Sources/App/Door.swift","digest":"0"}]"#
    try project.write(
      SmallProject.trace.replacing(#""dropped":0"#, with: #""dropped":0"# + sources),
      to: "traces/open.jsonl")
    try project.write(SmallProject.trace, to: "fresh.jsonl")
    try project.write("# Page\n", to: "docs/a.md")
  }

  private func configure(record: String) throws {
    try project.write(
      SmallProject.configuration.replacing("{ ", with: "{ \"record\": \"\(record)\", "),
      to: ".docgen.json")
  }

  @Test func `a stale trace is an error that names the command`() throws {
    let outcome = try project.docgen("check")
    #expect(outcome.code == 1)
    #expect(
      outcome.output.contains(
        "Sources/App/Door.swift:1:1: error: the trace `open` was recorded before `DoorMachine` changed "
          + "[stale-trace]"), "\(outcome)")
    #expect(outcome.contains("= fix  docgen check --record"), "\(outcome)")
  }

  @Test func `a stale trace is recorded again, a fresh one is not`() throws {
    try configure(record: "echo recording >>log && cp fresh.jsonl traces/open.jsonl")
    let first = try project.docgen("check", "--record")
    #expect(first.code == 0, "\(first)")
    #expect(first.errors.hasPrefix("docgen: recording: echo"))
    #expect(!first.output.contains("recording"))
    #expect(try project.docgen("check", "--record").code == 0)
    #expect(try project.docgen("fix", "--record").code == 0)
    #expect(try project.text("log") == "recording\n")
  }

  @Test func `missing traces are recorded, and regions are generated from them`() throws {
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("traces"))
    try configure(record: "mkdir traces && cp fresh.jsonl traces/open.jsonl")
    try project.write(SmallProject.page, to: "docs/a.md")
    let outcome = try project.docgen("fix", "--record")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try project.text("docs/a.md").contains("closed --> open: pushed"))
  }

  @Test func `a command that fails, or is missing, stops the check`() throws {
    try configure(record: "echo no simulator; exit 3")
    let failed = try project.docgen("check", "--record")
    #expect(failed.code == 4)
    #expect(failed.output.isEmpty)
    #expect(
      failed.errors.hasSuffix(
        "no simulator\ndocgen: `echo no simulator; exit 3` failed with exit code 3; "
          + "the documents were not checked\n"), "\(failed)")
    try project.write(SmallProject.configuration, to: ".docgen.json")
    let missing = try project.docgen("check", "--record")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("set `record` in .docgen.json"), "\(missing)")
  }

  @Test func `traces that stay stale are reported`() throws {
    try configure(record: "true")
    let outcome = try project.docgen("check", "--record")
    #expect(outcome.code == 1)
    #expect(outcome.contains("[stale-trace]"))
  }
}
