/// A token of a class diagram.
typealias ClassToken = Token<ClassTokenKind>

enum ClassTokenKind: Equatable {
  case diagram, newline, finish
  case direction(Direction)
  case accTitle, accTitleValue, accDescr, accDescrValue, accDescrBlock
  case string, literal, generic
  case style, classDef, cssClass, namespace, classWord
  case callback, link, click, href, noteFor, note, linkTarget
  case callbackName, callbackArguments
  case annotationStart, annotationEnd
  case structStart, structStop, member, openInStruct, endInStruct
  case end(ClassRelation.End)
  case solidLine, dottedLine
  case label, styleSeparator
  /// `\w+`, a single letter beyond ASCII, `-`
  case word, letter, minus
  case dot, plus, colon, comma, hash, percent, equals, bracketOpen, bracketClose
  case punctuation, edge
  /// Consumed by the lexer, and invisible to the grammar.
  case skipped
  /// The end of the text within double quotes.
  case unclosedString
  /// No rule of the lexer matches.
  case unreadable
  /// After the end of a text without a header, whose end was emitted already or does not exist.
  case beyond

  /// The character that closes a text of this kind.
  var closingSign: UInt8? {
    switch self {
    case .literal: UInt8(ascii: "`")
    case .string: UInt8(ascii: "\"")
    case .generic: UInt8(ascii: "~")
    case .callbackArguments: UInt8(ascii: ")")
    default: nil
    }
  }

  var isNamePart: Bool { self == .word || self == .letter || self == .minus }
}
