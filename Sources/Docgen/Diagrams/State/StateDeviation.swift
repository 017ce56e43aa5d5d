package import Diagnostics
package import Models
import Traces

/// A difference between a hand-drawn state diagram and the machine.
///
/// `from` and `to` are names as drawn for arrows of the diagram, and names of the machine for
/// missing transitions.
package struct StateDeviation: Sendable {
  package enum Kind: Sendable {
    /// The diagram names a state that the machine does not have.
    case unknownState(String)
    /// A choice, fork or join without an arrow to it or from it.
    case looseMarker
    /// The diagram draws a transition that is neither declared nor observed.
    case undeclared
    /// The diagram draws a transition that was observed, although it is not declared.
    case undeclaredObserved
    /// The diagram lacks a transition.
    case missing(Missing, event: String, condition: String?)
    /// The transition exists, but the trigger on its arrow does not cause it.
    case wrongTrigger(drawn: String)
    /// The diagram has another initial state.
    case wrongStart
    /// The diagram has no initial state.
    case missingStart
    /// The diagram ends in a state that the machine can leave.
    case wrongEnd
    /// The transition is drawn and declared, but no trace ever takes it.
    case neverObserved
  }

  /// The evidence for a missing transition.
  package enum Missing: Sendable {
    case declaredAndObserved, declared, observed
    /// The code can make it, but does not compare the state before it.
    case likely
  }

  package var kind: Kind
  package var from: String
  package var to: String
  /// The range of the arrow or its label within the diagram's text; `nil` for a missing transition.
  package var range: SourceRange?
  /// The declared transitions between the two states.
  package var declared: [StateMachineModel.Edge]
  /// How often an undeclared transition was observed.
  package var observed = Observation()
}
