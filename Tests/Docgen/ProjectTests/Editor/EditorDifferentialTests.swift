import Foundation
import TestTools
import Testing

/// Compares a session after many edits with a new one that opens the final text: state kept between
/// checks must make no difference.
@Suite struct EditorDifferentialTests {
  private static let page = """
    # Door

    <!-- docgen:begin state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
        [*] --> closed
        closed --> open: pushed
    ```
    <!-- docgen:end -->

    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
        [*] --> closed
        closed --> open: pushed
    ```

    <!-- docgen:verify sequence scenarios="open" -->
    ```mermaid
    sequenceDiagram
        User->>Door: push()
    ```

    <!-- docgen:verify class-diagram partial -->
    ```mermaid
    classDiagram
        class DoorMachine {
            +apply(event)
        }
    ```

    <!-- docgen:verify table machine=Door -->
    | From | Trigger | To |
    |---|---|---|
    | `closed` | `pushed` | `open` |

    <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> `DoorMachine.width`

    """

  private static let words = [
    "\n", "open", "closed", "pushed", "kicked", "push()", "`DoorMachine.locks`", " partial",
    "machine=Window", "<!-- docgen:end -->", "```", "91", "State", "\n\n> ", "- ",
  ]

  /// Inserts, removes or replaces a random line or word.
  private static func edited(_ text: String, _ random: inout SeededRandom) -> String {
    var lines = text.components(separatedBy: "\n")
    let index = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines.insert(lines.randomElement(using: &random) ?? "", at: index)
    case 1 where lines.count > 1: lines.remove(at: index)
    default:
      var parts = lines[index].components(separatedBy: " ")
      let place = Int.random(in: 0..<parts.count, using: &random)
      parts[place] = Self.words.randomElement(using: &random) ?? ""
      lines[index] = parts.joined(separator: " ")
    }
    return lines.joined(separator: "\n")
  }

  private func findings(_ client: EditorClient, _ path: String) throws -> NSArray {
    let report = try client.request(
      "textDocument/diagnostic", ["textDocument": ["uri": client.uri(path)]])
    return try #require((report as? EditorClient.Object)?["items"] as? NSArray)
  }

  @Test(arguments: 0..<3) func `after each edit the findings are those of the text`(_ seed: Int)
    throws
  {
    let project = try SmallProject()
    let path = "docs/a.md"
    var capabilities = EditorClient.everything
    capabilities["textDocument"] = ["diagnostic": [String: Any]()]
    let old = try EditorClient(project.folder)
    try old.start(capabilities)
    try old.open(path, Self.page)
    var random = SeededRandom(UInt64(seed))
    var text = Self.page
    for round in 0..<rounds("EDITOR_EDITS", 12) {
      for step in 0..<4 {
        text = Self.edited(step == 0 && round % 4 == 0 ? Self.page : text, &random)
        try old.change(path, to: text, version: round * 4 + step + 2)
        _ = try findings(old, path)
      }
      let new = try EditorClient(project.folder)
      try new.start(capabilities)
      try new.open(path, text)
      #expect(
        try findings(old, path) == findings(new, path), "seed \(seed), round \(round)\n\(text)")
      #expect(try new.end() == 0)
    }
    #expect(try old.end() == 0)
  }

  /// The successive contents of files on disk; `nil` deletes the file.
  private static let saves: [(path: String, text: String?)] = [
    ("docs/a.md", page.replacing("width -->90", with: "width -->91")),
    ("Sources/App/Door.swift", SmallProject.source.replacing("width = 90", with: "width = 92")),
    ("docs/b.md", "`DoorMachine.hinges` and [a page](a.md#nowhere)\n"),
    ("Sources/App/Hinges.swift", "extension DoorMachine { static let hinges = 3 }\n"),
    ("docs/a.md", page + "\n# Nowhere\n"),
    ("traces/open.jsonl", SmallProject.trace.replacing("pushed", with: "kicked")),
    ("Sources/App/Hinges.swift", "extension DoorMachine { static let hinges = \n"),
    ("traces/open.jsonl", "{}\n"),
    ("Sources/App/Hinges.swift", nil),
    ("traces/open.jsonl", SmallProject.trace),
    ("docs/c.md", "<!-- docgen:begin table template=own -->\n<!-- docgen:end -->\n"),
    ("templates/own.mustache", "words\n"),
    ("templates/own.mustache", "{{#other}} words\n"),
    (
      ".docgen.json",
      SmallProject.configuration.replacing(
        "} }", with: "}, \"ignore\": [\"DoorMachine.*\"] }")
    ),
    ("docs/b.md", nil),
  ]

  /// The editor reports only saves of open pages, like editors that do not watch files.
  @Test func `after each save the findings are those of the disk`() throws {
    let project = try SmallProject()
    try project.write(Self.page, to: "docs/a.md")
    let capabilities: EditorClient.Object = [
      "textDocument": ["diagnostic": EditorClient.Object()]
    ]
    func reports(_ client: EditorClient) throws -> NSArray {
      let report = try client.request(
        "workspace/diagnostic", ["previousResultIds": [EditorClient.Object]()])
      let items = (report as? EditorClient.Object)?["items"] as? [EditorClient.Object]
      // Each server has its own ids of results.
      return try #require(items).map { $0.filter { $0.key != "resultId" } } as NSArray
    }
    let old = try EditorClient(project.folder)
    try old.start(capabilities)
    var seen: Set<NSArray> = [try reports(old)]
    for (path, text) in Self.saves {
      if let text {
        try project.write(text, to: path)
      } else {
        try FileManager.default.removeItem(at: project.folder.appendingPathComponent(path))
      }
      try old.notify(
        "textDocument/didSave", ["textDocument": ["uri": old.uri("docs/a.md")]])
      let new = try EditorClient(project.folder)
      try new.start(capabilities)
      let expected = try reports(new)
      #expect(try new.end() == 0)
      var found = try reports(old)
      for _ in 0..<100 where found != expected {
        usleep(50_000)
        found = try reports(old)
      }
      #expect(found == expected, "\(path): \(text ?? "removed")")
      #expect(seen.insert(expected).inserted, "\(path) changes nothing")
    }
    #expect(try old.end() == 0)
  }
}
