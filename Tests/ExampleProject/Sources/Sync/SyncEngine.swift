/// Sends and fetches changes.
public protocol NetworkProtocol: Sendable {
  func getChanges(since cursor: Int) async throws -> [String]
}

/// Keeps what was fetched.
public protocol StoreProtocol: Sendable {
  func save(_ changes: [String]) async throws
}

/// Brings the store up to date.
public actor SyncEngine {
  private let network: any NetworkProtocol
  private let store: any StoreProtocol
  private var breaker = CircuitBreaker()
  private var machine = SyncMachine()

  /// Creates it.
  public init(network: any NetworkProtocol, store: any StoreProtocol) {
    (self.network, self.store) = (network, store)
  }

  /// Fetches changes, and saves them.
  public func performSync() async throws {
    machine.handle(.syncRequested)
    do {
      let changes = try await network.getChanges(since: 0)
      try await store.save(changes)
      machine.handle(.finished)
    } catch {
      breaker.recordRefusal()
      machine.handle(.refused)
    }
  }
}
