import Foundation
import JSON
import TestTools
import Testing

/// `docgen check --changed-since`: the pages that a change can touch.
@Suite struct ChangedSinceTests {
  private let project: SmallProject

  private static let sources = [
    "Sources/App/Door.swift": SmallProject.source,
    "Sources/App/Latch.swift": """
    enum Latch { case up, down }
    typealias Catch = Latch

    final class Window {
      var latch = Latch.up
      let panes = 4
      var holder: Catch?

      func shut() {
        if latch == .up { latch = .down }
      }
    }
    """,
    "Sources/App/House.swift": """
    protocol Opening { func shut() }
    extension Window: Opening {}

    struct House {
      let window = Window()
      var door = DoorMachine()

      func close() {
        window.shut()
        lock()
      }

      private func lock() { Alarm().arm(for: 3) }
    }
    """,
    "Sources/App/Alarm.swift": """
    /// Rings for ``House``.
    struct Alarm {
      static let volume = 11
      func arm(for seconds: Int) {}
    }

    extension Roof { func tile() {} }
    """,
    "Tests/AppTests/HouseTests.swift": "func testsClosing() { House().close() }\n",
  ]

  private static let pages = [
    "docs/a.md": SmallProject.page.replacing("machine=Door", with: "machine=DoorMachine"),
    "docs/machine.md": """
    # Machine

    <!-- docgen:begin state-diagram machine=Latch -->
    <!-- docgen:end -->
    """,
    "docs/types.md": """
    # Types

    <!-- docgen:begin class-diagram types=House,Window -->
    <!-- docgen:end -->
    """,
    "docs/flow.md": """
    # Flow

    <!-- docgen:begin sequence from=House.close -->
    <!-- docgen:end -->
    """,
    "docs/modules.md": """
    # All types

    <!-- docgen:begin class-diagram modules=App -->
    <!-- docgen:end -->
    """,
    "docs/names.md": """
    # Names

    `Alarm.arm(for:)`, `Window.panes`, `Roof`, `tile()` and `testsClosing()` exist.
    `Alarm.volume` is <!-- docgen:value Alarm.volume -->11<!-- /docgen:value -->.
    """,
    "docs/links.md": "# Links\n\n[Names](names.md#names), [alarm](../Sources/App/Alarm.swift).\n",
    "docs/spelling.md":
      "# Spelling\n\n`Windw.panes` and `Hous` are misspelled, `notes` is a file.\n",
    "docs/plain.md": "# Plain\n\nNo name of the code.\n",
    "docs/list.md": "# List\n\nThe two cases of `Latch` are `up` and `down`.\n",
  ]

  init() throws {
    project = try SmallProject()
    for (path, text) in Self.sources.merging(Self.pages, uniquingKeysWith: { first, _ in first }) {
      try project.write(text + "\n", to: path)
    }
    try project.write(
      """
      { "documents": ["docs/*.md"], "sources": ["Sources/**/*.swift"],
        "severities": {"unknown-symbol/medium": "error", "unknown-file/medium": "error"} }
      """, to: ".docgen.json")
    let fixed = try project.docgen("fix")
    #expect(fixed.code == 0, "\(fixed)")
    try project.git("init -q -b main")
    try project.commit("Begin")
  }

  private func findings(_ words: String...) throws -> [JSON] {
    let outcome = try project.docgen(["check", "--hints", "-f", "json"] + words)
    #expect([0, 1, 4].contains(outcome.code), "\(outcome)")
    return try JSONNode.parse(Array(outcome.output.utf8)[...])["findings"]?.elements
      .map { JSON($0) } ?? []
  }

  /// The pages that a check since a revision reads.
  private func touched() throws -> Int {
    let outcome = try project.docgen("check", "--changed-since", "HEAD", "--exit-zero")
    let count = try #require(outcome.errors.firstMatch(of: #/(\d+) of (\d+) documents? depend/#))
    return try #require(Int(count.1))
  }

  @Test func `random changes have the new findings of a complete check`() throws {
    let rounds = ProcessInfo.processInfo.environment["CHANGES"].flatMap { Int($0) } ?? 25
    var random = SeededRandom(32)
    var before = try findings()
    var (new, skipped) = (0, 0)
    for round in 0..<rounds {
      let change = try spoil(&random)
      let complete = try findings()
      let found = try findings("--changed-since", "HEAD")
      let known = Set(before.map(Self.identity))
      #expect(Set(found).isSubset(of: complete), "round \(round): \(change)")
      let missed = complete.filter { !known.contains(Self.identity($0)) && !found.contains($0) }
      #expect(missed.isEmpty, "round \(round): \(change)\n\(missed.map(\.encoded))")
      new += complete.count { !known.contains(Self.identity($0)) }
      skipped += complete.count - found.count
      try project.git(
        "add -A && git -c user.name=a -c user.email=a@example.com commit -qm r --allow-empty")
      // Not those before the commit: what a commit removes is evidence from then on.
      before = try findings()
    }
    // A long run has fewer for each round, since the project has ever more findings.
    #expect(new > 8 && skipped > rounds / 2, "\(new) new findings, \(skipped) skipped")
  }

