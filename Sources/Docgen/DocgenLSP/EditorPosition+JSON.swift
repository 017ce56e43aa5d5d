package import JSON

extension EditorPosition {
  /// Returns `nil` if a number is missing or outside of the protocol's range.
  package init?(_ node: JSONNode?) {
    guard let line = node?["line"]?.integerValue, let character = node?["character"]?.integerValue,
      line >= 0, character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  package var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

extension EditorRange {
  package init?(_ node: JSONNode?) {
    guard let start = EditorPosition(node?["start"]), let end = EditorPosition(node?["end"]) else {
      return nil
    }
    self.init(start: start, end: end)
  }

  package var json: JSON { ["start": start.json, "end": end.json] }
}
