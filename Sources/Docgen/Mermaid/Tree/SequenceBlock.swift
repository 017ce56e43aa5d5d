package import Diagnostics

/// `loop … end`, `alt … else … end` and similar blocks.
package struct SequenceBlock: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case loop, alt, opt, par
    case parOver = "par_over"
    case critical
    case breaking = "break"
    case rect

    /// The word that begins a second branch; `nil` for kinds with only one.
    package var separator: String? {
      switch self {
      case .alt: "else"
      case .par, .parOver: "and"
      case .critical: "option"
      case .loop, .opt, .breaking, .rect: nil
      }
    }
  }

  package var kind: Kind
  /// At least one; the label of the first is the text after the opening word.
  package var branches: [SequenceBranch]
  /// From the opening word to the end of `end`.
  @Location package var range: SourceRange?
  @Location package var endRange: SourceRange?

  package init(
    _ kind: Kind, branches: [SequenceBranch], range: SourceRange? = nil,
    endRange: SourceRange? = nil
  ) {
    self.kind = kind
    self.branches = branches
    self.range = range
    self.endRange = endRange
  }

  /// A block of one branch.
  package init(_ kind: Kind, _ label: Label, statements: [SequenceStatement]) {
    self.init(kind, branches: [SequenceBranch(label, statements)])
  }
}

/// One branch of a block: `else rate limited` and its statements.
package struct SequenceBranch: Hashable, Sendable {
  package var label: Label
  package var statements: [SequenceStatement]
  /// The line that begins it: `alt accepted`, `else rate limited`.
  @Location package var range: SourceRange?

  package init(_ label: Label, _ statements: [SequenceStatement], range: SourceRange? = nil) {
    self.label = label
    self.statements = statements
    self.range = range
  }
}
