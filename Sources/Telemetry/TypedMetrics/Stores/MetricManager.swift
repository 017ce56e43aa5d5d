import Basics

/// Holds the store that `Metric.record` uses when it is given none.
public enum MetricManager {
  private static let installed = Locked(AnyMetricStore(MetricNoopStore()))
  private static let handler = Locked<(@Sendable (any Error) -> Void)?>(nil)

  /// The installed store; before one is installed, a store that discards everything.
  public static var global: AnyMetricStore { installed.withLock { $0 } }

  /// Installs the store for all that is recorded from now on; callable from anywhere, also again.
  public static func installGlobal(_ store: some MetricStore) {
    let erased = AnyMetricStore(store)
    installed.withLock { $0 = erased }
  }

  /// Returns when everything recorded before this call is stored durably, or throws.
  public static func flush() async throws { try await global.flush() }

  /// Says what is to be called when a store of your own throws behind `Metric.record`. The stores of
  /// this module have an `onError` of their own.
  public static func onError(_ report: (@Sendable (any Error) -> Void)?) {
    handler.withLock { $0 = report }
  }

  static func report(_ error: any Error) { handler.withLock { $0 }?(error) }
}

/// The process-wide queue for stores that bring none of their own: values are stored one after the
/// other, in the order in which they were recorded.
final class MetricRelay: Sendable {
  typealias Job = @Sendable () async throws -> Void

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  static let shared = MetricRelay()
  private let state = Locked(State())

  func add(_ job: @escaping Job) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Task.detached { await self.run() } }
  }

  /// Returns when everything added before has been done.
  func drained() async {
    await withCheckedContinuation { continuation in
      add { continuation.resume() }
    }
  }

  @concurrent private func run() async {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        state.isRunning = !state.jobs.isEmpty
        return state.jobs
      }
      guard !jobs.isEmpty else { return }
      for job in jobs {
        do { try await job() } catch { MetricManager.report(error) }
      }
    }
  }
}
