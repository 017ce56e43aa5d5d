package import Traces

/// A scenario of the engine that can be recorded: a name, a sentence, and the code to run.
package struct Scenario: Sendable {
  /// The name of its trace file without the extension: `sync-cycle`.
  package let name: String
  /// The scenario in one sentence.
  package let title: String
  /// The participants, in the order of a diagram.
  package let participants: [TraceParticipant]
  /// The Swift file of the scenario, in the form of `#fileID`.
  let file: String
  /// The preparation, which is not recorded.
  let prepare: @Sendable (ScenarioWorld) async throws -> Void
  /// The recorded part.
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

  /// The engine and the participants that it uses; `first` is the actor that starts the scenario.
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
