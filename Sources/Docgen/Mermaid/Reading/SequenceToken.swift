/// A token of a sequence diagram.
typealias SequenceToken = Token<SequenceTokenKind>

enum SequenceTokenKind: LexerTokenKind {
  case diagram, newline
  case participant, actorWord, create, destroy, box, asWord
  case block(SequenceBlock.Kind)
  case elseWord, and, option, end
  case leftOf, rightOf, over, note
  case link(ParticipantLink.Kind)
  case activate, deactivate, autonumber, off, number
  case title, accTitle, accTitleValue, accDescr, accDescrValue, accDescrBlock
  case actor, restOfLine, text
  case arrow(MessageArrow)
  case comma, plus, minus, central
  case configStart, configContent, configEnd
  case finish
  case skipped
  /// A character that the grammar reads as an empty statement.
  case invalid
  case unreadable
}
