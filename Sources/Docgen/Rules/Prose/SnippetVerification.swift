package import Diagnostics
import Markdown

/// A hand-written Swift block, compared with the code that it quotes.
///
/// The block agrees if it equals the code except for white space and marked omissions: a `…`, or
/// `...` after `//`, stands for any code.
///
///     func push() throws {
///       // …
///       try send(batch)
///     }
package struct SnippetVerification: Sendable {
  /// The declaration of the quoted code.
  package let location: SourceLocation
  /// The first position in the block's text that differs; `nil` if it agrees.
  package let deviation: SourcePosition?
  /// The line of the code at that position.
  package let expected: String

  init(_ fence: Fence, _ request: RegionRequest) throws(RegionProblem) {
    let quote = try SourceQuote(request)
    location = quote.location
    var comparison = SnippetComparison(written: fence.literal, quoted: quote.text)
    (deviation, expected) = comparison.deviation().map { ($0.place, $0.expected) } ?? (nil, "")
  }
}

/// Compares a quotation with its source, ignoring white space.
struct SnippetComparison {
  private struct Letter {
    var byte: UInt8
    var place: SourcePosition
  }

  /// The texts between omissions.
  private var pieces: [[Letter]]
  private var source: [Letter]
  private let quoted: [Substring]
  private var place = 0

  init(written: String, quoted: String) {
    pieces = Self.pieces(of: written)
    source = Self.pieces(of: quoted, hasOmissions: false)[0]
    self.quoted = quoted.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The first place that differs, and the line that the source has there.
  mutating func deviation() -> (place: SourcePosition, expected: String)? {
    for (index, piece) in pieces.enumerated() where !piece.isEmpty {
      let isLast = index == pieces.count - 1
      let (start, matched) = match(piece, anchored: index == 0, atEnd: isLast && index > 0)
      if matched < piece.count {
        return (piece[matched].place, line(at: start + matched))
      }
      place = start + matched
    }
    guard let last = pieces.last, !last.isEmpty || pieces.count == 1, place < source.count else {
      return nil
    }
    return (last.last?.place ?? .start, line(at: place))
  }

  /// The best match of a piece after the matched text, and the matched length.
  private func match(
    _ piece: [Letter], anchored: Bool, atEnd: Bool
  ) -> (start: Int, matched: Int) {
    func common(_ start: Int) -> Int {
      var count = 0
      while count < piece.count, start + count < source.count,
        source[start + count].byte == piece[count].byte
      {
        count += 1
      }
      return count
    }
    if anchored { return (place, common(place)) }
    if atEnd, source.count - piece.count >= place {
      let start = source.count - piece.count
      if common(start) == piece.count { return (start, piece.count) }
    }
    var best = (start: place, matched: 0)
    for start in place..<max(place, source.count) {
      let count = common(start)
      if count > best.matched { best = (start, count) }
      if count == piece.count && !atEnd { break }
    }
    // The last piece must reach the end.
    if atEnd, best.matched == piece.count { best.matched -= 1 }
    return best
  }

  private func line(at index: Int) -> String {
    guard index < source.count else { return "nothing more" }
    let number = source[index].place.line
    return quoted[number - 1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The bytes without white space, split at omissions.
  private static func pieces(of text: String, hasOmissions: Bool = true) -> [[Letter]] {
    var pieces: [[Letter]] = [[]]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let trimmed = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if hasOmissions, ["// …", "// ...", "//…", "//...", "..."].contains(trimmed) {
        pieces.append([])
        continue
      }
      var column = 0
      for character in line {
        defer { column += character.utf8.count }
        if character.isWhitespace { continue }
        if hasOmissions, character == "…" {
          pieces.append([])
          continue
        }
        for (offset, byte) in character.utf8.enumerated() {
          let place = SourcePosition(line: number + 1, column: column + offset + 1)
          pieces[pieces.count - 1].append(Letter(byte: byte, place: place))
        }
      }
    }
    return pieces
  }
}
