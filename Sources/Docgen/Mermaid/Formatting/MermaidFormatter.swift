import Diagnostics
import JSON

/// Re-indents the source text of a diagram: four spaces a level.
///
///     stateDiagram-v2           stateDiagram-v2
///       A-->B:x            ->       A --> B: x
///     state C {                     state C {
///     D                                 D
///     }                             }
///
/// Apart from indentation, only blanks around arrows and colons, blanks at the ends of lines and
/// repeated blank lines change. Front matter, directives and statements that continue on the next
/// line are kept. A change that would alter the meaning is not made.
package enum MermaidFormatter {
  /// The formatted text. Returns `nil` if no change of the indentation is safe, for a text with
  /// errors, and for kinds of diagrams that are not formatted.
  ///
  /// The formatted text is parsed again and compared with the original. If blanks around an arrow
  /// turn out to be significant, the attempt is repeated with the indentation alone. So the
  /// formatter needs no proof for each rule of the grammar.
  ///
  /// A carriage return alone ends a line in Mermaid, and becomes a line feed.
  package static func format(_ document: MermaidDocument) -> String? {
    if let text = document.text.withoutLoneReturns { return format(MermaidParser.parse(text)) }
    guard document.errors.isEmpty, let layout = DiagramLayout(document) else { return nil }
    let meaning = MermaidModel.shownValue(of: document.diagram)?.bytes
    return [Changes.all, .indentation].lazy.map(layout.text).first { text in
      let again = MermaidParser.parse(text)
      return again.errors.isEmpty && again.diagram == document.diagram
        && MermaidModel.shownValue(of: again.diagram)?.bytes == meaning
    }
  }

  /// The changes of a formatted text.
  enum Changes {
    case all, indentation
  }
}

extension DiagramLayout {
  func text(_ changes: MermaidFormatter.Changes) -> String {
    var result: [UInt8] = []
    var wasBlank = false
    var gaps = gaps[...]
    for number in 1...source.lineCount {
      let line = source.lineRange(number)
      let (depth, next) = (depths[number], source.offset(ofLine: number + 1))
      var content = line.drop { depth != nil && source.bytes[$0].isBlank }
      if changes == .all, depth != nil {
        while let last = content.last, source.bytes[last].isBlank { content.removeLast() }
        wasBlank = wasBlank || content.isEmpty && !texts.contains(number)
        if content.isEmpty, wasBlank { continue }
      } else if content.isEmpty {
        content = line[...]
      }
      if wasBlank, !result.isEmpty { result += lineEnd }
      wasBlank = false
      if let depth, let first = content.first, !source.bytes[first].isBlank {
        let isBrace = source.bytes[first] == UInt8(ascii: "{")
        result += [UInt8](repeating: 0x20, count: 4 * max(0, isBrace ? depth - 1 : depth))
      }
      if changes == .all { close(&gaps, in: &content, to: &result) }
      result += source.bytes[content]
      result += source.bytes[line.upperBound..<next]
    }
    if changes == .all, let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a line up to its last gap, with the gaps closed, and removes that part from it.
  private func close(
    _ gaps: inout ArraySlice<(range: Range<Int>, text: String)>, in line: inout Range<Int>,
    to result: inout [UInt8]
  ) {
    while let gap = gaps.first, gap.range.upperBound <= line.upperBound {
      gaps.removeFirst()
      guard gap.range.lowerBound >= line.lowerBound else { continue }
      result += source.bytes[line.lowerBound..<gap.range.lowerBound]
      result += gap.text.utf8
      line = gap.range.upperBound..<line.upperBound
    }
  }

  /// The line end of the source's first line.
  private var lineEnd: ArraySlice<UInt8> {
    let end = source.lineRange(1).upperBound..<source.offset(ofLine: 2)
    return end.isEmpty ? [0x0A] : source.bytes[end]
  }
}

extension String {
  /// The text with line feeds in place of carriage returns that no line feed follows; `nil` if it has
  /// none.
  fileprivate var withoutLoneReturns: String? {
    var bytes = Array(utf8)
    let lone = bytes.indices.filter {
      bytes[$0] == 0x0D && ($0 + 1 == bytes.count || bytes[$0 + 1] != 0x0A)
    }
    for index in lone { bytes[index] = 0x0A }
    return lone.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// A space or a tab.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
