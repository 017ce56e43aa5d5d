/// The machine of a sync.
public struct SyncMachine: Sendable {
  /// What the engine does.
  public enum SyncState: Sendable { case idle, syncing, rateLimited }
  /// What happens to the engine.
  public enum Event: Sendable { case syncRequested, finished, refused, waited }

  /// The current state.
  public private(set) var state = SyncState.idle

  /// Takes the transition of an event.
  public mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.idle, .syncRequested): state = .syncing
    case (.syncing, .finished): state = .idle
    case (.syncing, .refused): state = .rateLimited
    case (.rateLimited, .waited): state = .idle
    default: break
    }
  }
}
