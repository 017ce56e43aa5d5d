// The SyncScenarios module runs the sync engine in scripted situations and records their traces.
//
// A scenario has a preparation, which is not recorded, and a play, which is. Both act on a
// `ScenarioWorld`: the real engine, store, client and reference server in one process, on a virtual
// clock. The recorded calls and transitions become a `Trace`, which `ScenarioProgram` writes as a
// file; docgen draws diagrams from these files and compares documents with them.
//
// The traces must be equal to the byte on every machine and in every run, because a check compares
// them with committed text. Three properties guarantee it: time is virtual and sleeping takes none,
// identifiers and random numbers come from a seed that the scenario's name gives, and work in the
// background is either switched off (`syncsAfterEdits`, `retriesAfterBackoff`) or awaited
// (`waitUntilQuiet`).
//
// The scenarios themselves are in `Catalogue`. To add one, append it there and record it. Tests use
// `Scenario.record()` directly and inspect the final states of device and server.

package import Traces

/// A scenario of the engine that can be recorded: a name, a sentence, and the code to run.
///
///     Scenario("first-sync", "A new device pulls everything") { world in
///       try await world.performSync()
///     }
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
