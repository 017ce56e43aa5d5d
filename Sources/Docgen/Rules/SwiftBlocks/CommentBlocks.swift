package import Diagnostics
import Markdown

/// The Swift blocks in the documentation comments of a Swift file.
extension BlockContext {
  /// Each run of lines with `///` is a page of its own.
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
    var lines: [(text: Substring, shift: Int)] = []
    for number in 1...source.lineCount + 1 {
      let line = number <= source.lineCount ? source.line(number) : ""
      if let start = contentStart(of: line) {
        let shift = line.utf8.distance(from: line.startIndex, to: start)
        lines.append((line[start...], shift))
        continue
      }
      if !lines.isEmpty {
        let text = lines.map { $0.text + "\n" }.joined()
        let origin = CommentOrigin(
          file: source, firstLine: number - lines.count, shifts: lines.map(\.shift))
        if text.contains("```") || text.contains("~~~") { comments.append((text, origin)) }
      }
      lines = []
    }
    return comments
  }

  /// The place after `/// `; `nil` if the line is not part of such a comment.
  private static func contentStart(of line: String) -> String.Index? {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    guard rest.hasPrefix("///"), !rest.hasPrefix("////") else { return nil }
    let text = rest.dropFirst(3)
    return text.first == " " ? text.dropFirst().startIndex : text.startIndex
  }
}
