import Foundation
import TestTools
import Testing

/// A project with documents of several kinds about a few types, for tests with random changes.
struct ChangingProject {
  let project: SmallProject

  static let sources = [
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
      /// See ``Window/panes``.
      static let volume = 11
      func arm(for seconds: Int) {}
    }

    extension Roof { func tile() {} }
    """,
    "Tests/AppTests/HouseTests.swift": "func testsClosing() { House().close() }\n",
  ]

  static let pages = [
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
    "docs/graph.md": """
    # Graph

    <!-- docgen:verify flowchart -->
    ```mermaid
    flowchart LR
        House --> Window
        House --> DoorMachine
    ```
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
    try project.write(Self.configuration, to: ".docgen.json")
    let fixed = try project.docgen("fix")
    #expect(fixed.code == 0, "\(fixed)")
    try project.git("init -q -b main")
    try project.commit("Begin")
  }

  static let configuration = """
    { "documents": ["docs/*.md"], "sources": ["Sources/**/*.swift"],
      "severities": {"unknown-symbol/medium": "error", "unknown-file/medium": "error"} }
    """

  private static let vocabulary = [
    "Latch", "Window", "House", "Alarm", "DoorMachine", "Roof", "Catch", "up", "down", "latch",
    "shut", "close", "lock", "arm", "panes", "volume", "tile", "window", "door", "Opening", "open",
    "closed", "pushed", "state", "apply", "testsClosing", "names", "notes", "App", "Porch", "knock",
  ]

  /// Replaces a word of a file by another one, or adds, removes or restores a file.
  func spoil(_ random: inout SeededRandom) throws -> String {
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
}
