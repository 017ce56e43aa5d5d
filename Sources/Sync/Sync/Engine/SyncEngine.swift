public import Traces

/// Brings local edits to the server and remote changes here.
///
///     let engine = SyncEngine(networkClient: client, dataStoreFactory: factory)
///     await engine.performSync()
///
/// The actor owns a `SyncStateMachine` that decides, and does what it says: it applies an event
/// without suspending, records and publishes the step, carries out the effects, and takes their
/// outcome as the next event. One sync runs at a time.
public actor SyncEngine {
  /// How many new events go into one request.
  public static let batchSize = 50
  /// How many bytes of payload go into one request, if more than one event does.
  public static let batchByteLimit = 262_144
  /// How many remote changes, or events of a bootstrap, come with one request.
  public static let pageSize = 100

  /// How many pages of remote changes one sync fetches; the next sync continues there.
  public static let pagesPerSync = 1000

  let networkClient: any NetworkClientProtocol
  let dataStoreFactory: any DataStoreFactory
  let configuration: SyncEngineConfiguration
  let recorder: TraceRecorder?
  let observer: (any SyncObserving)?

  /// The rules, and where they stand.
  var machine = SyncStateMachine()
  /// The store, once it is open.
  var openStore: (any SyncDataStore)?
  /// The engine's row as it is on disk.
  var record = SyncEngineRecord()
  /// Whether `record` has been read.
  var isLoaded = false
  /// The running sync.
  var run: SyncRun?
  /// Keys of batches whose server asked to wait, with the moment of `uptime` until which they wait.
  var resting: [String: Duration] = [:]
  /// The task that carries it out.
  var runTask: Task<Void, Never>?
  /// The task that starts the next sync when its time has come.
  var alarm: Task<Void, Never>?
  /// The moment of `uptime` at which the alarm rings, while there is one.
  var alarmTime = Duration.zero
  /// Syncs in a row that failed or left work, and achieved nothing.
  var fruitlessSyncs = 0
  /// How many changes or events the next page has; fewer after a page without a usable answer.
  var pageLimit = SyncEngine.pageSize
  /// How much of the largest jitter is added to each wait of this outage.
  var jitter: Double?
  /// The moment of `uptime` from which the breaker may be probed, while it is open.
  var probeTime = Duration.zero
  /// The stretch of work that the trace is in.
  var phase: (name: String, span: TraceSpan)?
  /// Those who watch the state.
  var watchers: [Int: AsyncStream<SyncState>.Continuation] = [:]
  /// The number of the last watcher.
  var lastWatcher = 0

  /// How many mutations wait, as far as the engine knows without asking its store.
  public internal(set) var pendingCount = 0
  /// When a sync last went through.
  public internal(set) var lastSyncTime: Timestamp?

  /// Creates an engine. Nothing happens before it is asked for something.
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

  /// What the engine is doing.
  public var state: SyncState { machine.state }

  /// Synchronises now, and returns when that is done.
  ///
  /// While a sync runs, the call is remembered: one more sync follows, however many calls there
  /// were. While the circuit breaker is open, the call is remembered too, nothing is sent, and it
  /// returns at once.
  public func performSync() async {
    requestSync()
    await runTask?.value
  }

  /// Asks for a sync like `performSync()` and does not wait for it.
  public func requestSync() {
    loadIfPossible()
    let resumed = noticeEndOfBackoff()
    if case .rateLimited = machine.state {
      recorder?.decided(by: "SyncEngine", "circuit breaker open", holds: true)
    }
    start(resumed.isEmpty ? apply(.syncRequested) : resumed)
  }

  /// Returns when no sync is running.
  public func waitUntilQuiet() async {
    await runTask?.value
  }

  /// Calls off the running sync and returns when it has ended. What was sent stays fixed on disk
  /// and goes out again with the next sync.
  public func cancelSync() async {
    runTask?.cancel()
    await runTask?.value
  }

  /// Applies an event, records and publishes the step, and returns what to do.
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

  /// Carries out effects in a task of their own; joins the running one if there is one.
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
