/// A token of a flowchart.
typealias FlowchartToken = Token<FlowchartTokenKind>

enum FlowchartTokenKind: LexerTokenKind {
  case graph, noDirection
  /// `LR` after `flowchart`.
  case headerDirection(Direction)
  /// A line that holds `direction LR`.
  case direction(Direction)
  case newline, semicolon, space
  /// The end of the text outside of strings and labels: it ends a statement.
  case eof
  /// After `eof`, or the end of the text inside of a string or a label.
  case end
  case subgraph, subgraphEnd
  case style, linkStyle, classDef, classWord, defaultWord, interpolate, href, linkTarget
  case click, callbackName, callbackArguments
  case string, markdown, text, edgeText
  case number, hash, styleSeparator, colon, ampersand, comma, asterisk
  case nodeString, minus, unicode, up, down
  case link, linkStart, linkID
  case shapeData
  /// `[`, `((`, `{`, `>` and the other openers of node texts.
  case open(FlowchartOpener)
  case close(FlowchartCloser)
  case pipe
  case accTitle, accTitleValue, accDescr, accDescrValue, accDescrBlock
  /// A tag `<`, `\|` and other characters that no rule of the grammar accepts.
  case sign
  case skipped, unreadable
}

enum FlowchartOpener: String {
  case square = "["
  case round = "("
  case ellipse = "(-"
  case stadium = "(["
  case subroutine = "[["
  case properties = "[|"
  case cylinder = "[("
  case doubleCircle = "((("
  case trapezoid = "[/"
  case invertedTrapezoid = "[\\"
  case diamond = "{"
  case odd = ">"
}

enum FlowchartCloser: String {
  case square = "]"
  case round = ")"
  case ellipse = "-)"
  case stadium = "])"
  case subroutine = "]]"
  case cylinder = ")]"
  case doubleCircle = ")))"
  case trapezoid = "\\]"
  case invertedTrapezoid = "/]"
  case diamond = "}"
}

extension FlowchartTokenKind {
  /// `idStringToken` of the grammar.
  var isIdentifier: Bool {
    switch self {
    case .number, .nodeString, .down, .minus, .defaultWord, .comma, .colon, .ampersand, .hash,
      .asterisk, .unicode:
      true
    default: false
    }
  }

  /// `keywords` of the grammar, which titles of subgraphs may hold.
  var isKeyword: Bool {
    switch self {
    case .style, .linkStyle, .classDef, .classWord, .click, .graph, .subgraph, .subgraphEnd, .down,
      .up:
      true
    default: false
    }
  }

  /// `textNoTagsToken` of the grammar.
  var isTitle: Bool {
    switch self {
    case .number, .nodeString, .space, .minus, .ampersand, .unicode, .colon, .asterisk, .hash,
      .linkStart:
      true
    default: isKeyword
    }
  }

  /// `styleComponent` of the grammar.
  var isStyle: Bool {
    switch self {
    case .number, .nodeString, .colon, .space, .hash, .style: true
    default: false
    }
  }

  /// `alphaNumToken` of the grammar.
  var isAlphanumeric: Bool { isIdentifier && self != .defaultWord }

  /// Whether the token ends a statement.
  var isSeparator: Bool { self == .newline || self == .semicolon || self == .eof }
}
