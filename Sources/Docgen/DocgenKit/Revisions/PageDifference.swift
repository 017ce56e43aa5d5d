import Diagnostics
import Facts
import JSON
import Markdown
import Mermaid
import Traces

/// The differences of a page between two revisions: its diagrams and its values.
struct PageDifference: Sendable {
  struct Value: Sendable {
    var name: String
    var old: String
    var new: String
  }

  let path: String
  let diagrams: MermaidFileComparison
  let values: [Value]

  /// A missing page has no bytes.
  init(_ path: String, old: (name: String, bytes: [UInt8]), new: (name: String, bytes: [UInt8])) {
    self.path = path
    let before = MermaidInput(path: old.name, bytes: old.bytes)
    let after = MermaidInput(path: new.name, bytes: new.bytes)
    diagrams = MermaidFileComparison(before, after).withChangesOnly
    values = Self.values(before.page, after.page)
  }

  /// Values of the same expression are paired in their order.
  private static func values(_ old: Page?, _ new: Page?) -> [Value] {
    func values(_ page: Page?) -> [(name: String, text: String)] {
      (page?.regions ?? []).filter { $0.kind == .value }.map { ($0.name, $0.content) }
    }
    var before = values(old)
    return values(new).compactMap { name, text in
      guard let index = before.firstIndex(where: { $0.name == name }) else { return nil }
      let old = before.remove(at: index).text
      return old == text ? nil : Value(name: name, old: old, new: text)
    }
  }

  var isEmpty: Bool { diagrams.pairs.isEmpty && values.isEmpty }

  /// A line for each change, with its places.
  var text: String {
    (diagrams.pairs.isEmpty ? "" : diagrams.text)
      + values.map { "\(path): value `\($0.name)` was \($0.old) and is \($0.new)\n" }.joined()
  }

  /// Each change in a sentence.
  var sentences: [String] {
    diagrams.pairs.flatMap(\.changes).map(\.message)
      + values.map { "`\($0.name)` was \($0.old) and is \($0.new)" }
  }

  /// A section for the comment of a pull request: each change in a sentence, then drawn.
  var markdown: String {
    let drawings = diagrams.drawings.map { "\n" + MarkdownFindings.block($0, "mermaid") }
    return "### \(path)\n\n" + sentences.map { "- \($0)\n" }.joined() + drawings.joined()
  }

  var json: JSON {
    let diagrams = diagrams.pairs.map { pair -> JSON in
      let changes = pair.changes.map { change -> JSON in
        [
          "kind": .text(change.kind.rawValue), "element": .text(change.fact.kind.rawValue),
          "subject": .text(change.fact.title), "sentence": .text(change.message),
        ]
      }
      let kind = (pair.new ?? pair.old)?.document.diagram.kindName ?? ""
      return ["kind": .text(kind), "changes": .array(changes)]
    }
    let values = values.map { value -> JSON in
      ["name": .text(value.name), "old": .text(value.old), "new": .text(value.new)]
    }
    return ["page": .text(path), "diagrams": .array(diagrams), "values": .array(values)]
  }
}
