import Basics
import Diagnostics
import Markdown
import Models
import SwiftIndex

extension CheckedPage {
  /// The inline code outside of generated regions.
  ///
  /// In a DocC catalog double backticks are links, which have a rule of their own.
  var writtenCodeSpans: [CodeSpan] {
    let isCatalog = DocCCatalog.folder(of: page.path) != nil
    return page.codeSpans.filter { isWritten($0.range) && !(isCatalog && $0.isSymbolLink) }
  }

  /// Members of the project's types in bold text or as a heading: `**Store.save(_:)**`.
  var emphasizedNames: [CodeSpan] {
    page.blocks.indices.flatMap { index -> [CodeSpan] in
      let block = page.blocks[index]
      let isHeading = block.kind.headingLevel != nil
      guard block.kind == .paragraph || isHeading, isWritten(block.range) else { return [] }
      return page.lines(of: block).flatMap { line -> [CodeSpan] in
        guard isHeading || line.text.utf8.contains(UInt8(ascii: "*")) else { return [] }
        let parts =
          isHeading
          ? ["", line.text.drop { $0 == "#" || $0 == " " }, ""]
          : line.text.split(separator: "**", omittingEmptySubsequences: false)
        return parts.indices.dropLast().filter { $0 % 2 == 1 }.compactMap { number in
          let text = String(parts[number])
          guard let name = CodeName(text), name.parts.count > 1,
            !project.code.types(named: name.parts[0]).isEmpty, !FileName.isFileName(text)
          else { return nil }
          let column = line.text.utf8.distance(
            from: line.text.startIndex, to: parts[number].startIndex)
          let range = SourceRange(
            line: line.start.line, column: line.start.column + column, length: text.utf8.count)
          return CodeSpan(text: text, range: range, contentRange: range, block: index)
        }
      }
    }
  }

  /// The rest of the line after inline code.
  func text(after span: CodeSpan) -> String {
    let line = page.source.line(span.range.end.line).utf8
    return String(decoding: line.dropFirst(span.range.end.column - 1), as: UTF8.self)
  }

  /// The beginning of the line before inline code.
  func text(before span: CodeSpan) -> String {
    let line = page.source.line(span.range.start.line).utf8
    return String(decoding: line.prefix(span.range.start.column - 1), as: UTF8.self)
  }

  /// The links and images outside of generated regions.
  var writtenLinks: [Link] { page.links.filter { isWritten($0.range) } }

  func isWritten(_ range: SourceRange) -> Bool { page.isWritten(range) }
}

extension Page {
  /// Whether a place is outside of the text that docgen writes.
  func isWritten(_ range: SourceRange) -> Bool {
    // Regions are in order, and apart from each other.
    let following = regions.partitioningIndex { $0.contentRange.start > range.start }
    guard following > 0 else { return true }
    let region = regions[following - 1]
    return region.kind == .verified || range.end > region.contentRange.end
  }
}
