import Foundation
import TestTools
import Testing

/// `docgen trace query`, `reduce` and `import --variants`, and the diagrams of their results.
@Suite struct VariantCommandTests {
  private let folder: TemporaryFolder
  private var url: URL { URL(fileURLWithPath: folder.path) }

  init() throws { folder = try TemporaryFolder() }

  private func docgen(_ arguments: String...) throws -> Outcome {
    try Tool.docgen.run(arguments, in: url)
  }

  // MARK: - Engines

  /// Values of attributes and messages in the spans of `spans.py`.
  private static let secrets = [
    "4111", "user@example.org", "s3cr3t", "FROM cards", "card.number", "user.email",
  ]

  /// Writes spans, and returns the variants of docgen's own reduction.
  private func spans(_ count: Int, _ arguments: String...) throws -> Data {
    let made = try Engines.run("spans.py", [String(count), folder.path] + arguments, in: url)
    try #require(made.code == 0, "\(made)")
    let reduced = try docgen(
      "trace", "reduce", "--since", Self.since, "--peer", "peer.service", "-o", "own.jsonl",
      "spans.jsonl")
    try #require(reduced.code == 0, "\(reduced)")
    return try Data(contentsOf: url.appendingPathComponent("own.jsonl"))
  }

  private static let since = "2025-12-17T19:34:00Z"

