/// What of an interaction a sequence diagram shows.
package struct SequenceOptions: Hashable, Sendable {
  /// Which decisions become notes.
  package enum Decisions: String, CaseIterable, Sendable {
    /// Those that held.
    case held
    case all
    case none
  }

  /// Participants to draw, in this order; all of the traces when empty.
  package var participants: [String] = []
  /// Participants to leave out; what they did in between is drawn where it touches others.
  package var hidden: [String] = []
  /// Methods and HTTP messages to leave out, by name.
  package var hiddenMessages: [String] = []
  /// Participants whose answers are left out, failures aside.
  package var silent: [String] = []
  package var decisions = Decisions.held
  /// Whether phases become notes; iterations are loops in any case.
  package var showsPhases = true
  /// Whether changes of state become notes.
  package var showsStates = false

  package init() {}
}
