package import SwiftIndex

/// A difference between a hand-drawn sequence diagram and the traces.
///
/// One type serves the comparison with traces and with code; the properties that do not apply are
/// `nil` or empty. `Rules` has one rule for most kinds.
package struct SequenceDeviation: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A message happens that the diagram does not have.
    case missing
    /// The diagram has a message that does not happen.
    case neverSent
    /// It happens at another point of the flow.
    case moved
    /// It happens between other participants.
    case redirected
    /// Something else happens between the same participants.
    case relabelled
    /// The receiver has no such member.
    case unknownMember
    /// A call is drawn as an answer, or the reverse.
    case wrongArrow
    /// A loop has another number of rounds than its title states.
    case wrongCount
    /// No trace takes the branch that begins here.
    case neverTaken
    /// An optional block has no message, so it cannot be proven.
    case empty
    /// The scenario cannot be aligned: the search is too large.
    case tooLarge
  }

  package var kind: Kind
  /// The drawn message; for a missing one, the message before its place.
  package var drawn: DocumentedActivity?
  /// The letter of the trace: the message itself; for one that is never sent, the one that comes
  /// instead.
  package var happened: Activity?
  /// The branch.
  package var site: BranchSite?
  /// The message before the right place of a moved message; `nil` for the beginning.
  package var belongsBehind: DocumentedActivity?
  /// The counted rounds of a loop.
  package var counts: ClosedRange<Int>?
  /// The call in the code: the message itself, or its probable meaning.
  package var declared: FlowCall?
  /// Whether the diagram was compared with the code, not with traces.
  package var isFromCode = false
  /// Whether parts of the code that may contradict it were not read.
  ///
  /// A finding with it is a hint and not an error: the call may happen in a method that no read
  /// code reaches, or in a type outside of the project.
  package var isUncertain = false
  /// The scenarios in which it was found, in the order given.
  package var scenarios: [String] = []

  package init(_ kind: Kind) {
    self.kind = kind
  }
}
