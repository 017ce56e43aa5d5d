/// A token of a state diagram.
typealias StateToken = Token<StateTokenKind>

enum StateTokenKind: LexerTokenKind {
  case click, href, string, defaultWord
  case direction(Direction)
  case newline
  case scale, width, widthWord
  case accTitle, accTitleValue, accDescr, accDescrValue, accDescrBlock
  case classDef, classDefName, classDefDefault, classDefStyles
  case classWord, classIDs, className
  case styleWord, styleIDs, styleValue
  case fork, join, choice
  case description, asWord, id, compositeName
  case structStart, structStop
  case note, leftOf, rightOf, noteText
  case diagram, hideEmpty, edge, label, arrow, concurrent, styleSeparator
  case end
  case skipped
  case unreadable
  /// `state A B {`
  case twoWords
}
