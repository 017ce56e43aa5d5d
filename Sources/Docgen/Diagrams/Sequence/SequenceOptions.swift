/// What of an interaction a sequence diagram shows.
package struct SequenceOptions: Hashable, Sendable {
  /// Which decisions become notes.
  package enum Decisions: String, CaseIterable, Sendable {
    /// Those that held.
    case held
    case all
    case none
  }

  /// How phases are drawn.
  package enum Phases: String, CaseIterable, Sendable {
    /// As a frame around what happens in them.
    case frames
    /// As a note where they begin.
    case notes
    case none
  }

  /// Several participants drawn as one.
  package struct Group: Hashable, Sendable {
    package var name: String
    package var members: [String]

    package init(_ name: String, members: [String]) {
      self.name = name
      self.members = members
    }
  }

  /// Participants to draw, in this order; all of the traces when empty.
  package var participants: [String] = []
  /// Participants to leave out; what they did in between is drawn where it touches others.
  package var hidden: [String] = []
  /// Methods and HTTP messages to leave out, by name.
  package var hiddenMessages: [String] = []
  /// Participants whose answers are left out, failures aside.
  package var silent: [String] = []
  /// Participants of which is shown that they are called, and not what they do about it.
  package var collapsed: [String] = []
  package var groups: [Group] = []
  /// How deep calls within calls are drawn; all when nothing.
  package var depth: Int?
  /// The message with which the diagram begins, by name; what happened before is left out.
  package var first: String?
  /// The message with which it ends.
  package var last: String?
  /// How many messages are drawn before a note says how many are left out.
  package var maxMessages: Int?
  package var decisions = Decisions.held
  /// How phases are drawn; iterations are loops in any case.
  package var phases = Phases.frames
  /// Whether changes of state become notes.
  package var showsStates = false
  /// Whether calls that are read from source have a reply with the type of their result.
  package var showsReplies = false

  package init() {}
}
