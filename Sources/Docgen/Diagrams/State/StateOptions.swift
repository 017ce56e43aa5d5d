package import Mermaid

/// The parts of a state machine that a diagram shows.
package struct StateOptions: Sendable {
  /// The labels of arrows.
  package enum Labels: String, CaseIterable, Sendable {
    /// The event's name and the guard.
    case events
    /// The first sentence of the event's documentation, and the guard.
    case summaries
    case none
  }

  package var labels = Labels.events
  /// Whether transitions that stay in their state are drawn.
  package var showsLoops = false
  /// Whether a state without a transition to another one leads to the end.
  package var showsEnds = true
  /// Whether a state shows the labels of its associated values.
  package var showsValues = true
  package var direction: Direction?
  /// Whether a note shows each state's associated values and documentation.
  package var showsNotes = false
  /// The form of transitions that no trace takes.
  package enum Unobserved: String, CaseIterable, Sendable {
    /// Drawn like all others.
    case draw
    /// Drawn with a mark.
    case mark
    /// Left out.
    case hide
  }

  package var unobserved = Unobserved.draw
  /// Whether labels show how often production took each transition.
  package var showsFrequencies = false
  /// The least share of a drawn transition in all observed ones, from 0 to 1.
  package var minShare = 0.0
  /// Composite states by name, with the states in each.
  package var groups: [(name: String, states: [String])] = []
  /// States whose arrows come first, in this order: Mermaid's layout depends on the order of the
  /// text.
  package var order: [String] = []

  package init() {}
}
