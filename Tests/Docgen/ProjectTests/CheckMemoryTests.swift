import Foundation
import TestTools
import Testing

/// A check is not repeated as long as nothing that it observed has changed.
@Suite struct CheckResultCacheTests {
  private let project: SmallProject
  private let cache: [String: String]
  private let scratch: EmptyScratch

  init() throws {
    project = try SmallProject()
    scratch = try EmptyScratch()
    cache = ["XDG_CACHE_HOME": scratch.folder.path]
    #expect(try project.docgen("generate").code == 0)
  }

  private func check(_ arguments: String...) throws -> Outcome {
    var outcome = try Tool.docgen.run(["check"] + arguments, in: project.folder, environment: cache)
    outcome.output = outcome.output.replacing(#/ · \d+ ms\n/#, with: "\n")
    return outcome
  }

  private var kept: [URL] {
    let files = FileManager.default.enumerator(
      at: scratch.folder, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.path.contains("/checks/") }
  }

  @Test func `a page from standard input is checked each time, with the documents`() throws {
    let page = "See `DoorMachine.widht` and [there](docs/none.md).\n"
    for text in [page, "# All is well\n", page] {
      let outcome = try Tool.docgen.run(
        ["check", "-"], in: project.folder, input: Data(text.utf8), environment: cache)
      #expect(outcome.code == (text == page ? 1 : 0))
      #expect(outcome.contains("<stdin>:1:6: error: ") == (text == page), "\(outcome)")
      #expect(outcome.contains("docs/none.md") == (text == page))
    }
    #expect(kept.isEmpty)
    let refused = try Tool.docgen.run(["generate", "-"], in: project.folder, environment: cache)
    #expect(refused.code == 2 && refused.contains("can only be checked"), "\(refused)")
  }

  @Test func `a cached result is repeated word for word`() throws {
    try project.write("`DoorMachine.widht`\n", to: "docs/b.md")
    let first = try check()
    #expect(first.code == 1 && first.contains("DoorMachine.width"), "\(first)")
    #expect(try check() == first)
    // An unchanged time shows that the check did not write its result again.
    let file = try #require(kept.first)
    let time = try modified(file)
    #expect(try check() == first)
    #expect(try modified(file) == time)
    #expect(try check("--no-cache") == first)
  }

  private func modified(_ file: URL) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  @Test func `after any change the result is that of a check without a cache`() throws {
    var random = SeededRandom(7)
    var answers: Set<String> = []
    for round in 0..<40 {
      let change = try spoil(&random)
      let cached = try check()
      let anew = try check("--no-cache")
      #expect(cached == anew, "round \(round): \(change)")
      answers.insert(anew.description)
    }
    #expect(answers.count > 8)
  }

  @Test func `a damaged cache is ignored`() throws {
    let first = try check()
    var random = SeededRandom(11)
    for round in 0..<12 {
      let file = try #require(kept.first)
      var bytes = try Data(contentsOf: file)
      switch round % 3 {
      case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x11
      case 1: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
      default: bytes += Data("3:abc".utf8)
      }
      try bytes.write(to: file)
      #expect(try check() == first, "round \(round)")
    }
  }

  @Test func `a cache that cannot be written does no harm`() throws {
    let place = scratch.folder
    try? FileManager.default.removeItem(at: place)
    try Data("a file".utf8).write(to: place)
    let outcome = try check()
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try check() == outcome)
  }

  /// Makes or reverts one random change in the project.
  private func spoil(_ random: inout SeededRandom) throws -> String {
    let page = try project.text("docs/a.md")
    let manager = FileManager.default
    let other = "docs/b\(Int.random(in: 0..<3, using: &random)).md"
    let place = project.folder.appendingPathComponent(other)
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      try project.write(
        SmallProject.source.replacing("90", with: "91"), to: "Sources/App/Door.swift")
      return "a constant"
    case 1:
      try project.write(SmallProject.source, to: "Sources/App/Door.swift")
      return "the constant as before"
    case 2:
      try project.write(page + "\n`DoorMachine.widht`\n", to: "docs/a.md")
      return "a misspelt name"
    case 3:
      try project.write(page + "\n[there](../notes.txt)\n", to: "docs/a.md")
      return "a link"
    case 4:
      try project.write("notes", to: "notes.txt")
      return "what the link leads to"
    case 5:
      try? manager.removeItem(at: project.folder.appendingPathComponent("notes.txt"))
      return "no file at the link"
    case 6:
      try? manager.removeItem(at: place)
      try project.write("# Another\n\n`DoorMachine.widt`\n", to: other)
      return "another page"
    case 7:
      try project.write(
        SmallProject.trace.replacing("pushed", with: random.next() % 2 == 0 ? "pulled" : "pushed"),
        to: "traces/open.jsonl")
      return "a trace"
    case 8:
      let (loud, quiet) = (#""unknown-symbol/medium": "error""#, #""unknown-symbol": "off""#)
      let isOff = random.next() % 2 == 0
      let text = SmallProject.configuration
      try project.write(isOff ? text.replacing(loud, with: quiet) : text, to: ".docgen.json")
      return "a severity"
    case 9:
      try? manager.removeItem(at: place)
      try manager.createDirectory(at: place, withIntermediateDirectories: false)
      return "a folder in the place of another page"
    case 10:
      try? manager.removeItem(at: place)
      try manager.createSymbolicLink(atPath: place.path, withDestinationPath: "a.md")
      return "a link in the place of another page"
    default:
      _ = try project.docgen("generate", "--force")
      return "generated anew"
    }
  }
}
