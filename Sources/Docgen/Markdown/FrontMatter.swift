import Diagnostics

/// YAML before the Markdown of a page, between a first line `---` and the next such line, as read
/// by GitHub and site generators. CommonMark would read a rule and a heading.
///
///     ---
///     title: How it syncs
///     ---
package struct FrontMatter: Hashable, Sendable {
  /// Without the lines around it.
  package let text: String
  /// The line of the closing `---`, counted from 1.
  package let lastLine: Int

  /// Returns `nil` if no such line follows, or if the first non-blank line does not begin with a
  /// key: a page may begin with a rule.
  init?(_ source: SourceText, hasByteOrderMark: Bool) {
    guard source.bytes.dropFirst(hasByteOrderMark ? 3 : 0).starts(with: Self.fence),
      Self.isFence(source, 1, from: hasByteOrderMark ? 3 : 0)
    else { return nil }
    var lines: [String] = []
    for number in 2..<max(2, source.lineCount + 1) {
      guard Self.isFence(source, number) else {
        lines.append(source.line(number))
        continue
      }
      guard Self.beginsWithKey(lines) else { return nil }
      text = lines.joined(separator: "\n")
      lastLine = number
      return
    }
    return nil
  }

  private static let fence = Array("---".utf8)

  /// `---` with only blanks after it.
  private static func isFence(_ source: SourceText, _ number: Int, from start: Int = 0) -> Bool {
    let range = source.lineRange(number)
    let line = source.bytes[max(start, range.lowerBound)..<range.upperBound]
    return line.starts(with: fence)
      && line.dropFirst(fence.count).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private static func beginsWithKey(_ lines: [String]) -> Bool {
    let first = lines.first { line in
      let text = line.drop(while: \.isWhitespace)
      return !text.isEmpty && !text.hasPrefix("#")
    }
    guard let first, let colon = first.firstIndex(of: ":"), colon > first.startIndex else {
      return false
    }
    let behind = first.index(after: colon)
    return first[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "_-\"'".contains($0) }
      && (behind == first.endIndex || first[behind].isWhitespace)
  }
}

extension Page {
  /// The bytes for CommonMark: every line keeps its place, those of the front matter are blank.
  ///
  /// Blanks instead of a shorter text keep all positions of libcmark valid.
  package var markdown: [UInt8] { Self.markdown(source, frontMatter) }

  static func markdown(_ source: SourceText, _ frontMatter: FrontMatter?) -> [UInt8] {
    guard let frontMatter else { return source.bytes }
    var bytes = source.bytes
    let end = source.lineRange(frontMatter.lastLine).upperBound
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in start..<end where bytes[index] != 0x0A && bytes[index] != 0x0D {
      bytes[index] = 0x20
    }
    return bytes
  }
}
