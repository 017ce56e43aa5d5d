import Sync
import SyncSQLite

/// The cost of a durable edit, compared with bare commits on the same disk, which alternate with
/// it.
///
/// It runs on the thread pool of actors, so that calling an actor does not wake another thread:
/// that would measure the scheduler.
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
    let source = EditSource()
    let queue = try LocalStoreFactory(path: folder.path("queue.db")).makeLocalStore()
    let bare = try BareSQLite(path: folder.path("bare.db"), bytesPerRow: 500)
    let editor = try OfflineEditor(path: folder.path("edits.db"))
    let type = try await editor.store.createEventType(named: "Run").id
    var enqueues = Timings()
    var commits = Timings()
    var edits = Timings()
    let end = ContinuousClock.now + longest
    for turn in 0..<(rounds * 3) where ContinuousClock.now < end {
      // Each kind is first, second and third equally often, because the order matters on a disk.
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
