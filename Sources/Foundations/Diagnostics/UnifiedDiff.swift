/// The difference of two texts by lines, in the unified format of `diff -u`, without file names.
///
///     @@ -3,3 +3,3 @@
///          idle --> syncing
///     -    syncing --> idle
///     +    syncing --> pulling
package enum UnifiedDiff {
  /// The change that turns `old` into `new`; `nil` if they are equal.
  ///
  /// `firstLine` is the line of the file on which `old` begins, from 1, and `context` is the number
  /// of unchanged lines around a change.
  package static func between(
    _ old: String, _ new: String, firstLine: Int = 1, context: Int = 2
  ) -> String? {
    let lines = merged(lines(of: old), lines(of: new))
    guard lines.contains(where: { $0.kind != .same }) else { return nil }
    var text = ""
    var index = 0
    var before = Counts(old: firstLine, new: firstLine)
    var counted = 0
    while let start = lines[index...].firstIndex(where: { $0.kind != .same }) {
      let end = hunkEnd(lines, from: start, context: context)
      let range = max(start - context, 0)..<min(end + context, lines.count)
      before.add(lines[counted..<range.lowerBound])
      counted = range.lowerBound
      var within = Counts()
      within.add(lines[range])
      text += "@@ -\(before.old),\(within.old) +\(before.new),\(within.new) @@\n"
      for line in lines[range] { text += line.kind.rawValue + line.text + "\n" }
      index = end
    }
    return text
  }

  private enum Kind: String {
    case same = " "
    case removed = "-"
    case added = "+"
  }

  private struct Line {
    var kind: Kind
    var text: String
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The lines of both texts, each marked as removed, added or the same.
  ///
  /// Removed lines precede added ones at the same place, as in `diff -u`.
  private static func merged(_ old: [String], _ new: [String]) -> [Line] {
    let difference = ListDifference(old, new)
    let (removed, added) = (difference.removed, difference.added)
    var result: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, removed.contains(oldIndex) {
        result.append(Line(kind: .removed, text: old[oldIndex]))
        oldIndex += 1
      } else if newIndex < new.count, added.contains(newIndex) {
        result.append(Line(kind: .added, text: new[newIndex]))
        newIndex += 1
      } else {
        result.append(Line(kind: .same, text: new[newIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return result
  }

  /// The end of a hunk: the index after the last change that is at most two contexts away from the
  /// one before it.
  private static func hunkEnd(_ lines: [Line], from start: Int, context: Int) -> Int {
    var end = start + 1
    var index = end
    while index < lines.count, index <= end + 2 * context {
      if lines[index].kind != .same { end = index + 1 }
      index += 1
    }
    return end
  }

  /// Line numbers on both sides.
  private struct Counts {
    var old = 0
    var new = 0

    mutating func add(_ part: ArraySlice<Line>) {
      old += part.count { $0.kind != .added }
      new += part.count { $0.kind != .removed }
    }
  }
}
