extension DiagramMerging {
  /// A merged diagram's text with blank lines before the lines that have one before them in another
  /// text, except where a blank line would change the meaning.
  ///
  /// Printing loses the blank lines of the author. A line is recognized by its text without
  /// indentation, once for each occurrence. The text is returned unchanged if a blank line would
  /// have a meaning.
  package static func spaced(_ text: String, like other: String) -> String {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.drop { $0 == " " }
      }
    }
    let model = lines(other)
    var starts = Set(zip(model, model.dropFirst()).filter { $0.isEmpty && !$1.isEmpty }.map(\.1))
    var result: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if starts.remove(line.drop { $0 == " " }) != nil, !result.isEmpty { result.append("") }
      result.append(line)
    }
    let spaced = result.joined(separator: "\n")
    let read = MermaidParser.parse(spaced)
    return read.errors.isEmpty && read.diagram == MermaidParser.parse(text).diagram ? spaced : text
  }
}
