/// A token of a class diagram.
typealias ClassToken = Token<ClassTokenKind>

enum ClassTokenKind: LexerTokenKind {
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
  case skipped
  /// The end of the text within double quotes.
  case unclosedString
  case unreadable
  /// After the end of a text without a header, whose end was emitted already or does not exist.
  case beyond

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
