import Diagnostics
import Markdown
import Models
import SwiftIndex

extension UnknownFile {
  /// The lines of list items that begin with a Swift file, in lists of which at least half exist.
  ///
  ///     - `Door.swift` opens        exists
  ///     - `Window.swift` lets in    exists
  ///     - `Hinge.swift` turns       its line is one of them
  static func linesOfListedFiles(on page: CheckedPage) -> Set<Int> {
    let code = page.project.code
    let lists = page.enumerations.filter { $0.form != .headings }.map { list in
      list.entries.compactMap { entry -> (line: Int, isKnown: Bool)? in
        let text = entry.text.drop { "*_`[ ".contains($0) }.prefix { !"*`]( ".contains($0) }
        guard text.hasSuffix(".swift"), let file = FileName(String(text)) else { return nil }
        return (entry.range.start.line, !file.files(in: code).isEmpty)
      }
    }
    let known = lists.filter { files in
      let count = files.count(where: \.isKnown)
      return count >= 2 && count * 2 >= files.count
    }
    return Set(known.joined().map(\.line))
  }

  /// Paths in drawings of boxes that begin with a folder of the repository.
  ///
  ///     │ Adapters (Sources/Harbor/Adapters/) │
  static func drawnPaths(on page: CheckedPage, _ context: ProjectContext) -> [CodeSpan] {
    page.page.fences.filter {
      $0.isDrawing && page.isWritten($0.range) && FileTree($0) == nil
    }.flatMap { fence -> [CodeSpan] in
      let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { index, line in
        line.split(whereSeparator: { " │|(),;:'\"`".contains($0) }).compactMap {
          word -> CodeSpan? in
          let parts = word.split(separator: "/", omittingEmptySubsequences: false)
          guard parts.count > 2, context.kind(String(parts[0])) == .folder else { return nil }
          let place = fence.position(
            in: page.page.source, line: index + 1,
            column: line[..<word.startIndex].utf8.count + 1)
          let range = SourceRange(
            line: place.line, column: place.column, length: word.utf8.count)
          return CodeSpan(
            text: String(word), range: range, contentRange: range, block: fence.block)
        }
      }
    }
  }
}
