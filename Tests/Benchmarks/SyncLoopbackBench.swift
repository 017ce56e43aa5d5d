import Foundation
import SQLiteAccess
import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

/// The speed of the engine's push and pull over HTTP on the loopback, compared with the bare
/// request rate of the same transport.
struct SyncLoopbackBench: Bench {
  let name = "loopback"
  /// An incomplete sync.
  private struct Incomplete: Error, CustomStringConvertible {
    let description: String
  }

  /// The figures for transferring everything.
  private struct Passage {
    var time: Duration
    /// The processor time of client and server together, in nanoseconds.
    var processor: Double
    var requests: Int
  }

  private let count = 20_000
  private let bareRequests = 2_000

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("push and pull over loopback", error)
    }
  }

  private func measure() async throws {
    let folder = try ScratchFolder()
    var configuration = BackendService.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    let listener = try HTTPListener(
      try BackendService(clock: SystemSyncClock(), configuration: configuration))
    guard let server = URL(string: "http://127.0.0.1:\(listener.port)") else { return }
    let writer = BenchDevice(path: folder.path("writer.db"), server: server)
    let reader = BenchDevice(path: folder.path("reader.db"), server: server)
    let type = try await writer.eventStore.createEventType(named: "Run").id
    await writer.engine.performSync()
    await reader.engine.performSync()
    let bare = try await bareRate(on: writer.wire)
    report("push over loopback", "mutations", try await push(from: writer, type), bare)
    report("pull over loopback", "changes", try await pull(to: reader), bare)
    try await idle(writer, path: folder.path("writer.db"))
    listener.stop()
  }

  /// The number of requests per second of `GET /health`, one after the other.
  private func bareRate(on transport: any HTTPTransport) async throws -> Double {
    var timings = Timings()
    for _ in 0..<bareRequests {
      try await timings.measure {
        let response = try await transport.send(HTTPRequest(method: "GET", path: "/api/v1/health"))
        guard response.status == 200 else {
          throw Incomplete(description: "GET /health: status \(response.status)")
        }
      }
    }
    return timings.perSecond
  }

  /// The time until the engine turns from its queue to the change feed.
  private func push(
    from device: BenchDevice, _ type: String
  ) async throws -> Passage {
    let now = SystemSyncClock().now
    try await device.eventStore.createEvents(
      (0..<count).map { now.advanced(by: .seconds(-$0)) }, ofType: type
    ) { $0.notes = EditSource.notes }
    device.wire.clear()
    let start = (time: ContinuousClock.now, processor: ProcessFigures.processorTime)
    await device.engine.performSync()
    let left = try await device.engine.getPendingCount()
    guard left == 0, let end = device.wire.firstPull else {
      throw Incomplete(description: "\(left) of \(count) mutations are still queued")
    }
    return Passage(
      time: end.time - start.time, processor: end.processor - start.processor,
      requests: end.requests)
  }

  /// The time of a sync without anything to push.
  private func pull(to device: BenchDevice) async throws -> Passage {
    device.wire.clear()
    let start = (time: ContinuousClock.now, processor: ProcessFigures.processorTime)
    await device.engine.performSync()
    let time = ContinuousClock.now - start.time
    let processor = ProcessFigures.processorTime - start.processor
    let found = try device.factory.makeDataStore().fetchAllEvents().count
    guard found == count else {
      throw Incomplete(description: "\(found) of \(count) changes arrived")
    }
    return Passage(time: time, processor: processor, requests: device.wire.requests)
  }

  private func idle(_ device: BenchDevice, path: String) async throws {
    await device.engine.performSync()
    device.wire.clear()
    let watcher = try Database.open(.file(path), integrityCheck: .never)
    // SQLite counts the commits of other connections here.
    let version = SQL("read data version", "PRAGMA data_version")
    let before = try watcher.integer(version)
    let time = await ContinuousClock().measure { await device.engine.performSync() }
    let isUntouched = try watcher.integer(version) == before
    Report.line(
      "idle sync", "\(Report.number(time.nanoseconds / 1e6)) ms",
      beside: "\(device.wire.requests) requests, "
        + (isUntouched ? "no write" : "and it wrote to its file"))
  }

  private func report(
    _ what: String, _ things: String, _ passage: Passage, _ bare: Double
  ) {
    let rate = Double(count) / (passage.time.nanoseconds / 1e9)
    Report.line(
      what, "\(Int(rate)) \(things)/s",
      beside: "\(Report.number(rate / bare)) for each bare GET /health (\(Int(bare)) /s); "
        + "\(passage.requests) requests; "
        + "\(Report.number(passage.processor / Double(count) / 1e3)) us of processor each")
  }
}
