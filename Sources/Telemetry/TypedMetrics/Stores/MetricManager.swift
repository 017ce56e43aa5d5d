import Basics

/// Keeps the default store of `Metric.record`.
public enum MetricManager {
  private static let installed = Locked(AnyMetricStore(MetricNoopStore()))
  private static let handler = Locked<(@Sendable (any Error) -> Void)?>(nil)

  /// The installed store; until one is installed, a store that discards everything.
  public static var global: AnyMetricStore { installed.withLock { $0 } }

  /// Installs the store for all values recorded from now on; may be called from any thread, and
  /// repeatedly.
  public static func installGlobal(_ store: some MetricStore) {
    let erased = AnyMetricStore(store)
    installed.withLock { $0 = erased }
  }

  /// Waits until everything recorded in the installed store before this call is stored durably;
  /// throws if that fails.
  public static func flush() async throws { try await global.flush() }

  /// Sets a function that is called when a custom store throws an error for `Metric.record`. The
  /// stores of this module have their own `onError`.
  public static func onError(_ report: (@Sendable (any Error) -> Void)?) {
    handler.withLock { $0 = report }
  }

  static func report(_ error: any Error) { handler.withLock { $0 }?(error) }
}

/// The process-wide queue for stores without their own queue. It stores values one after the other,
/// in the order in which they were recorded.
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

  /// Waits until all jobs added before are done.
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
