import Foundation
import Testing

/// Runs the built `docgen trace` on traces of this build.
@Suite struct TraceCommandTests {
  private let scratch: Scratch
  private let folder: URL

  init() throws {
    scratch = try Scratch(only: ".docgen.json")
    folder = scratch.url(".build/traces")
  }

  private func trace(_ arguments: String..., input: String = "") throws -> Outcome {
    try Tool.docgen.run(["trace"] + arguments, in: folder, input: Data(input.utf8))
  }

  /// The schema classes of Perfetto and OpenTelemetry (PyPI), installed below `.build/schemas`.
  static let python = Tool.package.appendingPathComponent(".build/schemas/venv/bin/python")

  @Test func `exports follow the schemas of Perfetto and OpenTelemetry`() throws {
    let exports = scratch.url("exports")
    try FileManager.default.createDirectory(at: exports, withIntermediateDirectories: true)
    let names = ["sync-cycle", "rate-limit-in-bootstrap", "idle-sync"]
    for name in names {
      for (format, suffix) in [
        ("perfetto", "pftrace"), ("chrome", "json"), ("otlp", "otlp.jsonl"),
      ] {
        let path = exports.appendingPathComponent("\(name).\(suffix)").path
        let outcome = try trace("export", "-f", format, "-o", path, "\(name).jsonl")
        try #require(outcome.code == 0, "\(outcome)")
      }
    }
    let script = Tool.package.appendingPathComponent(
      "Tests/Docgen/ProjectTests/Schemas/check_exports.py")
    let outcome = try Tool.run(Self.python, [script.path, exports.path], in: folder)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count == names.count * 3)
    // Both exporters give the same number of flows for each trace.
    var flows: [Substring: Set<Substring>] = [:]
    for line in outcome.output.split(separator: "\n") {
      guard let match = line.firstMatch(of: /^([^.]+)\..*, (\d+) flows$/) else { continue }
      flows[match.1, default: []].insert(match.2)
    }
    #expect(flows.count == names.count)
    #expect(flows.values.allSatisfy { $0.count == 1 && $0 != ["0"] }, "\(flows)")
  }

  @Test func `exported traces are imported unchanged`() throws {
    let back = scratch.url("back")
    let original = folder.appendingPathComponent("idle-sync.jsonl")
    try FileManager.default.createDirectory(at: back, withIntermediateDirectories: true)
    for format in ["perfetto", "chrome", "otlp"] {
      let path = back.appendingPathComponent("export").path
      #expect(try trace("export", "-f", format, "-o", path, "idle-sync.jsonl").code == 0)
      let folder = back.appendingPathComponent("made/\(format)")
      let outcome = try trace("import", "-o", folder.path, path)
      #expect(outcome.code == 0)
      #expect(outcome.contains("idle-sync.jsonl"))
      let bytes = try Data(contentsOf: folder.appendingPathComponent("idle-sync.jsonl"))
      #expect(bytes == (try Data(contentsOf: original)))
    }
  }

  @Test func `a trace that OpenTelemetry has recorded is drawn in a document`() throws {
    let otlp = try trace("export", "-f", "otlp", "idle-sync.jsonl").output
    let foreign = otlp.replacing("docgen.trace", with: "other").replacing(
      "docgen.record", with: "other.record")
    try scratch.write(foreign, to: ".build/traces/foreign.jsonl")
    try scratch.write(
      """
      # Page

      <!-- docgen:begin sequence scenarios="a-sync-with-*" -->
      <!-- docgen:end -->

      """, to: "docs/foreign.md")
    let summary = try trace("summary", "foreign.jsonl")
    let name = try #require(summary.output.split(separator: "\n").first)
    try scratch.replace("a-sync-with-*", with: String(name), in: "docs/foreign.md")
    let outcome = try Tool.docgen.run(["generate", "docs/foreign.md"], in: scratch.folder)
    #expect(outcome.code == 0, "\(outcome)")
    let page = try scratch.text("docs/foreign.md")
    #expect(page.contains("sequenceDiagram"))
    #expect(page.contains("getEventTypes"))
  }

  @Test func `a summary shows the contents of a trace`() throws {
    let outcome = try trace("summary", "idle-sync.jsonl")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("idle-sync\n"))
    #expect(outcome.contains("  calls      "))
    #expect(outcome.contains("SyncState"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a wrong line is named with its place`() throws {
    var lines = try scratch.text(".build/traces/idle-sync.jsonl").split(separator: "\n")
    lines[4] = "{\"type\":\"call\""
    try scratch.write(lines.joined(separator: "\n") + "\n", to: ".build/traces/bad.jsonl")
    let outcome = try trace("validate", "bad.jsonl", "idle-sync.jsonl")
    #expect(outcome.code == 4)
    #expect(outcome.contains("bad.jsonl:5:"))
    #expect(outcome.errors.hasPrefix("2 files, "))
    #expect(try trace("validate", "idle-sync.jsonl").code == 0)
  }

  @Test func `two traces are compared by their events`() throws {
    let same = try trace("diff", "idle-sync.jsonl", "idle-sync.jsonl")
    #expect(same.code == 0 && same.output.isEmpty)
    let other = try trace("diff", "idle-sync.jsonl", "create-event.jsonl")
    #expect(other.code == 1)
    #expect(other.output.contains(/\n\+ +SyncEngine -> NetworkClient  createEventsBatch/))
  }

  @Test func `traces are merged, from standard input too`() throws {
    let input = try scratch.text(".build/traces/create-event.jsonl")
    let outcome = try trace("merge", "--scenario", "both", "idle-sync.jsonl", "-", input: input)
    #expect(outcome.code == 0)
    try scratch.write(outcome.output, to: ".build/traces/both.jsonl")
    #expect(try trace("validate", "both.jsonl").code == 0)
    #expect(try trace("summary", "both.jsonl").output.hasPrefix("both\n"))
  }

  @Test(
    arguments: [
      (["export", "idle-sync.jsonl"], 2, "--format is missing"),
      (["export", "-f", "perfetto", "idle-sync.jsonl"], 2, "--output"),
      (["import", "idle-sync.jsonl"], 2, "--output is missing"),
      (["import", "-o", "idle-sync.jsonl/a", "idle-sync.jsonl"], 4, "cannot write"),
      (["summary", "nothing.jsonl"], 4, "nothing.jsonl"), (["diff", "idle-sync.jsonl"], 2, "NEW"),
    ] as [([String], Int32, String)])
  func `a wrong command line is explained`(
    arguments: [String], code: Int32, words: String
  ) throws {
    let outcome = try Tool.docgen.run(["trace"] + arguments, in: folder)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome)")
  }
}
