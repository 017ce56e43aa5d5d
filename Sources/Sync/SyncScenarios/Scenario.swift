package import Traces

/// A story about the engine that can be recorded: a name, a sentence, and what happens.
package struct Scenario: Sendable {
  /// The name of its trace file without the extension: `sync-cycle`.
  package let name: String
  /// What it shows, in one sentence.
  package let title: String
  /// Who takes part, in the order in which a diagram shows them.
  package let participants: [TraceParticipant]
  /// The Swift file that tells it, as `#fileID` names it.
  let file: String
  /// What was there before; not recorded.
  let prepare: @Sendable (ScenarioWorld) async throws -> Void
  /// What happens; recorded.
  let play: @Sendable (ScenarioWorld) async throws -> Void

  init(
    _ name: String, _ title: String,
    participants: [TraceParticipant] = Scenario.participants(from: nil),
    file: String = #fileID,
    prepare: @escaping @Sendable (ScenarioWorld) async throws -> Void = { _ in },
    play: @escaping @Sendable (ScenarioWorld) async throws -> Void
  ) {
    self.name = name
    self.title = title
    self.participants = participants
    self.file = file
    self.prepare = prepare
    self.play = play
  }

  /// The engine and what it works with; `first` is who starts it all.
  static func participants(from first: String?, eventStore: Bool = false) -> [TraceParticipant] {
    var names: [TraceParticipant] = []
    if let first { names.append(TraceParticipant(first, kind: .actor)) }
    if eventStore { names.append(TraceParticipant("EventStore")) }
    return names + [
      TraceParticipant("SyncEngine"), TraceParticipant("DataStore", kind: .database),
      TraceParticipant("NetworkClient"), TraceParticipant("Backend"),
    ]
  }
}
