// The SyncTestSupport module has mocks of the engine's network client and store, for tests of the
// engine and of apps that use it.
//
// `MockNetworkClient` is a client and a small server in one: it accepts every request, records the
// calls, and returns queued answers and failures first. `MockDataStoreFactory` creates
// `MockDataStore`s on one `MockDatabase`, which has the role of the disk: it outlives stores and
// engines, so that a test can simulate a restart.
//
// The mocks check their callers. A call that the protocols forbid, such as an empty batch or a
// change of a mutation that is fixed in a batch, throws `MockContractError`, so that no test passes
// with it. The mocks have neither the rules of a service nor random faults: those are in
// SyncBackend and in the simulation.

import Basics
public import Sync

/// A network client without a network.
///
/// By default it answers from its own entities and change feed, and accepts everything that is
/// sent. `fail(_:with:)` and `answer(_:with:)` queue answers for a method, which take precedence.
/// It throws `MockContractError` for requests that no client may make: an empty batch, one of more
/// than 500, an empty key, a page of size 0.
public final class MockNetworkClient: Sendable {
  struct State {
    var eventTypes: [APIEventType] = []
    var events: [APIEvent] = []
    var geofences: [APIGeofence] = []
    var propertyDefinitions: [APIPropertyDefinition] = []
    var changes: [ChangeEntry] = []
    var epoch: String?
    var calls: [MockNetworkCall] = []
    var queued: [MockNetworkMethod: [Result<any Sendable, any Error>]] = [:]
    var hook: (@Sendable (MockNetworkCall) async throws -> Void)?
    var running = 0
    var peak = 0
  }

  private let state = Locked(State())

  /// Creates a client whose server is empty.
  public init() {}

  /// Changes the contents of the server.
  public func configure(_ change: @Sendable (MockServerContents) -> Void) {
    change(MockServerContents(client: self))
  }

  /// Makes the next calls of a method fail, each with one of the errors.
  public func fail(_ method: MockNetworkMethod, with errors: any Error...) {
    state.withLock { state in
      for error in errors { state.queued[method, default: []].append(.failure(error)) }
    }
  }

  /// Queues an answer to the next call of a method.
  public func answer(_ method: MockNetworkMethod, with value: some Sendable) {
    state.withLock { $0.queued[method, default: []].append(.success(value)) }
  }

  /// Calls `hook` within every call, before it is answered; the hook may suspend or throw.
  public func onCall(_ hook: (@Sendable (MockNetworkCall) async throws -> Void)?) {
    state.withLock { $0.hook = hook }
  }

  /// All calls so far.
  public var calls: [MockNetworkCall] { state.withLock { $0.calls } }

  /// All calls of a method so far.
  public func calls(_ method: MockNetworkMethod) -> [MockNetworkCall] {
    calls.filter { $0.method == method }
  }

  /// The largest number of concurrent calls.
  public var peakConcurrency: Int { state.withLock { $0.peak } }

  /// Clears the recorded calls.
  public func forgetCalls() {
    state.withLock { $0.calls = [] }
  }

  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Records a call, calls the hook, and returns the queued or the default answer.
  func respond<Value: Sendable>(
    _ call: MockNetworkCall, _ standard: @Sendable (inout State) throws -> Value
  ) async throws -> Value {
    let hook = state.withLock { state in
      state.calls.append(call)
      state.running += 1
      state.peak = max(state.peak, state.running)
      return state.hook
    }
    defer { state.withLock { $0.running -= 1 } }
    if call.key?.isEmpty == true { throw MockContractError("\(call.method): empty key") }
    await Task.yield()
    try await hook?(call)
    let queued: Result<any Sendable, any Error>? = state.withLock { state in
      guard var queue = state.queued[call.method], !queue.isEmpty else { return nil }
      defer { state.queued[call.method] = queue }
      return queue.removeFirst()
    }
    guard let queued else {
      let result: Result<Value, any Error> = state.withLock { state in
        Result { try standard(&state) }
      }
      return try result.get()
    }
    guard let value = try queued.get() as? Value else {
      throw MockContractError("\(call.method): the queued answer is not a \(Value.self)")
    }
    return value
  }
}

/// The contents of a mock's server, for `MockNetworkClient.configure(_:)`.
public struct MockServerContents: Sendable {
  let client: MockNetworkClient

  /// Adds event types.
  public func add(_ types: APIEventType...) { client.withState { $0.eventTypes += types } }
  /// Adds events.
  public func add(_ events: [APIEvent]) { client.withState { $0.events += events } }
  /// Adds geofences.
  public func add(_ geofences: APIGeofence...) { client.withState { $0.geofences += geofences } }
  /// Adds property definitions.
  public func add(_ definitions: APIPropertyDefinition...) {
    client.withState { $0.propertyDefinitions += definitions }
  }
  /// Adds changes to the feed.
  public func add(_ changes: [ChangeEntry]) { client.withState { $0.changes += changes } }
  /// Replaces events and feed with those of a backup, in another epoch.
  public func restore(_ events: [APIEvent], _ changes: [ChangeEntry], epoch: String) {
    client.withState { ($0.events, $0.changes, $0.epoch) = (events, changes, epoch) }
  }
}
