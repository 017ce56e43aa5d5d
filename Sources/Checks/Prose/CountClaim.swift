import Diagnostics
import Markup

/// A sentence that says how many of something a type has.
///
///     `NetworkClient` has 24 methods · the five states of `SyncState` · `SyncState`'s five states
struct CountClaim: Hashable {
  var owner: String
  var things: Count.Things
  var number: WrittenNumber
  /// Where the number stands.
  var range: SourceRange

  /// The claims of a page, region contents left out.
  static func all(on page: CheckedPage) -> [CountClaim] {
    let spans = Dictionary(grouping: page.writtenCodeSpans, by: \.block)
    return spans.sorted { $0.key < $1.key }.flatMap { block, spans in
      let lines = page.page.lines(of: page.page.blocks[block])
      return claims(in: CountTokens.tokens(of: lines, spans: spans))
    }
  }

  private static let verbs: Set = ["has", "have", "declares", "defines", "lists", "knows"]

  private static func claims(in tokens: [CountTokens.Token]) -> [CountClaim] {
    tokens.indices.compactMap { index in
      guard index + 1 < tokens.count, case .word(let digits) = tokens[index].kind,
        case .word(let noun) = tokens[index + 1].kind, let number = WrittenNumber(digits),
        let things = Count.Things(rawValue: noun),
        let owner = owner(of: index, in: tokens)
      else { return nil }
      return CountClaim(
        owner: owner, things: things, number: number, range: tokens[index].range)
    }
  }

  /// The name that a number and its noun belong to.
  private static func owner(of index: Int, in tokens: [CountTokens.Token]) -> String? {
    func kind(_ offset: Int) -> CountTokens.Kind? {
      tokens.indices.contains(index + offset) ? tokens[index + offset].kind : nil
    }
    if case .word("of") = kind(2) {
      // "two methods of" any number more says nothing; "the two methods of" does.
      guard case .span(let name) = kind(3), case .word(let article) = kind(-1) else { return nil }
      return ["the", "all", "all the"].contains(article.lowercased()) ? name : nil
    }
    if case .word("s") = kind(-1), case .span(let name) = kind(-2) { return name }
    if case .word(let verb) = kind(-1), verbs.contains(verb), case .span(let name) = kind(-2) {
      return name
    }
    return nil
  }
}

/// Words and code spans of a paragraph.
enum CountTokens {
  enum Kind: Hashable {
    case word(String)
    case span(String)
    /// The end of a sentence or a cell.
    case stop
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
        } else if character.isLetter || character.isNumber {
          word.append(character)
        } else {
          end()
          if [".", ";", ":", "|", "!", "?"].contains(character) {
            let stop = SourceRange(start: place, end: place)
            tokens.append(Token(kind: .stop, range: stop))
          }
        }
      }
      end()
    }
    return tokens
  }
}
