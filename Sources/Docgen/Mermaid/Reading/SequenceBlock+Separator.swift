extension SequenceBlock.Kind {
  /// The word between the branches of a block of this kind; nothing where it has one branch.
  var separatorToken: SequenceTokenKind? {
    switch self {
    case .alt: .elseWord
    case .par, .parOver: .and
    case .critical: .option
    default: nil
    }
  }
}