  /// Runs a query of an engine, and returns its rows.
  private func rows(_ engine: String, _ name: String, _ options: String...) throws -> String {
    let query = try Tool.docgen.run(
      ["trace", "query", "-e", engine, "--since", Self.since, "-o", "q.sql"] + options, in: url)
    try #require(query.code == 0, "\(query)")
    let format = name.hasSuffix(".csv") ? ["--csv"] : []
    let ran = try Engines.run("engines.py", [engine, "q.sql", folder.path, name] + format, in: url)
    try #require(ran.code == 0, "\(ran)")
    return try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  /// Imports rows, and returns the variants.
  private func imported(_ rows: [String]) throws -> Data {
    let outcome = try Tool.docgen.run(
      ["trace", "import", "--variants", "--since", Self.since, "-o", "made"] + rows, in: url)
    #expect(outcome.code == 0, "\(outcome)")
    return try Data(contentsOf: url.appendingPathComponent("made/production.jsonl"))
  }

  @Test(
    .enabled(if: Engines.isInstalled, Engines.missing), arguments: Engines.names,
    ["--hostile", "--csv"])
  func `an engine finds the variants of docgen's own reduction`(
    engine: String, option: String
  ) throws {
    let isHostile = option == "--hostile"
    let own = try spans(5000, "--seed", "3", isHostile ? "--hostile" : "--seed=4")
    let name = "rows." + (isHostile ? "jsonl" : "csv")
    let text = try rows(engine, name, "--peer", "peer.service")
    #expect(try imported([name]) == own)
    #expect(own.count > 1000)
    for secret in Self.secrets { #expect(!text.contains(secret)) }
  }

  @Test(
    .enabled(if: Engines.isInstalled, Engines.missing), arguments: ["--hostile", "--seed=3"])
  func `a span that is delivered again changes no variant`(option: String) throws {
    let once = try spans(5000, "--seed", "3", option)
    let lines = try Data(contentsOf: url.appendingPathComponent("spans.jsonl")).count
    #expect(try spans(5000, "--seed", "3", option, "--repeats") == once)
    #expect(try Data(contentsOf: url.appendingPathComponent("spans.jsonl")).count > lines)
    for engine in Engines.names {
      _ = try rows(engine, "rows.jsonl", "--peer", "peer.service")
      #expect(try imported(["rows.jsonl"]) == once, "\(engine)")
    }
  }

  @Test(.enabled(if: Engines.isInstalled, Engines.missing), arguments: Engines.names)
  func `the rows of all parts make the variants of one query`(engine: String) throws {
    let own = try spans(3000, "--seed", "5")
    let names = ["1", "2", "3"].map { "rows\($0).jsonl" }
    for (number, name) in names.enumerated() {
      let text = try rows(engine, name, "--peer", "peer.service", "--part", "\(number + 1)/3")
      #expect(text.contains("gateway"))
    }
    #expect(try imported(names) == own)
    #expect(try imported(Array(names.dropLast())) != own)
  }

  @Test(.enabled(if: Engines.isInstalled, Engines.missing), arguments: Engines.names)
  func `the end of a period is not part of it`(engine: String) throws {
    _ = try spans(3000)
    let (time, all) = ("2025-12-17T19:35:00Z", try rows(engine, "rows.jsonl"))
    let reduced = try docgen(
      "trace", "reduce", "--since", Self.since, "--until", time, "-o", "own.jsonl", "spans.jsonl")
    #expect(reduced.code == 0, "\(reduced)")
    #expect(try rows(engine, "rows.jsonl", "--until", time) != all)
    let outcome = try docgen(
      "trace", "import", "--variants", "--since", Self.since, "--until", time, "-o", "made",
      "rows.jsonl")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      try String(contentsOfFile: folder.file("made/production.jsonl"), encoding: .utf8)
        == String(contentsOfFile: folder.file("own.jsonl"), encoding: .utf8))
  }

  @Test(.enabled(if: Engines.isInstalled, Engines.missing))
  func `the value of an attribute leaves an engine only if it is listed`() throws {
    _ = try spans(1000)
    #expect(try !rows("duckdb", "rows.jsonl").contains("example.org"))
    #expect(try rows("duckdb", "rows.jsonl", "--peer", "user.email").contains("example.org"))
  }

  @Test(.enabled(if: Engines.isInstalled, Engines.missing))
  func `services and machines narrow a query`() throws {
    _ = try spans(3000)
    let services = try rows("duckdb", "services.rows", "--service", "cart,store")
    #expect(services.contains("store") || services.contains("cart"))
    #expect(!services.contains("gateway") && !services.contains("payment\\t"))
    let machine = try rows("duckdb", "machine.rows", "--machine", "Cart")
    #expect(machine.contains("Cart\\tfilled") && !machine.contains("\"flow\""))
  }

  // MARK: - Diagrams

  private static let variants = """
    {"type":"header","format":"docgen-variants","version":1,"scenario":"production",\
    "since":"2026-10-27T00:00:00Z","until":"2026-11-26T00:00:00Z"}
    {"type":"activity","participant":"Cart","kind":2,"name":"checkOut"}
    {"type":"activity","participant":"Payment","kind":2,"name":"pay"}
    {"type":"activity","participant":"Payment","kind":2,"name":"refund"}
    {"type":"flow","count":2100000,"spans":"0.0 1.1"}
    {"type":"flow","count":6300,"spans":"0.0 1.1 1.2"}
    {"type":"flow","count":3,"spans":"0.0"}
    {"type":"transition","count":2100000,"machine":"Door","from":"closed","event":"opened","to":"open"}
    {"type":"transition","count":6300,"machine":"Door","from":"open","event":"closed","to":"closed"}
    {"type":"end","flows":3,"transitions":2}

    """

  private static let source = """
    final class Door {
      enum State { case closed, open, locked }
      enum Event { case opened, closed, locked }
      private(set) var state = State.closed
      func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .opened): state = .open
        case (.open, .closed): state = .closed
        case (.closed, .locked): state = .locked
        default: break
        }
      }
    }
    """

  /// Checks a page with a region, and returns the page after `docgen fix`.
  private func page(_ region: String) throws -> String {
    let files = [
      "Sources/Door/Door.swift": Self.source, "traces/production.jsonl": Self.variants,
      "docs/door.md": "# Door\n\n<!-- docgen:begin \(region) -->\n<!-- docgen:end -->\n",
      ".docgen.json":
        #"{"documents":["docs/*.md"],"sources":["Sources/**/*.swift"],"traces":["traces/*.jsonl"]}"#,
    ]
    for (path, text) in files {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let outcome = try docgen("fix")
    try #require(outcome.code == 0, "\(outcome)")
    return try String(contentsOfFile: folder.file("docs/door.md"), encoding: .utf8)
  }

  @Test func `a state diagram shows frequencies and what never happened`() throws {
    let text = try page("state-diagram machine=Door frequencies=yes unobserved=mark")
    #expect(text.contains("closed --> open: opened (2.1 M, 99.7 %)"), "\(text)")
    #expect(text.contains("open --> closed: closed (6.3 k, 0.2 %)"), "\(text)")
    #expect(text.contains("closed --> locked: locked (never in 30 days)"), "\(text)")
  }

  @Test func `a rare transition is hidden`() throws {
    let text = try page("state-diagram machine=Door min-share=1%")
    #expect(text.contains("closed --> open") && !text.contains("open --> closed"), "\(text)")
    #expect(!text.contains("locked:"), "\(text)")
  }

  @Test func `a sequence diagram weighs flows and hides rare ones`() throws {
    let all = try page(#"sequence scenarios="production-*" frequencies=yes"#)
    #expect(all.contains("(6.3 k, 0.2 %)") && all.contains("refund"), "\(all)")
    let frequent = try page(#"sequence scenarios="production-*" min-share=1%"#)
    #expect(frequent.contains("pay") && !frequent.contains("refund"), "\(frequent)")
    #expect(!frequent.contains("opt"), "\(frequent)")
  }

  @Test func `an unobserved transition states the period`() throws {
    _ = try page("state-diagram machine=Door")
    let drawn = """
      # Door

      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
          [*] --> closed
          closed --> open: opened
          open --> closed: closed
          closed --> locked: locked
          locked --> [*]
      ```
      """
    try Data(drawn.utf8).write(to: url.appendingPathComponent("docs/door.md"))
    let outcome = try docgen("check", "--hints")
    #expect((outcome.output + outcome.errors).contains("never in 30 days"), "\(outcome)")
  }

  @Test func `fitness is weighted by counts`() throws {
    try Data(Self.variants.utf8).write(to: url.appendingPathComponent("production.jsonl"))
    try Data("sequenceDiagram\n  Client->>Cart: checkOut\n  Cart->>Payment: pay\n".utf8)
      .write(to: url.appendingPathComponent("flow.mmd"))
    let aligned = try docgen("trace", "align", "-s", "-d", "flow.mmd", "production.jsonl")
    #expect(aligned.code == 1)
    #expect(aligned.output.contains("production-2"), "\(aligned)")
    let drawn = try docgen("diagram", "sequence", "--format", "json", "production.jsonl")
    #expect(drawn.code == 0, "\(drawn)")
    #expect(drawn.contains(#""fitness":1"#), "\(drawn)")
  }

  @Test(arguments: [
    (["trace", "query"], "--engine is missing: clickhouse, duckdb, spark, postgresql"),
    (["trace", "query", "-e", "duckdb", "--since", "today"], "'today' is not a time"),
    (["trace", "query", "-e", "duckdb", "--part", "0/3"], "a part such as 3/8"),
    (["trace", "import", "--variants", "-o", "x", "missing.csv"], "missing.csv"),
  ])
  func `a wrong call is explained`(arguments: [String], message: String) throws {
    let outcome = try Tool.docgen.run(arguments, in: url)
    #expect(outcome.code != 0 && outcome.errors.contains(message), "\(outcome)")
  }
}
