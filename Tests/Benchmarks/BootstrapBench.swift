import Foundation
import Sync
import SyncSQLite
import Synchronization

/// A bootstrap of a million events over a network that loses every hundredth request, while a user
/// edits; then another one over these rows, and a launch after a crash.
struct BootstrapBench: Bench {
  let name = "bootstrap"

  private let count = 1_000_000

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("bootstrap of \(count)", error)
    }
  }

  @concurrent private func measure() async throws {
    let folder = try ScratchFolder()
    let path = folder.path("device.db")
    let network = LossyTransport(EndlessServer(events: count))
    let device = BenchDevice(path: path, network, durability: .normal)
    try await bootstrap(device, network, "bootstrap of \(count), 1 % of requests lost", path)
    Report.line(
      "  file and log after it", size(of: path), beside: try await ratioToCompactFile(path, folder))
    try await device.engine.loadInitialState()
    try await bootstrap(device, network, "  the same over \(count) rows", path) {
      try await device.engine.forceFullResync()
    }
    Report.line(
      "  file and log after it", size(of: path), beside: try await ratioToCompactFile(path, folder))
    try await launch(path, folder)
  }

  /// Runs a bootstrap while a user edits, and prints its speed and the longest duration of an edit.
  private func bootstrap(
    _ device: BenchDevice, _ network: LossyTransport, _ title: String, _ path: String,
    _ start: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    device.wire.clear()
    let lost = network.lostRequests
    let user = ImpatientUser(path: path)
    let editing = Task { try await user.edit() }
    let begin = ContinuousClock.now
    let memory = MemoryGrowth()
    if let start { try await start() } else { await device.engine.performSync() }
    let time = ContinuousClock.now - begin
    await user.stop()
    let edits = try await editing.value
    let store = try device.factory.makeDataStore()
    let last = EndlessServer(events: count).eventId(count)
    let record = try store.readEngineRecord()
    let isThere = try store.findEvent(id: last) != nil && record.isBootstrapped
    Report.line(
      title, "\(Int(Double(count) / (time.nanoseconds / 1e9))) events/s",
      beside: "\(device.wire.requests) requests, \(network.lostRequests - lost) lost, one sync"
        + (isThere && record.bootstrap == nil ? "" : " (it is not complete)"))
    memory.report("  memory")
    Report.line(
      "  longest wait of an edit", "\(Report.number(edits.longest.nanoseconds / 1e6)) ms",
      beside: "\(Report.number(edits.longest.nanoseconds / 200e6)) x the 200 ms it may take; "
        + "\(edits.count) edits, \(edits.failures) failed")
  }

  private func size(of path: String) -> String {
    "\(Report.number(Double(bytes(path) + bytes(path + "-wal")) / 1_048_576)) MiB"
  }

  private func bytes(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// The ratio of the size to that of a copy without unused space.
  private func ratioToCompactFile(_ path: String, _ folder: borrowing ScratchFolder) async throws
    -> String
  {
    let copy = folder.path("compact.db")
    try? FileManager.default.removeItem(atPath: copy)
    try BareSQLite.copyCompactly(path, to: copy)
    let ratio = Double(bytes(path) + bytes(path + "-wal")) / Double(max(1, bytes(copy)))
    return "\(Report.number(ratio)) x a compact copy; 1.6 is the limit"
  }

  /// The first edit of a launch after the process was killed, which left a log.
  private func launch(_ path: String, _ folder: borrowing ScratchFolder) async throws {
    let killed = folder.path("killed.db")
    try FileManager.default.copyItem(atPath: path, toPath: killed)
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: killed + "-wal")
    let start = ContinuousClock.now
    let device = BenchDevice(path: killed, EndlessServer())
    try await device.eventStore.createEvent(
      ofType: EndlessServer.typeId, at: SystemSyncClock().now)
    let time = ContinuousClock.now - start
    Report.line(
      "first edit of a launch with \(count)", "\(Report.number(time.nanoseconds / 1e6)) ms",
      beside: "\(Report.number(time.nanoseconds / 100e6)) x the 100 ms it may take")
  }
}

/// Loses every hundredth request, before or after the server receives it.
final class LossyTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let counts = Mutex((requests: 0, lost: 0))

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  var lostRequests: Int { counts.withLock { $0.lost } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = counts.withLock { counts in
      counts.requests += 1
      if counts.requests % 100 == 0 { counts.lost += 1 }
      return counts.requests
    }
    if number % 100 == 0 && number % 200 != 0 { throw APIError.network("lost") }
    let response = try await transport.send(request)
    if number % 200 == 0 { throw APIError.network("lost") }
    return response
  }
}

/// Creates an event type every few milliseconds, with a separate store.
private actor ImpatientUser {
  struct Edits {
    var count = 0
    var failures = 0
    var longest = Duration.zero
  }

  private let path: String
  private var isStopped = false

  init(path: String) {
    self.path = path
  }

  func stop() { isStopped = true }

  func edit() async throws -> Edits {
    let editor = try OfflineEditor(path: path, durability: .normal)
    var edits = Edits()
    while !isStopped {
      let start = ContinuousClock.now
      do {
        try await editor.store.createEventType(named: UUID().uuidString)
      } catch {
        edits.failures += 1
      }
      edits.count += 1
      edits.longest = max(edits.longest, ContinuousClock.now - start)
      try await Task.sleep(for: .milliseconds(50))
    }
    return edits
  }
}

/// The growth of the process's memory since this value was created.
struct MemoryGrowth {
  private let before: Int?

  init() {
    ProcessFigures.forgetPeak()
    before = ProcessFigures.residentMemory
  }

  /// Prints the growth next to its limit.
  func report(_ what: String) {
    guard let before, let peak = ProcessFigures.peakMemory else {
      return Report.line(what, "not measured", beside: "not available on this system")
    }
    let mebibytes = Double(max(0, peak - before)) / 1_048_576
    Report.line(
      what, "\(Report.number(mebibytes)) MiB",
      beside: "\(Report.number(mebibytes / 64)) x the 64 MiB it may grow by")
  }
}
