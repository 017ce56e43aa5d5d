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
    let memory = MemoryGrowth()
    await device.engine.performSync()
    let time = ContinuousClock.now - start
    let last = "0193b000-0000-7000-8000-00000\(count)"
    let store = try device.factory.makeDataStore()
    let isThere =
      try store.findEvent(id: last) != nil && store.readEngineRecord().isBootstrapped
    Report.line(
      "bootstrap of \(count)", "\(Int(Double(count) / (time.nanoseconds / 1e9))) events/s",
      beside: "\(device.wire.requests) requests" + (isThere ? "" : " (it did not arrive)"))
    memory.report("memory to bootstrap \(count)")
  }
}

/// How much more memory the process held at most than when this was made.
struct MemoryGrowth {
  private let before: Int?

  init() {
    ProcessFigures.forgetPeak()
    before = ProcessFigures.residentMemory
  }

  /// Prints it beside what it may be.
  func report(_ what: String) {
    guard let before, let peak = ProcessFigures.peakMemory else {
      return Report.line(what, "not measured", beside: "the system does not say")
    }
    let mebibytes = Double(max(0, peak - before)) / 1_048_576
    Report.line(
      what, "\(Report.number(mebibytes)) MiB",
      beside: "\(Report.number(mebibytes / 64)) x the 64 MiB it may grow by")
  }
}
