import Sync
import SyncSQLite

/// The cost of a mutation in a queue of a million, compared with one of a thousand; and the memory
/// for sending all of them.
struct LongQueueBench: Bench {
  let name = "queue"

  private let short = 1_000
  private let long = 1_000_000
  /// The number of mutations that are added and sent at once while both queues are compared.
  private let portion = 500
  private let portions = 30

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("a queue of \(long)", error)
    }
  }

  @concurrent private func measure() async throws {
    let memory = MemoryGrowth()
    let folder = try ScratchFolder()
    let source = EditSource()
    let few = try QueueUnderTest(folder.path("short.db"), short, source)
    let many = try QueueUnderTest(folder.path("long.db"), long, source)
    var times = (few: Costs(), many: Costs())
    // The first rounds are slower, because the queues have just been filled.
    for _ in 0..<3 {
      try await few.pass(portion, into: &times.few)
      try await many.pass(portion, into: &times.many)
    }
    times = (Costs(), Costs())
    for number in 0..<portions {
      if number.isMultiple(of: 2) { try await few.pass(portion, into: &times.few) }
      try await many.pass(portion, into: &times.many)
      if !number.isMultiple(of: 2) { try await few.pass(portion, into: &times.few) }
    }
    report("enqueue at \(long)", times.many.enqueue, beside: times.few.enqueue)
    report("taking and settling at \(long)", times.many.send, beside: times.few.send)
    report("  both", times.many.both, beside: times.few.both)
    report("  both, processor time", times.many.processor, beside: times.few.processor)
    memory.report("memory to queue \(long)")
    memory.report("additional memory to send \(try await many.sendEverything())")
  }

  private func report(_ what: String, _ cost: Double, beside few: Double) {
    Report.line(
      what, "\(Report.number(cost / 1e3)) us",
      beside: "\(Report.number(cost / few)) x at \(short) queued (\(Report.number(few / 1e3)) us)")
  }

  /// The mean time for one mutation in nanoseconds.
  private struct Costs {
    var enqueued = Timings()
    var sent = Timings()
    var portion = 1.0
    private var used = 0.0

    var enqueue: Double { enqueued.mean }
    var send: Double { sent.mean / portion }
    var both: Double { enqueue + send }
    /// The mean processor time for one mutation.
    var processor: Double { used / Double(max(1, enqueued.durations.count)) }

    /// Adds the processor time of some work.
    mutating func measureProcessor(_ work: (inout Costs) async throws -> Void) async rethrows {
      let start = ProcessFigures.processorTime
      try await work(&self)
      used += ProcessFigures.processorTime - start
    }
  }

  /// A queue of a given length, with an engine that empties it from the front. Commits do not wait
  /// for the disk, whose time would hide a difference.
  private struct QueueUnderTest {
    let store: LocalStore
    let device: BenchDevice
    let server = EndlessServer()
    let source: EditSource

    init(_ path: String, _ count: Int, _ source: EditSource) throws {
      self.source = source
      device = BenchDevice(path: path, server, durability: .normal)
      store = try LocalStoreFactory(path: path, durability: .normal).makeLocalStore()
      try store.transaction {
        try store.writeEngineRecord(SyncEngineRecord(cursor: 1, isBootstrapped: true))
      }
      for _ in 0..<(count / 1_000) {
        try store.transaction {
          for _ in 0..<1_000 { try source.enqueue(in: store) }
        }
      }
    }

    /// Sends a portion, and then queues the same number again.
    func pass(_ portion: Int, into costs: inout Costs) async throws {
      costs.portion = Double(portion)
      server.accept(batches: portion / SyncEngine.batchSize)
      try await costs.measureProcessor { costs in
        await costs.sent.measure { await device.engine.performSync() }
        for _ in 0..<portion { try costs.enqueued.measure { try source.enqueue(in: store) } }
      }
    }

    /// Sends the complete queue; returns the number of mutations.
    func sendEverything() async throws -> Int {
      let count = try store.countPendingMutations()
      server.accept(batches: .max)
      await device.engine.performSync()
      return try count - store.countPendingMutations()
    }
  }
}
