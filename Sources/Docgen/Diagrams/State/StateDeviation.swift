package import Diagnostics
package import Models
import Traces

/// A place where a hand-drawn state diagram and the machine part.
package struct StateDeviation: Sendable {
  package enum Kind: Sendable {
    /// The diagram names a state that the machine does not have.
    case unknownState(String)
    /// A choice, fork or join with nothing before or nothing behind it.
    case looseMarker
    /// The diagram draws a step that is neither declared nor observed.
    case undeclared
    /// The diagram draws a step that was observed, although it is not declared.
    case undeclaredObserved
    /// The diagram does not draw a step.
    case missing(Missing, event: String, condition: String?)
    /// The step exists, but not for the reason that its arrow names.
    case wrongTrigger(drawn: String)
    /// The diagram begins in another state.
    case wrongStart
    /// The diagram does not say where the machine begins.
    case missingStart
    /// The diagram ends in a state from which the machine goes on.
    case wrongEnd
    /// The step is drawn and declared, but no trace ever takes it.
    case neverObserved
  }

  /// What is known of a step that is not drawn.
  package enum Missing: Sendable {
    case declaredAndObserved, declared, observed
    /// The code can take it, but does not compare the state before it.
    case likely
  }

  package var kind: Kind
  package var from: String
  package var to: String
  /// Within the diagram's text: the arrow or its label; nothing for a step that is not drawn.
  package var range: SourceRange?
  /// The declared steps between the two states.
  package var declared: [StateMachineModel.Edge]
  /// How often the step was seen, where it is not declared.
  package var observed = Observation()
}
