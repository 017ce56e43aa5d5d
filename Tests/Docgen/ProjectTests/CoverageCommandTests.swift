import Foundation
import JSON
import Testing

/// Runs the built `docgen trace align`, `docgen status` and `docgen baseline` on this project's
/// documents and the traces of this build.
@Suite struct CoverageCommandTests {
  private let scratch: Scratch
  private let traces = ".build/traces"
  private let page = "docs/error-recovery.md"

  /// Limits the project to one page and the engine's machine, because every test reads it again.
  init() throws {
    scratch = try Scratch(
      only: page, "docs/data-flows.md", "docs/metrics.md", "Sources/Sync/Sync/Machine")
    try scratch.write(
      """
      {
        "documents": ["\(page)"],
        "sources": ["Sources/Sync/Sync/Machine/*.swift"],
        "traces": ["\(traces)/*.jsonl"]
      }

      """, to: ".docgen.json")
  }

  private func docgen(_ arguments: String...) throws -> Outcome {
    try Tool.docgen.run(arguments, in: scratch.folder)
  }

  private func diagram() throws -> String {
    "\(page):\(try scratch.line(of: "loop each batch, until it is accepted", in: page))"
  }

  @Test(arguments: [60, 80]) func `the coverage fits into the available columns`(
    columns: Int
  ) throws {
    for words in [["status"], ["status", "--all"]] {
      let outcome = try Tool.docgen.run(
        words, in: scratch.folder, environment: ["COLUMNS": String(columns)])
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.code == 0 && lines.count > 10)
      // A single word may be longer: an event with its arguments, a path.
      let long = lines.filter { $0.count > columns }.filter {
        $0.drop { $0 == " " }.contains(" ") && columns == 80
      }
      #expect(long.isEmpty, "\(long.joined(separator: "\n"))")
    }
  }

  @Test func `a trace that follows a page's diagram costs nothing`() throws {
    let trace = "\(traces)/rate-limit-trips-breaker.jsonl"
    let outcome = try docgen(
      "trace", "align", "-d", try diagram(), "--synonyms",
      "open the breaker=third consecutive 429", trace)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix("rate-limit-trips-breaker  cost 0, fitness 1.000, "))
    let drawn = try scratch.line(of: "SE->>SE: open the breaker", in: page)
    let record = try scratch.line(
      of: "\"condition\":\"third consecutive 429\",\"holds\":true", in: trace)
    #expect(outcome.contains("\n  drawn in \(page), recorded in \(trace)\n"), "\(outcome)")
    let row = outcome.output.split(separator: "\n").first { (line: Substring) in
      line.hasSuffix(": open the breaker")
    }
    let cells: [String] = (row ?? "").split(separator: " ").prefix(3).map(String.init)
    #expect(cells == ["=", "\(drawn)", "\(record)"], "\(outcome)")
    #expect(outcome.output.contains(/\n  > +opt three in a row\n/), "\(outcome)")
    let rows: [Substring] = outcome.output.split(separator: "\n").dropFirst(2).map { $0 }
    #expect(rows.allSatisfy { $0.count <= 80 }, "\(outcome)")
    let marker = try scratch.line(
      of: "docgen:verify sequence", in: page)
    let byMarker = try docgen(
      "trace", "align", "-s", "-d", "\(page):\(marker)", "--synonyms",
      "open the breaker=third consecutive 429", trace)
    #expect(byMarker.code == 0, "\(byMarker)")
  }

  @Test func `a trace that deviates is shown step by step, as JSON too`() throws {
    let trace = "\(traces)/idle-sync.jsonl"
    try scratch.write(
      "sequenceDiagram\n  SyncEngine->>NetworkClient: getEventTypes()\n"
        + "  SyncEngine->>NetworkClient: unheardOf()\n", to: "sketch.mmd")
    let outcome = try docgen("trace", "align", "-d", "sketch.mmd", trace)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains(/\n  -  3 +SyncEngine ->> NetworkClient: unheardOf\(\)\n/))
    #expect(outcome.output.contains(/\n  \+ +\d+  SyncEngine ->> NetworkClient: getChanges/))
    let json = try docgen("trace", "align", "-f", "json", "-d", "sketch.mmd", trace)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["cost"] as? Int == 2)
    #expect(object["shortest"] as? Int == 2)
    let moves = try #require(object["steps"] as? [[String: Any]]).compactMap {
      $0["move"] as? String
    }
    #expect(moves.filter { $0 == "diagram" }.count == 1)
    let length = try #require(object["messages"] as? Int)
    #expect(object["fitness"] as? Double == 1 - 2 / Double(length + 2))
  }

  @Test(
    arguments: [
      (["trace", "align", "a.jsonl"], 2, "--diagram is missing"),
      (["trace", "align", "-d", "docs/data-flows.md", "a.jsonl"], 2, "choose one"),
      (["trace", "align", "-d", "docs/metrics.md:1", "a.jsonl"], 2, "no sequence diagram"),
      (["trace", "align", "-d", "nowhere.mmd", "a.jsonl"], 4, "nowhere.mmd"),
    ] as [([String], Int32, String)])
  func `a wrong command line is explained`(
    arguments: [String], code: Int32, words: String
  ) throws {
    let outcome = try Tool.docgen.run(arguments, in: scratch.folder)
    #expect(outcome.code == code, "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome)")
  }

  @Test func `a transition that no scenario takes has a shortest path and a test skeleton`() throws
  {
    try removeTraces { $0.contains("breaker-reset") }
    let outcome = try docgen("status", "--skeletons")
    #expect(outcome.code == 0 || outcome.code == 4, "\(outcome)")
    #expect(outcome.contains("never: rateLimited --> idle on breakerReset"), "\(outcome)")
    #expect(outcome.contains("shortest: "))
    #expect(outcome.contains("@Test func `rateLimited goes to idle on breakerReset"))
    #expect(outcome.contains("var machine = SyncStateMachine()"))
    let lcov = try docgen("status", "-f", "lcov")
    #expect(lcov.contains("SF:Sources/Sync/Sync/Machine/SyncStateMachine.swift\n"))
    #expect(lcov.contains("SF:\(page)\n"))
    #expect(try Self.isWhole(lcov.output))
    #expect(outcome.contains("import Sync\n"))
    #expect(
      outcome.contains("  _ = machine.apply(.breakerRestored(consecutiveRateLimits: "), "\(outcome)"
    )
    #expect(outcome.contains("\n    generated, fitness 1.000, precision "), "\(outcome)")
    #expect(
      outcome.contains(
        "  4 of   4 branches    100.0 %  \(page):\n      rate-limit-below-threshold\n"),
      "\(outcome)")
    #expect(!outcome.contains(" x: "))
    let all = try docgen("status", "--all")
    #expect(all.output.contains(/\n    \d+ x: idle --> syncing on syncRequested\n/), "\(all)")
    let json = try docgen("status", "-f", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["machines"] as? [[String: Any]])?.isEmpty == false)
    #expect((object["flows"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test func `a lower value fails the check; an update only raises values`() throws {
    #expect(try docgen("baseline", "freeze").code == 0)
    #expect(!(try docgen("check")).contains("[baseline]"))
    let written = try scratch.text(".docgen-baseline.json")
    try removeTraces { $0.contains("breaker-reset") }
    let check = try docgen("check")
    #expect(check.code == 1, "\(check)")
    #expect(check.contains("[baseline]"), "\(check)")
    #expect(check.contains("the coverage of SyncState fell from "))
    let update = try docgen("baseline", "update")
    #expect(update.code == 1)
    #expect(update.errors.contains("baseline freeze"))
    #expect(try scratch.text(".docgen-baseline.json") == written)
    #expect(try docgen("baseline", "freeze").code == 0)
    #expect(try scratch.text(".docgen-baseline.json") != written)
    #expect(!(try docgen("check")).contains("[baseline]"))
  }

  @Test func `an invalid baseline is reported with its place`() throws {
    try scratch.write(
      "{\n  \"machines\": {\"SyncState\": {\"coverage\": 2}}\n}\n", to: ".docgen-baseline.json")
    let outcome = try docgen("check")
    #expect(outcome.code == 4, "\(outcome)")
    #expect(outcome.contains(".docgen-baseline.json:2:42: error: "), "\(outcome)")
  }

  /// Whether each record counts its branches and lines correctly and has a line for each branch.
  private static func isWhole(_ lcov: String) throws -> Bool {
    let records = lcov.split(separator: "end_of_record\n")
    return records.count == 2
      && records.allSatisfy { record in
        let rows = record.split(separator: "\n")
        func fields(_ key: String) -> [[String]] {
          rows.filter { $0.hasPrefix(key + ":") }.map {
            $0.dropFirst(key.count + 1).split(separator: ",").map(String.init)
          }
        }
        let (branches, lines) = (fields("BRDA"), fields("DA"))
        return rows.first == "TN:" && !branches.isEmpty
          && Set(branches.map { $0[0] }) == Set(lines.map { $0[0] })
          && Set(lines.map { $0[0] }).count == lines.count
          && fields("BRF") == [["\(branches.count)"]]
          && fields("BRH") == [["\(branches.count { $0[3] != "0" })"]]
          && fields("LF") == [["\(lines.count)"]]
          && fields("LH") == [["\(lines.count { $0[1] != "0" })"]]
      }
  }

  /// Keeps scenarios that documents name.
  private func removeTraces(_ isUnwanted: (String) -> Bool) throws {
    let folder = scratch.url(traces)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where isUnwanted(name) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
