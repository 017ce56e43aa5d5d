package import SwiftIndex

/// A place where a hand-drawn sequence diagram and the traces part.
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
    /// A call is drawn as an answer, or the other way round.
    case wrongArrow
    /// A loop goes round another number of times than its title says.
    case wrongCount
    /// No trace ever takes the way that begins here.
    case neverTaken
    /// A block that runs may pass by has no message: nothing can show whether it is right.
    case empty
    /// The scenario cannot be aligned: there is too much to try.
    case tooLarge
  }

  package var kind: Kind
  /// The drawn message concerned; for a missing one, the one after which it belongs.
  package var drawn: DrawnLetter?
  /// What the trace has: the message itself; for one that is never sent, what comes instead.
  package var happened: TraceLetter?
  /// The branch concerned.
  package var site: BranchSite?
  /// Where a moved message belongs: behind this one; nothing for the beginning.
  package var belongsBehind: DrawnLetter?
  /// The rounds of a loop that were counted.
  package var counts: ClosedRange<Int>?
  /// The call in the code: the message itself, or what was probably meant.
  package var declared: FlowCall?
  /// Whether the diagram was compared with the code, not with traces.
  package var isFromCode = false
  /// Whether parts of the code that may contradict it were not read.
  package var isUncertain = false
  /// The scenarios in which it was found, in the order given.
  package var scenarios: [String] = []

  package init(_ kind: Kind) {
    self.kind = kind
  }
}
