import Diagnostics
import Markdown

/// Words and code spans of a paragraph.
enum CountTokens {
  enum Kind: Hashable {
    case word(String)
    case span(String)
    /// The end of a sentence or a cell.
    case stop
    case comma
  }

  struct Token: Hashable {
    var kind: Kind
    var range: SourceRange
  }

  static func tokens(of lines: [Page.Line], spans: [CodeSpan]) -> [Token] {
    var tokens: [Token] = []
    var left = spans.sorted { $0.range.start < $1.range.start }[...]
    for line in lines {
      var word = ""
      var column = 1
      func position(_ column: Int) -> SourcePosition { line.position(column: column) }
      func end() {
        guard !word.isEmpty else { return }
        let start = position(column - word.utf8.count)
        let range = SourceRange(start: start, end: position(column))
        tokens.append(Token(kind: .word(word), range: range))
        word = ""
      }
      for character in line.text {
        defer { column += character.utf8.count }
        let place = position(column)
        while let span = left.first, span.range.end <= place { left = left.dropFirst() }
        if let span = left.first, span.range.start <= place {
          end()
          if span.range.start == place {
            tokens.append(Token(kind: .span(span.text), range: span.range))
          }
        } else if character.isWordPart {
          word.append(character)
        } else {
          end()
          if [".", ";", ":", "|", "!", "?"].contains(character) {
            let stop = SourceRange(start: place, end: place)
            tokens.append(Token(kind: .stop, range: stop))
          } else if character == "," {
            tokens.append(Token(kind: .comma, range: SourceRange(start: place, end: place)))
          }
        }
      }
      end()
    }
    return tokens
  }
}

extension Character {
  /// Whether it is a letter or a number.
  fileprivate var isWordPart: Bool {
    guard let byte = asciiValue else { return isLetter || isNumber }
    return byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}
