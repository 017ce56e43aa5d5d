/// The parts of an interaction that a sequence diagram shows.
package struct SequenceOptions: Hashable, Sendable {
  /// The decisions that become notes.
  package enum Decisions: String, CaseIterable, Sendable {
    /// Those that held.
    case held
    case all
    case none
  }

  /// The form of phases.
  package enum Phases: String, CaseIterable, Sendable {
    /// A frame around the steps in them.
    case frames
    /// A note at their beginning.
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

  /// Participants to draw, in this order; all participants of the traces if empty.
  package var participants: [String] = []
  /// Participants to leave out; their calls to drawn participants are still drawn.
  package var hidden: [String] = []
  /// Methods and HTTP messages to leave out, by name.
  package var hiddenMessages: [String] = []
  /// Participants whose answers are left out, except failures.
  package var silent: [String] = []
  /// Participants whose calls are drawn, but not the calls that they make.
  package var collapsed: [String] = []
  package var groups: [Group] = []
  /// The maximum depth of nested calls; `nil` draws all.
  package var depth: Int?
  /// The message with which the diagram begins, by name; earlier messages are left out.
  package var first: String?
  /// The message with which it ends.
  package var last: String?
  /// The maximum number of messages; a note counts the omitted ones.
  package var maxMessages: Int?
  package var decisions = Decisions.held
  /// How phases are drawn; iterations are loops in any case.
  package var phases = Phases.frames
  /// Whether titles of branches show how often they were taken.
  package var showsFrequencies = false
  /// Whether changes of state become notes.
  package var showsStates = false
  /// Whether calls that are read from source have a reply with the type of their result.
  package var showsReplies = false

  package init() {}
}
