import Sync
import SyncSQLite

/// What memory it takes to fetch a million events.
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
    let device = BenchDevice(
      path: folder.path("device.db"), EndlessServer(events: count), durability: .normal)
    let start = ContinuousClock.now
    let memory = await MemoryReport.growth { await device.engine.performSync() }
    let time = ContinuousClock.now - start
    let last = "0193b000-0000-7000-8000-00000\(count)"
    let store = try device.factory.makeDataStore()
    let isThere =
      try store.findEvent(id: last) != nil && store.readEngineRecord().isBootstrapped
    Report.line(
      "bootstrap of \(count)", "\(Int(Double(count) / (time.nanoseconds / 1e9))) events/s",
      beside: "\(device.wire.requests) requests" + (isThere ? "" : " (it did not arrive)"))
    MemoryReport.line("memory to bootstrap \(count)", memory)
  }
}

/// How much more memory the process held at most during some work than before it.
enum MemoryReport {
  /// The growth in bytes; nothing where the system does not say.
  static func growth(_ work: () async -> Void) async -> Int? {
    ProcessFigures.forgetPeak()
    let before = ProcessFigures.residentMemory
    await work()
    guard let before, let peak = ProcessFigures.peakMemory else { return nil }
    return max(0, peak - before)
  }

  static func line(_ what: String, _ bytes: Int?) {
    guard let bytes else { return Report.line(what, "not measured", beside: "") }
    let mebibytes = Double(bytes) / 1_048_576
    Report.line(
      what, "\(Report.number(mebibytes)) MiB",
      beside: "\(Report.number(mebibytes / 64)) x the 64 MiB it may grow by")
  }
}
