package import Diagnostics

/// Errors of one text that have the same cause: the first is reported, the others are counted.
///
///     Actor->>Store: load      `Actor` is a reserved word and not a participant here
///     Store-->>Actor: rows     (the same)
///     Actor->>Store: save      unexpected `->>Store: save`, since `Actor` is not a participant
///
/// A reserved word used as a participant causes an error in every line that names it. One finding
/// with the number of the others is more useful than fifty.
package struct MermaidErrorGroup: Sendable {
  package let first: MermaidError
  package private(set) var repeats: [MermaidError] = []

  /// Groups the errors of a text in their order.
  package static func groups(of errors: [MermaidError], in source: SourceText) -> [Self] {
    var groups: [Self] = []
    for error in errors {
      if let index = groups.firstIndex(where: { $0.causes(error, in: source) }) {
        groups[index].repeats.append(error)
      } else {
        groups.append(Self(first: error))
      }
    }
    return groups
  }

  private init(first: MermaidError) { self.first = first }

  /// Whether an error repeats the first one, or is on a line with the word that it rejects.
  private func causes(_ error: MermaidError, in source: SourceText) -> Bool {
    if error.message == first.message { return true }
    guard first.message.contains("reserved word"), !first.token.isEmpty else { return false }
    let words = source.line(error.range.start.line).split {
      !$0.isLetter && !$0.isNumber && $0 != "_"
    }
    return words.contains { $0 == first.token }
  }

  /// The first error as a finding that counts the others.
  package func diagnostic(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> Diagnostic {
    var finding = first.diagnostic(in: file, place: place)
    let lines = Set(repeats.map { place($0.range).start.line }).sorted()
    guard let last = lines.last else { return finding }
    let list =
      lines.count == 1
      ? "line \(last)"
      : "lines " + lines.dropLast().prefix(9).map(String.init).joined(separator: ", ")
        + (lines.count > 10 ? " … " : " and ") + "\(last)"
    finding.evidence.append(
      Evidence(.note, "the same cause has \(repeats.count.counted("more error")), on \(list)"))
    return finding
  }
}

extension MermaidDocument {
  /// The errors, those with the same cause together.
  package var errorGroups: [MermaidErrorGroup] {
    MermaidErrorGroup.groups(of: errors, in: source)
  }
}
