/// A range of a text, by byte offsets, and its replacement.
package struct TextChange: Hashable, Sendable {
  package var range: Range<Int>
  package var text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// The smallest change of complete lines between two texts; `nil` if they are equal.
  ///
  /// Small edits keep the cursor and the folds of an editor, where replacing the complete text
  /// would lose them. Complete lines are easier to review than single characters.
  package init?(from old: [UInt8], to new: [UInt8]) {
    if old == new { return nil }
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    var (end, newEnd) = (old.count, new.count)
    while end > start, newEnd > start, old[end - 1] == new[newEnd - 1] {
      end -= 1
      newEnd -= 1
    }
    // Up to the end of the line, so that the equal rest begins at the start of a line.
    while end < old.count, end > 0, old[end - 1] != 0x0A {
      end += 1
      newEnd += 1
    }
    self.init(range: start..<end, text: String(decoding: new[start..<newEnd], as: UTF8.self))
  }

  /// A text with changes that do not overlap, in their order.
  package static func applied(_ changes: [TextChange], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= place {
      result += bytes[place..<change.range.lowerBound]
      result += change.text.utf8
      place = change.range.upperBound
    }
    return result + bytes[place...]
  }
}
