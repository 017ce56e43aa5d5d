import Foundation
import Testing

/// Runs the built `docgen diagram` on traces of this build.
@Suite struct DiagramCommandTests {
  private let scratch: Scratch
  private let folder: URL

  init() throws {
    scratch = try Scratch(only: ".docgen.json", "docs/error-recovery.md")
    folder = scratch.url(".build/traces")
  }

  private func docgen(_ arguments: [String], input: Data = Data()) throws -> Outcome {
    try Tool.docgen.run(arguments, in: folder, input: input)
  }

  private func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") }.sorted()
  }

  @Test(arguments: ["rate-limit", "breaker", "call-during", "s", ""])
  func `the order of the traces does not change their diagram`(_ prefix: String) throws {
    let names = try names(prefix)
    try #require(names.count > 2)
    let drawn = try docgen(["diagram", "sequence"] + names)
    #expect(drawn.code == 0, "\(drawn.errors)")
    let other = try docgen(["diagram", "sequence"] + names.reversed())
    #expect(other.output == drawn.output)
  }

  @Test func `a trace of another program is drawn, whatever its white space`() throws {
    let lines = [
      #"{"scenario":"by hand","type" : "header","format":"docgen-trace","version":1,"epoch":"2026-01-01T00:00:00Z","participants":[]}"#,
      #"{ "type":"send", "t":0, "seq":0, "span":1, "from":"A", "to":"B", "name":"go", "parameters":["x"], "extra":[1, 2.50, "3"] }"#,
      #"{"type":"call","seq":7,"t":5,"span":2,"to":"C","from":"B","name":"GET /x","parameters":[]}"#,
      #"{"type":"return","seq":8,"t":5,"span":2,"value":"200 OK"}"#,
      #"{"type":"end","records":3,"dropped":0}"#,
    ]
    for (ending, last) in [("\n", ""), ("\n", "\n"), ("\r\n", "\r\n")] {
      let text = lines.joined(separator: ending) + last
      let drawn = try docgen(["diagram", "sequence", "-"], input: Data(text.utf8))
      #expect(drawn.code == 0, "\(drawn.errors)")
      #expect(drawn.output.contains("A-)B: go(x)"), "\(drawn)")
      #expect(drawn.output.contains("C-->>B: 200 OK"), "\(drawn)")
    }
  }

  @Test func `the report has the precision of a diagram and its folds`() throws {
    let outcome = try docgen(["diagram", "sequence", "-f", "json"] + names("rate-limit"))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["fitness"] as? Double == 1)
    let precision = try #require(report["precision"] as? Double)
    #expect(precision > 0.3 && precision <= 1)
    let folds = try #require(report["folds"] as? [[String: Any]])
    #expect(folds.contains { $0["kind"] as? String == "loop" && $0["title"] != nil })
    #expect((report["traces"] as? [[String: Any]])?.count == (try names("rate-limit").count))
    #expect((report["diagram"] as? String)?.hasPrefix("sequenceDiagram\n") == true)
  }

  @Test func `traces are named by files, patterns and scenarios`() throws {
    let files = try docgen(["diagram", "sequence"] + names("rate-limit-"))
    let pattern = try docgen(["diagram", "sequence", "rate-limit-*.jsonl"])
    #expect(pattern.output == files.output && pattern.code == 0, "\(pattern.errors)")
    let absolute = try docgen(["diagram", "sequence", "\(folder.path)/rate-{limit,wrong}-*"])
    #expect(absolute.output == files.output, "\(absolute.errors)")
    let scenarios = try docgen(["diagram", "sequence", "rate-limit-*"])
    #expect(scenarios.output == files.output, "\(scenarios.errors)")
    let page = "docs/error-recovery.md"
    let line = try scratch.line(of: "docgen:verify sequence", in: page) + 2
    let here = try Tool.docgen.run(
      ["trace", "align", "-s", "-d", "\(page):\(line)", "rate-limit-below-threshold"],
      in: scratch.folder)
    #expect(here.output.hasPrefix("rate-limit-below-threshold  cost 0"), "\(here)")
    #expect(try docgen(["diagram", "state", "no-such-*"]).code == 4)
  }

  @Test func `options choose what is drawn`() throws {
    func drawn(_ options: String...) throws -> String {
      let outcome = try docgen(["diagram", "sequence"] + options + ["create-event.jsonl"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.output
    }
    #expect(try !drawn("--hide", "DataStore").contains("DataStore"))
    let collapsed = try drawn("--collapse", "NetworkClient")
    #expect(collapsed.contains("NC: getChanges(since, limit)") && !collapsed.contains("GET /"))
    let grouped = try drawn("--group", "Server=NetworkClient,Backend")
    #expect(grouped.contains("SE->>Server: getChanges") && !grouped.contains("GET /"))
    let shallow = try drawn("--depth", "1")
    #expect(shallow.contains("User->>ES: createEvent") && !shallow.contains("performSync"))
    let window = try drawn("--from", "createEventsBatch", "--to", "GET /changes")
    #expect(window.contains("POST /events/batch") && !window.contains("getEventTypes"))
    #expect(window.contains("GET /changes") && !window.contains("ChangeFeedResponse"))
    let short = try drawn("--max-messages", "5")
    #expect(short.split(separator: "\n").count { $0.contains(">>") } == 5)
    #expect(short.contains(/Note over User,Backend: … \d+ more/))
    #expect(try drawn("--phases", "none").contains("health check") == false)
    #expect(try drawn("--phases", "frames").contains("rect "))
  }

  @Test func `wrong names and numbers are reported`() throws {
    for (options, words) in [
      (["--hide", "DataStor"], "did you mean 'DataStore'?"),
      (["--from", "getEventType"], "no message 'getEventType'; did you mean 'getEventTypes'?"),
      (["--to", "nothing"], "no message 'nothing'"),
      (["--depth", "0"], "'--depth' takes a whole number from 1"),
      (["--group", "Server"], "'--group' takes NAME=LIST"),
    ] {
      let outcome = try docgen(["diagram", "sequence"] + options + ["create-event.jsonl"])
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(words), "\(outcome)")
    }
    let broken = Data("{\"type\":\"header\"}\n".utf8)
    #expect(try docgen(["diagram", "sequence", "-"], input: broken).code == 4)
    #expect(try docgen(["diagram", "sequence", "missing.jsonl"]).code == 4)
  }

  @Test func `an undeclared machine is drawn, and labeled as such`() throws {
    let trace = """
      {"type":"header","format":"docgen-trace","version":1,"scenario":"by hand","epoch":"2026-01-01T00:00:00Z","participants":[]}
      {"type":"transition","seq":0,"t":0,"machine":"Player","from":"stopped","event":"play","to":"active.playing"}
      {"type":"transition","seq":1,"t":1,"machine":"Player","from":"active.playing","event":"stop","to":"stopped"}
      {"type":"end","records":2,"dropped":0}

      """
    let outcome = try docgen(["diagram", "state", "-"], input: Data(trace.utf8))
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("%% Known only from recorded runs"), "\(outcome)")
    #expect(outcome.contains("state active {") && outcome.contains("active.playing: playing"))
    #expect(outcome.errors.contains("no trace declares 'Player'"), "\(outcome)")
    let report = try docgen(["diagram", "state", "-f", "json", "-"], input: Data(trace.utf8))
    #expect(report.contains("\"declared\":false") && !report.contains("\"declared\":true"))
  }

  @Test func `a declared machine is drawn`() throws {
    let outcome = try docgen(["diagram", "state", "create-event.jsonl", "sync-cycle.jsonl"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("stateDiagram-v2\n"))
    #expect(outcome.contains("idle --> syncing"))
    let report = try docgen(["diagram", "state", "-f", "json", "create-event.jsonl"])
    #expect(report.contains("\"times\":1"))
    let chosen = try docgen([
      "diagram", "state", "--notes", "--unobserved", "mark", "--group", "busy=syncing,pulling",
      "create-event.jsonl",
    ])
    #expect(chosen.contains("state busy {") && chosen.contains("(not observed)"), "\(chosen)")
    #expect(chosen.contains("note right of rateLimited"))
    let unknown = try docgen(["diagram", "state", "--group", "busy=sincing", "create-event.jsonl"])
    #expect(unknown.code == 2 && unknown.errors.contains("did you mean 'syncing'?"), "\(unknown)")
    let wrong = try docgen(["diagram", "state", "--machine", "SyncStat", "create-event.jsonl"])
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean 'SyncState'?"), "\(wrong)")
  }

  @Test func `the calls of a method are drawn from the code`() throws {
    let sources = scratch.url("flow")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let source = """
      final class Store { func save(_ item: Int) {} }
      final class Cart {
        let store: Store
        func pay() { store.save(1) }
        func pay(_ count: Int) {}
        func close() {}
      }
      """
    try source.write(to: sources.appending(path: "Cart.swift"), atomically: true, encoding: .utf8)
    func draw(_ name: String, _ more: String...) throws -> Outcome {
      try Tool.docgen.run(
        ["diagram", "sequence", "--from", name, "--sources", "."] + more, in: sources)
    }
    let drawn = try draw("Cart.pay()")
    #expect(drawn.code == 0, "\(drawn.errors)")
    #expect(drawn.output.contains("    Cart->>Store: save(item)\n"))
    #expect(try draw("Cart.pay()", "-f", "json").output.contains(#""complete":true"#))
    let unclear = try draw("Cart.pay")
    #expect(unclear.code == 2)
    #expect(unclear.errors.contains("`Cart.pay` means several methods: Cart.pay(), Cart.pay(_:)"))
    #expect(try draw("Cart.pai").errors.contains("did you mean 'Cart.pay'?"))
    #expect(try draw("Cart.close").errors.contains("Cart.close calls no participant that is drawn"))
    let nothing = try Tool.docgen.run(["diagram", "sequence"], in: sources)
    #expect(nothing.errors.contains("name a method with --from, or give a trace"))
  }
}