  private static func identity(_ finding: JSON) -> String {
    "\(finding["file"]?.encoded ?? "") \(finding["fingerprint"]?.encoded ?? "")"
  }

  private static let vocabulary = [
    "Latch", "Window", "House", "Alarm", "DoorMachine", "Roof", "Catch", "up", "down", "latch",
    "shut", "close", "lock", "arm", "panes", "volume", "tile", "window", "door", "Opening", "open",
    "closed", "pushed", "state", "apply", "testsClosing", "names", "notes", "App", "Porch", "knock",
  ]

  /// Replaces a word of a file by another one, or adds, removes or restores a file.
  private func spoil(_ random: inout SeededRandom) throws -> String {
    let texts = Self.sources.merging(Self.pages, uniquingKeysWith: { first, _ in first })
    let path = try #require(texts.keys.sorted().randomElement(using: &random))
    let exists = FileManager.default.fileExists(atPath: project.folder.path + "/" + path)
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where exists && path.hasPrefix("Sources"):
      try project.remove(path)
      return "removed \(path)"
    case 1:
      try project.write(texts[path, default: ""] + "\n", to: path)
      return "restored \(path)"
    case 2:
      let name = try #require(Self.vocabulary.randomElement(using: &random))
      try project.write("struct \(name) {}\n", to: "Sources/App/More\(name).swift")
      return "added a type \(name)"
    case 3:
      let isThere = FileManager.default.fileExists(atPath: project.folder.path + "/notes.txt")
      if isThere {
        try project.remove("notes.txt")
      } else {
        try project.write("Roof", to: "notes.txt")
      }
      return "notes.txt"
    default:
      guard exists else { return "nothing" }
      let text = try project.text(path)
      let places = text.ranges(of: #/\b[A-Za-z]+\b/#).filter {
        Self.vocabulary.contains(String(text[$0]))
      }
      guard let place = places.randomElement(using: &random),
        let word = Self.vocabulary.randomElement(using: &random)
      else { return "nothing" }
      try project.write(text.replacingCharacters(in: place, with: word), to: path)
      return "\(path): \(text[place]) became \(word)"
    }
  }

  @Test func `a change touches the pages about its names, and no others`() throws {
    #expect(try touched() == 0)
    let alarm = try project.text("Sources/App/Alarm.swift")
    try project.write(
      alarm.replacing("volume = 11", with: "volume = 12"), to: "Sources/App/Alarm.swift")
    // The names, the file that a link names, misspelled names, a diagram of all types, and that of a
    // type which a comment of the file names.
    let outcome = try project.docgen(
      "check", "--changed-since", "HEAD", "--hints", "-f", "html", "--mermaid", "/none", "-o", "-")
    let pages = outcome.output.matches(of: #/"path":"docs\/(\w+)/#).map { $0.1 }
    #expect(pages == ["links", "modules", "names", "spelling", "types"])
    try project.write(alarm, to: "Sources/App/Alarm.swift")
    #expect(try touched() == 0)
    try project.write("# Plain\n\n`Alarm.volum`\n", to: "docs/plain.md")
    #expect(try touched() == 1)
    let parts = try project.docgen("check", "--changed-since", "main", "--shard", "1/1")
    #expect(parts.code == 1 && parts.contains("Alarm.volum"), "\(parts)")
    try project.write("{ \"documents\": [\"docs/*.md\"] }\n", to: ".docgen.json")
    #expect(try touched() == 10)
  }

  @Test func `changes count since the branch began, with those of the working tree`() throws {
    try project.git("checkout -q -b topic")
    try project.write("# Plain\n\n`Alarm.volum`\n", to: "docs/plain.md")
    try project.commit("Misspell")
    try project.write("# List\n\n`Window.pains`\n", to: "docs/list.md")
    try project.git("stash -q && git checkout -q main")
    try project.write("# Names\n\n`Alarm.arn(for:)`\n", to: "docs/names.md")
    try project.commit("Misspell on main")
    try project.git("checkout -q topic && git stash pop -q")
    let outcome = try project.docgen("check", "--changed-since", "main")
    #expect(outcome.contains("Alarm.volum") && outcome.contains("Window.pains"), "\(outcome)")
    #expect(outcome.errors.contains("2 of 10 documents depend on changes since main"), "\(outcome)")
  }

  @Test func `an unknown revision and a shallow clone are errors`() throws {
    for name in ["none", "--output=evil", "-p"] {
      let outcome = try project.docgen("check", "--changed-since=\(name)")
      #expect(outcome.code == 2 && outcome.errors.contains("unknown Git revision `\(name)`"))
    }
    #expect(!FileManager.default.fileExists(atPath: project.folder.path + "/evil"))
    let scratch = try EmptyScratch()
    try project.write("# Plain\n", to: "docs/plain.md")
    try project.commit("Shorten")
    try project.git(
      "clone -q --depth 1 'file://\(project.folder.path)' '\(scratch.folder.path)/clone'")
    let clone = scratch.folder.appending(path: "clone")
    let outcome = try Tool.docgen.run(["check", "--changed-since", "HEAD~1"], in: clone)
    #expect(outcome.code == 2 && outcome.errors.contains("fetch-depth: 0"), "\(outcome)")
  }
}
