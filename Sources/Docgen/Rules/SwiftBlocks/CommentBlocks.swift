package import Diagnostics
import Markdown

/// The Swift blocks in the documentation comments of a Swift file.
extension BlockContext {
  /// Each run of lines with `///`, and each `/** … */`, is a page of its own.
  ///
  ///     /// Opens the door.
  ///     ///
  ///     /// ```swift
  ///     /// door.open()
  ///     /// ```
  package static func all(
    inCommentsOf source: SourceText, file: String, module: String?, isVerified: Bool
  ) -> [BlockContext] {
    comments(of: source).flatMap { comment in
      let page = Page(path: file, bytes: Array(comment.text.utf8))
      return all(
        on: page, isVerified: isVerified, file: file, module: module, origin: comment.origin)
    }
  }

  /// A complete file, such as the listing of a tutorial.
  package static func listing(_ source: SourceText, file: String, module: String?) -> BlockContext {
    let text = String(decoding: source.bytes, as: UTF8.self)
    let code = BlockCode(text, in: source) {
      source.position(of: min($0, source.bytes.count))
    }
    let block = SwiftBlock(options: SwiftBlock.Options(isRun: false), code: code)
    return BlockContext(file: file, module: module, blocks: [block])
  }

  private static func comments(of source: SourceText) -> [(text: String, origin: CommentOrigin)] {
    var comments: [(text: String, origin: CommentOrigin)] = []
    var number = 1
    while number <= source.lineCount {
      var contents = blockComment(from: number, source)
      if contents.isEmpty {
        for next in number...source.lineCount {
          let line = source.line(next)
          guard let start = contentStart(of: line) else { break }
          contents.append(line[start...])
        }
      }
      let text = contents.map { $0 + "\n" }.joined()
      if text.contains("```") || text.contains("~~~") {
        let shifts = contents.map { text in
          text.base.utf8.distance(from: text.base.startIndex, to: text.startIndex)
        }
        comments.append(
          (text, CommentOrigin(file: source, firstLine: number, shifts: shifts)))
      }
      number += max(1, contents.count)
    }
    return comments
  }

  /// The lines of a comment `/** … */` without the stars or the blanks at their beginning.
  private static func blockComment(from first: Int, _ source: SourceText) -> [Substring] {
    let line = source.line(first)
    let opening = line.drop(while: isBlank)
    guard opening.hasPrefix("/**"), !opening.hasPrefix("/***"), !opening.hasPrefix("/**/") else {
      return []
    }
    var lines = [opening.dropFirst(3)]
    while !lines[lines.count - 1].contains("*/") {
      guard first + lines.count <= source.lineCount else { return [] }
      lines.append(source.line(first + lines.count)[...])
    }
    if let end = lines[lines.count - 1].firstRange(of: "*/") {
      lines[lines.count - 1] = lines[lines.count - 1][..<end.lowerBound]
    }
    let inner = lines.dropFirst().map { $0.prefix(while: isBlank).count }
    let hasStars = lines.dropFirst().allSatisfy { line in
      line.first { !isBlank($0) }.map { $0 == "*" } ?? true
    }
    let indentation =
      zip(inner, lines.dropFirst())
      .filter { $0 < $1.count }.map(\.0).min() ?? 0
    return [lines[0]]
      + lines.dropFirst().map { line in
        guard hasStars else { return line.dropFirst(indentation) }
        let text = line.drop(while: isBlank).dropFirst()
        return text.first == " " ? text.dropFirst() : text
      }
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// The place after `/// `; `nil` if the line is not part of such a comment.
  private static func contentStart(of line: String) -> String.Index? {
    let rest = line.drop(while: isBlank)
    guard rest.hasPrefix("///"), !rest.hasPrefix("////") else { return nil }
    let text = rest.dropFirst(3)
    return text.first == " " ? text.dropFirst().startIndex : text.startIndex
  }
}
