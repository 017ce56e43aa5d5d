import Diagnostics
import Facts
import JSON
import Mermaid

extension MermaidFileComparison {
  /// One change a line, with its place on both sides.
  ///
  ///     old.mmd:4:22 new.mmd:4:22: relabelled transition: `A --> B` was labelled …
  var text: String {
    let lines = pairs.flatMap { pair in
      pair.changes.map { change in
        let places = [
          place(change.oldRange, of: pair.old, in: old),
          place(change.newRange, of: pair.new, in: new),
        ]
        let location = places.compactMap { $0?.description }.joined(separator: " ")
        let what = "\(change.kind.rawValue) \(change.fact.kind.rawValue)"
        return "\(location.isEmpty ? "" : location + ": ")\(what): \(change.message)\n"
      }
    }
    return lines.isEmpty ? "the diagrams have the same meaning\n" : lines.joined()
  }

  /// One object: the files, and for each pair of diagrams its kind and its changes.
  var json: JSON {
    let diagrams = pairs.map { pair -> JSON in
      let kind = (pair.new ?? pair.old)?.document.diagram.kindName ?? ""
      return ["kind": .text(kind), "changes": .array(pair.changes.map { value(of: $0, pair) })]
    }
    return [
      "old": .text(old.path), "new": .text(new.path), "diagrams": .array(diagrams),
    ]
  }

  /// For each pair a diagram of the changes.
  var drawings: [String] {
    pairs.compactMap { pair in
      guard let old = pair.old, let new = pair.new else {
        return (pair.new ?? pair.old)?.document.lines
      }
      return ChangedDiagram(from: old.document, to: new.document, restoring: [.removed]).text
        ?? RevisionDiagram(pair, of: self.new.path, revisions: ("", ""))?.both.markedText
    }
  }

  /// The only drawing, or Markdown with all.
  var drawing: String {
    let drawings = drawings
    if drawings.count == 1 { return drawings[0] }
    return drawings.map { "```mermaid\n\($0)```\n" }.joined(separator: "\n")
  }

  private func value(of change: Difference, _ pair: Pair) -> JSON {
    .model([
      ("kind", .text(change.kind.rawValue)), ("element", .text(change.fact.kind.rawValue)),
      ("subject", .text(change.fact.title)), ("sentence", .text(change.message)),
      ("old", value(of: place(change.oldRange, of: pair.old, in: old))),
      ("new", value(of: place(change.newRange, of: pair.new, in: new))),
    ])
  }

  private func value(of place: SourceLocation?) -> JSON {
    guard let range = place?.range else { return .model([]) }
    return .model([
      ("line", .number("\(range.start.line)")), ("column", .number("\(range.start.column)")),
      ("endLine", .number("\(range.end.line)")), ("endColumn", .number("\(range.end.column)")),
    ])
  }

  private func place(
    _ range: SourceRange?, of text: MermaidText?, in input: MermaidInput
  ) -> SourceLocation? {
    guard let range, let text else { return nil }
    return SourceLocation(file: input.path, range: text.place(range, in: input))
  }
}

extension MermaidDocument {
  /// The text with a final line feed.
  fileprivate var lines: String { text.hasSuffix("\n") ? text : text + "\n" }
}
