extension SequenceBlock.Kind {
  /// The token between the branches of a block of this kind; `nil` for kinds with one branch.
  var separatorToken: SequenceTokenKind? {
    switch self {
    case .alt: .elseWord
    case .par, .parOver: .and
    case .critical: .option
    default: nil
    }
  }
}
