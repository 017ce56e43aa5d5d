import Diagnostics

extension Diagnostic {
  /// Adds a line of the same page with the same cause: `also on lines 7, 12 and 3 more`.
  mutating func note(another line: Int) {
    let start = "also on line"
    if line == location.range?.start.line { return }
    guard
      let index = evidence.firstIndex(where: { $0.kind == .note && $0.text.hasPrefix(start) })
    else {
      return evidence.insert(Evidence(.note, "\(start) \(line)"), at: max(0, evidence.count - 1))
    }
    let text = evidence[index].text
    if text.utf8.count >= Self.longestNote {
      let count = text.firstMatch(of: #/ and ([0-9]+) more$/#)
      let listed = text.prefix(upTo: count?.range.lowerBound ?? text.endIndex)
      evidence[index].text = "\(listed) and \((count.flatMap { Int($0.1) } ?? 0) + 1) more"
    } else {
      let lines = text.split(separator: " ").dropFirst(3).joined(separator: " ")
      evidence[index].text = "\(start)s \(lines), \(line)"
    }
  }

  /// A note of this length counts further lines.
  private static let longestNote = 60
}
