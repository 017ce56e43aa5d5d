import Foundation
import TestTools
import Testing

/// The findings on a page are reused until something that they depend on has changed.
@Suite struct PageOutcomeTests {
  private let changing: ChangingProject
  private let project: SmallProject
  private let cache: EmptyScratch

  init() throws {
    changing = try ChangingProject()
    project = changing.project
    cache = try EmptyScratch()
  }

  private func check(_ words: String...) throws -> Outcome {
    var outcome = try Tool.docgen.run(
      ["check", "--hints"] + words, in: project.folder,
      environment: ProcessInfo.processInfo.environment.merging(
        ["XDG_CACHE_HOME": cache.folder.path]) { $1 })
    outcome.output = outcome.output.replacing(#/ · \d+ ms\n/#, with: "\n")
    return outcome
  }

  /// The number of pages whose findings were known.
  private func known() throws -> Int {
    let outcome = try check("--verbose")
    let count = outcome.errors.firstMatch(of: #/(\d+) of \d+ documents? unchanged/#)
    return try #require(count.flatMap { Int($0.1) }, "\(outcome)")
  }

  @Test func `after random changes the result is that of a complete check`() throws {
    let rounds = ProcessInfo.processInfo.environment["MUTATIONS"] == "all" ? 200 : 25
    var random = SeededRandom(81)
    var (reused, partial) = (0, 0)
    for round in 0..<rounds {
      let change = try spoil(&random)
      if round % 3 == 0 { reused += try known() }
      if round % 3 == 1, try check("--verbose").errors.contains(/Swift files? read/) {
        partial += 1
      }
      if round % 5 == 1 { _ = try check("docs/names.md") }
      let words = round % 4 == 2 ? ["--shard", "\(round % 3 + 1)/3"] : ["-f", "json"]
      let found = try check(words[0], words[1])
      let complete = try check(words[0], words[1], "--no-cache")
      #expect(found == complete, "round \(round): \(change)")
    }
    #expect(reused > rounds / 2, "\(reused) reused")
    #expect(partial * 20 > rounds, "\(partial) partial checks")
  }

  /// Changes a project so that some outcomes, all, or none are still valid.
  private func spoil(_ random: inout SeededRandom) throws -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let replacements = [
        ("\n", "\n"), (#""unknown-symbol/medium": "error""#, #""unknown-symbol": "off""#),
        (#""sources""#, #""traces": ["traces/*.jsonl"], "sources""#),
      ]
      let (old, new) = replacements.randomElement(using: &random) ?? ("\n", "\n")
      try project.write(
        ChangingProject.configuration.replacing(old, with: new), to: ".docgen.json")
      return "the configuration: \(new)"
    case 1:
      try project.git(
        "add -A && git -c user.name=a -c user.email=a@example.com commit -qm r --allow-empty")
      return "a commit"
    case 2:
      move("Sources/App/Alarm.swift", "Sources/App/Bell.swift")
      return "a renamed source"
    case 3:
      _ = try project.docgen("fix")
      return "fixed"
    case 4:
      move("docs/list.md", "docs/moved.md")
      return "a renamed page"
    case 5:
      let event = ["pushed", "pulled"].randomElement(using: &random) ?? ""
      try project.write(
        SmallProject.trace.replacing("pushed", with: event), to: "traces/open.jsonl")
      return "a trace: \(event)"
    case 6:
      try project.write("{{title}} \(random.next() % 2)\n", to: "templates/page.mustache")
      return "a template"
    default: return try changing.spoil(&random)
    }
  }

  /// Moves a file to another path or back.
  private func move(_ path: String, _ other: String) {
    let places = [path, other].map { project.folder.appending(path: $0) }
    for (from, to) in [(places[0], places[1]), (places[1], places[0])] {
      if (try? FileManager.default.moveItem(at: from, to: to)) != nil { return }
    }
  }

  @Test func `a changed page leaves the findings on others known`() throws {
    _ = try check()
    #expect(try known() == 11)
    try project.write("# Plain\n\n`Alarm.volum`\n", to: "docs/plain.md")
    #expect(try known() == 10)
    #expect(try check().contains("Alarm.volum"))
    // `links.md` has a link to a heading of that page.
    try project.write("# Other names\n", to: "docs/names.md")
    #expect(try known() == 9)
  }

  /// The result of a check follows from everything that its known outcomes follow from.
  @Test func `a file that only a known page asks for counts`() throws {
    try project.write("# Links\n\n[Notes](../notes.txt).\n", to: "docs/links.md")
    try project.write("notes", to: "notes.txt")
    #expect(try check().code == 0)
    try project.write("# Plain\n", to: "docs/plain.md")
    #expect(try check().code == 0)
    try project.remove("notes.txt")
    #expect(try check().contains("notes.txt"))
  }

  /// Only the changed file declares the type, so the stored names do not have it.
  @Test func `an extension of a type that a changed file declares counts`() throws {
    _ = try check()
    let latch = try project.text("Sources/App/Latch.swift")
    try project.write(latch + "struct Roof {}\n", to: "Sources/App/Latch.swift")
    _ = try check()
    try project.write("# Plain\n\n`Roof.tile()`, `Roof.tilt()`\n", to: "docs/plain.md")
    #expect(try check("--verbose").errors.contains("10 of 11 documents unchanged, "))
    let found = try check()
    #expect(found.contains("Roof.tilt") && !found.contains("`tile"), "\(found)")
    #expect(try found == check("--no-cache"))
  }

  @Test func `a changed source leaves the findings on pages about others known`() throws {
    _ = try check()
    let alarm = try project.text("Sources/App/Alarm.swift")
    try project.write(
      alarm.replacing("volume = 11", with: "volume = 12"), to: "Sources/App/Alarm.swift")
    // Machines, a flow, a list and a page without names of the code.
    #expect(try known() == 6)
    #expect(try check().contains("12"))
    try project.write(alarm, to: "Sources/App/Alarm.swift")
    #expect(try known() == 6)
    #expect(try check() == check("--no-cache"))
  }

  @Test func `a change of the configuration or a commit leaves nothing known`() throws {
    _ = try check()
    try project.write(ChangingProject.configuration + "\n", to: ".docgen.json")
    #expect(try known() == 0)
    #expect(try known() == 11)
    try project.commit("Change")
    #expect(try known() == 0)
  }
}
