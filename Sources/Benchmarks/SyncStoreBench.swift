import Sync
import SyncSQLite

/// What a durable edit costs, beside bare commits on the same disk taken in turns with it.
///
/// It runs on the pool of threads that actors run on, so that a call of one does not wake another
/// thread: that would measure the scheduler.
struct EnqueueBench: Bench {
  let name = "enqueue"
  private let rounds = 2_000
  private let longest = Duration.seconds(8)

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("durable enqueue", error)
    }
  }

  @concurrent private func measure() async throws {
    let folder = try ScratchFolder()
    let source = try EditSource()
    let queue = try LocalStoreFactory(path: folder.path("queue.db")).makeLocalStore()
    let bare = try BareSQLite(path: folder.path("bare.db"), bytesPerRow: 500)
    let editor = try OfflineEditor(path: folder.path("edits.db"))
    let type = try await editor.store.createEventType(named: "Run").id
    var enqueues = Timings()
    var commits = Timings()
    var edits = Timings()
    let end = ContinuousClock.now + longest
    for turn in 0..<(rounds * 3) where ContinuousClock.now < end {
      // Each goes first, second and third equally often: who comes after whom counts on a disk.
      let places = [0, 1, 2, 0, 2, 1, 1, 2, 0, 1, 0, 2, 2, 0, 1, 2, 1, 0]
      switch places[turn % places.count] {
      case 0: try enqueues.measure { try source.enqueue(in: queue) }
      case 1: try commits.measure { try bare.commitRow() }
      default: try await edits.measure { try await editor.addEvent(ofType: type) }
      }
    }
    report("durable enqueue", enqueues, beside: commits)
    report("durable edit of EventStore", edits, beside: commits)
  }

  private func report(_ what: String, _ timings: Timings, beside bare: Timings) {
    Report.line(
      what, "\(Report.number(timings.perSecond)) /s",
      beside: "\(Report.number(timings.perSecond / bare.perSecond)) x bare SQLite commits "
        + "(\(Report.number(bare.perSecond)) /s)")
    Report.line(
      "  its p99", "\(Report.number(timings.p99 / 1e3)) us",
      beside: "\(Report.number(timings.p99 / bare.p99)) x bare SQLite "
        + "(\(Report.number(bare.p99 / 1e3)) us)")
  }
}

/// What one more mutation costs behind a long queue, beside a short one.
struct QueueLengthBench: Bench {
  let name = "queue-length"
  private let short = 1_000
  private let long = 100_000
  private let rounds = 2_000
  private let longest = Duration.seconds(5)

  func run() async {
    for (durability, name) in [
      (LocalStoreFactory.Durability.full, "durable"), (.normal, "no sync"),
    ] {
      let what = "enqueue at \(long) (\(name))"
      do {
        try measure(what, durability)
      } catch {
        Report.failed(what, error)
      }
    }
  }

  private func measure(_ what: String, _ durability: LocalStoreFactory.Durability) throws {
    let folder = try ScratchFolder()
    let source = try EditSource()
    let few = try filled(folder.path("short.db"), short, source, durability)
    let many = try filled(folder.path("long.db"), long, source, durability)
    var fewTimes = Timings()
    var manyTimes = Timings()
    let end = ContinuousClock.now + longest
    for number in 0..<rounds where ContinuousClock.now < end {
      if number % 2 == 0 { try fewTimes.measure { try source.enqueue(in: few) } }
      try manyTimes.measure { try source.enqueue(in: many) }
      if number % 2 == 1 { try fewTimes.measure { try source.enqueue(in: few) } }
    }
    let isFilled = try many.countPendingMutations() == long + manyTimes.durations.count
    Report.line(
      what, "\(Report.number(manyTimes.mean / 1e3)) us",
      beside: "\(Report.number(manyTimes.mean / fewTimes.mean)) x at \(short) queued"
        + (isFilled ? "" : " (the queue was not filled)"))
  }

  /// A store with so many mutations in its queue.
  private func filled(
    _ path: String, _ count: Int, _ source: EditSource, _ durability: LocalStoreFactory.Durability
  ) throws -> LocalStore {
    let store = try LocalStoreFactory(path: path, durability: durability).makeLocalStore()
    for _ in 0..<(count / short) {
      try store.transaction {
        for _ in 0..<short { try source.enqueue(in: store) }
      }
    }
    return store
  }
}
