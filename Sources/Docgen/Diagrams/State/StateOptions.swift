package import Mermaid

/// What of a state machine a diagram shows.
package struct StateOptions: Sendable {
  /// What is written at an arrow.
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
  /// Whether a note tells each state's associated values and documentation.
  package var showsNotes = false
  /// What becomes of steps that no trace takes.
  package enum Unobserved: String, CaseIterable, Sendable {
    /// Drawn like all others.
    case draw
    /// Drawn, and said to be so.
    case mark
    /// Left out.
    case hide
  }

  package var unobserved = Unobserved.draw
  /// Composite states by name, with the states in each.
  package var groups: [(name: String, states: [String])] = []
  /// States whose arrows come first, in this order; Mermaid lays out what it reads in its order.
  package var order: [String] = []

  package init() {}
}
