import Foundation
import RandomTesting
import Testing

/// A session that has followed many edits, held against one that sees the text for the first time:
/// what is left as it was from check to check must make no difference.
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

  /// Another line, one less, or a word in the place of another.
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

  @Test(arguments: 0..<3) func `edit after edit the findings are those of the text`(_ seed: Int)
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
}
