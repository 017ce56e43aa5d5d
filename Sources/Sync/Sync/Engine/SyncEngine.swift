// The Sync module is the offline-first sync engine: it stores a user's edits on the device, sends
// them to a server, and fetches the changes of other devices.
//
// `EventStore` writes an edit and its `PendingMutation` in one transaction. The actor `SyncEngine`
// fixes each request on disk, sends it through `NetworkClientProtocol`, and stores the answer
// together with the next request. Remote changes are stored page by page, each page with its
// cursor; `LocalCopy` merges queued edits onto them.
//
// Decisions are values without clock, network and store, so that they can be tested without an
// engine: `SyncStateMachine` (the next effect), `CircuitBreaker` (the wait), `PushPlan` (the next
// request), `ThreeWayMerge` (the fields). `Contracts` declares the protocols of network and store;
// SyncHTTP and SyncSQLite implement them, and the decorators in `Tracing` record their calls. The
// module uses Foundation only for JSON and the system's clock.

public import Traces

/// Sends local edits to the server and fetches remote changes.
///
///     let engine = SyncEngine(networkClient: client, dataStoreFactory: factory)
///     await engine.performSync()
///
/// The actor owns a `SyncStateMachine` that makes the decisions. It applies an event without
/// suspending, records and publishes the transition, carries out the effects, and applies their
/// outcome as the next event. One sync runs at a time.
public actor SyncEngine {
  /// The number of new events in one request.
  public static let batchSize = 50
  /// The number of bytes of payload in one request of more than one event.
  public static let batchByteLimit = 262_144
  /// The number of remote changes, or events of a bootstrap, in one request.
  public static let pageSize = 100

  /// The number of pages of remote changes that one sync fetches; the next sync continues there.
  public static let pagesPerSync = 1000

  let networkClient: any NetworkClientProtocol
  let dataStoreFactory: any DataStoreFactory
  let configuration: SyncEngineConfiguration
  let recorder: TraceRecorder?
  let observer: (any SyncObserving)?

  /// The state machine, which contains the rules and the current state.
  var machine = SyncStateMachine()
  /// The store; `nil` until it is opened.
  var openStore: (any SyncDataStore)?
  /// A copy of the engine's row on disk.
  var record = SyncEngineRecord()
  /// Whether `record` has been read.
  var isLoaded = false
  /// The running sync.
  var run: SyncRun?
  /// Keys of batches whose server asked to wait, with the end of the wait as a point of `uptime`.
  var resting: [String: Duration] = [:]
  /// The task that carries out the running sync.
  var runTask: Task<Void, Never>?
  /// The task that starts the next sync at its time.
  var alarm: Task<Void, Never>?
  /// The point of `uptime` at which the alarm fires, while it is scheduled.
  var alarmTime = Duration.zero
  /// The number of consecutive syncs that failed or left work, without any progress.
  var fruitlessSyncs = 0
  /// The size of the next page of changes or events; reduced after a page without a usable answer.
  var pageLimit = SyncEngine.pageSize
  /// The share of the largest jitter that is added to each wait of this outage.
  var jitter: Double?
  /// The point of `uptime` from which an open breaker may be probed.
  var probeTime = Duration.zero
  /// The current phase of the trace.
  var phase: (name: String, span: TraceSpan)?
  /// The observers of the state.
  var watchers: [Int: AsyncStream<SyncState>.Continuation] = [:]
  /// The number of the last watcher.
  var lastWatcher = 0

  /// The number of waiting mutations, as far as the engine knows without reading its store.
  public internal(set) var pendingCount = 0
  /// The time of the last successful sync; `nil` before the first one, and before the engine has
  /// read its store.
  public internal(set) var lastSyncTime: Timestamp?

  /// Creates an engine, which is idle until it is used.
  ///
  /// - Parameters:
  ///   - networkClient: the client of the server, with the credentials of the account.
  ///   - dataStoreFactory: opens the engine's store when it is first needed.
  ///   - configuration: the environment; the default is for production.
  ///   - recorder: records transitions, decisions and phases; `nil` for none.
  ///   - observer: receives every transition; `nil` for none.
  public init(
    networkClient: any NetworkClientProtocol, dataStoreFactory: any DataStoreFactory,
    configuration: SyncEngineConfiguration = SyncEngineConfiguration(),
    recorder: TraceRecorder? = nil, observer: (any SyncObserving)? = nil
  ) {
    self.networkClient = networkClient
    self.dataStoreFactory = dataStoreFactory
    self.configuration = configuration
    self.recorder = recorder
    self.observer = observer
  }

  deinit {
    alarm?.cancel()
  }

  /// The current state.
  public var state: SyncState { machine.state }

  /// Synchronizes, and returns when that is done.
  ///
  /// While a sync runs, the call is remembered: one more sync follows, however many calls there
  /// were. While the circuit breaker is open, the call is also remembered, but nothing is sent, and
  /// it returns at once.
  ///
  /// It does not throw. A failed sync ends in the state `error`, or `rateLimited` if the breaker
  /// opened, and is recorded in the history unless the store fails.
  public func performSync() async {
    requestSync()
    await runTask?.value
  }

  /// Requests a sync like `performSync()` without waiting for it.
  public func requestSync() {
    loadIfPossible()
    let resumed = noticeEndOfBackoff()
    if case .rateLimited = machine.state {
      recorder?.decided(by: "SyncEngine", "circuit breaker open", holds: true)
    }
    start(resumed.isEmpty ? apply(.syncRequested) : resumed)
  }

  /// Waits until no sync is running.
  public func waitUntilQuiet() async {
    await runTask?.value
  }

  /// Cancels the running sync and returns when it has ended. Requests that were sent stay fixed on
  /// disk and are repeated by the next sync. Calls remembered during the sync are forgotten. Has no
  /// effect if no sync is running.
  public func cancelSync() async {
    runTask?.cancel()
    await runTask?.value
  }

  /// Applies an event, records and publishes the transition, and returns the effects.
  func apply(_ event: SyncStateMachine.Event) -> [SyncStateMachine.Effect] {
    let before = machine
    let decision = before.decision(for: event)
    let effects = machine.apply(event)
    if machine == before && effects.isEmpty { return [] }
    trace(event, decision: decision, from: before.state, effects: effects)
    if let observer {
      observer.engineDidTake(
        SyncStep(
          before: before.state, event: event, after: machine.state, effects: effects,
          time: configuration.clock.now))
    }
    if machine.state != before.state { publish() }
    return effects
  }

  /// Carries out effects in a task; if one is already running, joins it.
  func start(_ effects: [SyncStateMachine.Effect]) {
    if effects.isEmpty { return }
    let running = runTask
    runTask = Task {
      await running?.value
      await carryOut(effects)
      if phase != nil { enter(nil) }
    }
  }

  private func carryOut(_ first: [SyncStateMachine.Effect]) async {
    var effects = first[...]
    while let effect = effects.popFirst() {
      enter(effect)
      let event = await TraceRecorder.$enclosing.withValue(phase?.span ?? TraceRecorder.enclosing) {
        await perform(effect)
      }
      guard let event else { continue }
      let (state, count) = (machine.state, pendingCount)
      recountPending()
      if event == .syncCancelled { run = nil }
      let next = apply(event)
      if machine.state == state && pendingCount != count { publish() }
      if !isCircuitBreakerTripped { saveBreaker() }
      effects += next
    }
  }
}
