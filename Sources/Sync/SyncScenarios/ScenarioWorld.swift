import Basics
import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import SyncTestSupport
import Traces

/// A device, a network and a server, all in this process and with one virtual clock.
///
/// The engine, the store, the client and the server are real; only the network between client and
/// server is simulated. The engine's actions are recorded. `plain` is the same device without a
/// recorder, for earlier actions, and `otherDevice` is another device of the account.
final class ScenarioWorld: Sendable {
  /// The time at which every scenario begins.
  static let start = Timestamp(milliseconds: 1_767_603_600_000)

  let clock: VirtualSyncClock
  let server: BackendService
  let network: InProcessTransport
  let hook: HookedTransport
  let factory: LocalStoreFactory
  let recorder: TraceRecorder
  let plain: Device
  let otherDevice: APIClient
  private let traced: Locked<Device>
  private let start: Locked<Timestamp>
  private let seed: UInt64
  private let recordingTime: RelativeTime

  init(name: String) throws {
    let clock = VirtualSyncClock(now: ScenarioWorld.start, sleepsInstantly: true)
    self.clock = clock
    seed = ScenarioWorld.seed(of: name)
    server = try BackendService(clock: clock)
    network = InProcessTransport(to: server, clock: clock, latency: .milliseconds(40))
    hook = HookedTransport(network)
    factory = try LocalStoreFactory(inMemory: UniqueName.next("scenario"))
    let time = RelativeTime(clock.traceClock)
    recorder = TraceRecorder(clock: TraceClock { time.now() })
    recordingTime = time
    otherDevice = APIClient(transport: network, clock: clock) { "token" }
    plain = Device(
      transport: hook, factory: factory, clock: clock, random: SyncRandom(seed: seed),
      recorder: nil)
    traced = Locked(plain)
    start = Locked(clock.now)
  }

  /// The traced device's engine.
  var engine: SyncEngine { traced.withLock { $0.engine } }
  /// The traced device's event store.
  var eventStore: EventStore { traced.withLock { $0.eventStore } }
  /// The time of day at which the trace begins.
  var recordingStart: Timestamp { start.withLock { $0 } }

  /// Begins the recorded part: the device restarts with a recorder.
  ///
  /// The clock of the trace restarts at 0, and the engine is new: its first record does not depend
  /// on the length of the preparation.
  func startRecording() {
    recordingTime.restart()
    start.withLock { $0 = clock.now }
    restart()
  }

  /// Ends the device's process, like a crash, and restarts it with the same store.
  ///
  /// The seed includes the time, so that a restarted device does not repeat identifiers of the one
  /// before it.
  func restart() {
    let random = SyncRandom(seed: seed &+ UInt64(clock.now.milliseconds))
    let device = Device(
      transport: hook, factory: factory, clock: clock, random: random, recorder: recorder)
    traced.withLock { $0 = device }
  }

  /// Another engine with the same store and network, which is observed instead of traced.
  func engine(observer: any SyncObserving) -> SyncEngine {
    SyncEngine(
      networkClient: APIClient(transport: hook, clock: clock) { "token" },
      dataStoreFactory: factory,
      configuration: SyncEngineConfiguration(
        account: "user", clock: clock, random: SyncRandom(seed: seed), retriesAfterBackoff: false),
      observer: observer)
  }

  /// Records a call by the user or an external actor, and makes it.
  ///
  /// `method` is the name in the trace, without parentheses, and `parameters` are the shown
  /// texts. An error of `work` is recorded and thrown again.
  func call<Result>(
    _ method: String, _ parameters: [String] = [], from caller: String = "User",
    to callee: String = "EventStore", work: () async throws -> Result
  ) async throws -> Result {
    let seam = CallTracer(recorder: recorder, caller: caller, callee: callee)
    return try await seam.call(method, parameters, work: work)
  }

  /// Records a call of `performSync()`, and makes it.
  func performSync(from caller: String = "Trigger") async throws {
    try await call("performSync", from: caller, to: "SyncEngine") { await engine.performSync() }
  }

  /// FNV-1a over the name, so that every scenario has its own identifiers.
  private static func seed(of name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

/// An app on one device: an engine and an event store with one database.
struct Device: Sendable {
  let engine: SyncEngine
  let eventStore: EventStore
  let configuration: SyncEngineConfiguration

  init(
    transport: any HTTPTransport, factory: any DataStoreFactory, clock: VirtualSyncClock,
    random: SyncRandom, recorder: TraceRecorder?
  ) {
    configuration = SyncEngineConfiguration(
      account: "user", clock: clock, random: random, retriesAfterBackoff: false)
    guard let recorder else {
      let client = APIClient(transport: transport, clock: clock) { "token" }
      engine = SyncEngine(
        networkClient: client, dataStoreFactory: factory, configuration: configuration)
      eventStore = EventStore(
        dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
        syncsAfterEdits: false)
      return
    }
    // docgen:snippet traced-engine
    let wire = TracingHTTPTransport(transport, recorder: recorder)
    let client = APIClient(transport: wire, clock: clock) { "token" }
    engine = SyncEngine(
      networkClient: TracingNetworkClient(client, recorder: recorder),
      dataStoreFactory: TracingDataStoreFactory(factory, recorder: recorder, caller: "SyncEngine"),
      configuration: configuration, recorder: recorder)
    // docgen:end traced-engine
    eventStore = EventStore(
      dataStoreFactory: TracingDataStoreFactory(factory, recorder: recorder, caller: "EventStore"),
      syncEngine: TracingSyncPerformer(engine, recorder: recorder),
      configuration: configuration)
  }
}

/// A trace's clock that is reset to 0 when the recording begins.
private final class RelativeTime: Sendable {
  private let clock: TraceClock
  private let origin = Locked<Int64>(0)

  init(_ clock: TraceClock) {
    self.clock = clock
  }

  func now() -> Int64 { clock.now() - origin.withLock { $0 } }

  func restart() {
    origin.withLock { $0 = clock.now() }
  }
}
