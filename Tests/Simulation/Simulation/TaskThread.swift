import Foundation

/// Runs Swift's tasks and actors on one thread, in the order in which they become ready.
///
/// Inside `run`, everything that the thread spawns stays on it and waits until the thread calls
/// `drain()`. When that returns, nothing is ready any more: all tasks have ended, or wait for a
/// later action of the thread, such as an answer or a point in time. Each seed therefore has one
/// order of events, and several simulations can run in parallel, each on its own thread.
///
/// It uses the hook that Swift's runtime calls for every job without a particular executor
/// (`swift_task_enqueueGlobal_hook`). Jobs of other threads run as usual. `Task.yield` and
/// `Task.sleep` bypass the hook, so code that runs here must wait for a virtual clock instead.
enum TaskThread {
  /// Calls `work` on a new thread; its tasks run when it calls `drain()`.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    guard isHookInstalled else { throw Unavailable() }
    return try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        let queue = JobQueue()
        let result = Swift.Result {
          try withExtendedLifetime(queue) {
            pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
            defer {
              queue.drain()
              pthread_setspecific(key, nil)
            }
            return try work()
          }
        }
        continuation.resume(with: result)
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// Runs everything that is ready on this thread, including what becomes ready meanwhile.
  static func drain() { current?.drain() }

  /// Runs asynchronous work to its end on this thread.
  ///
  /// - Throws: the error of the work, or `Stuck` if the work waits for an action of this thread.
  static func wait<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let box = ResultBox<Result>()
    Task.detached {
      do {
        box.result = .success(try await work())
      } catch {
        box.result = .failure(error)
      }
    }
    drain()
    guard let result = box.result else { throw Stuck() }
    return try result.get()
  }

  /// The runtime of this platform does not have such a hook.
  struct Unavailable: Error, CustomStringConvertible {
    let description = "Swift's runtime does not let a program run its tasks itself here"
  }

  /// The work did not end.
  struct Stuck: Error, CustomStringConvertible {
    let description = "a task waits for an event that never happens"
  }

  fileprivate static var current: JobQueue? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<JobQueue>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static let isHookInstalled: Bool = {
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), hookName) else { return false }
    symbol.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, enqueue in
      if let queue = TaskThread.current { queue.append(job) } else { enqueue(job) }
    }
    return true
  }()

  private static let hookName = "swift_task_enqueueGlobal_hook"
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
}

/// The jobs of one thread, which no other thread uses.
private final class JobQueue: SerialExecutor, @unchecked Sendable {
  private var jobs: [UnownedJob] = []
  private var next = 0

  func append(_ job: UnownedJob) { jobs.append(job) }

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  func drain() {
    while next < jobs.count {
      let job = jobs[next]
      next += 1
      if next == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        next = 0
      }
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// Passes a result from a task to the thread that runs it.
private final class ResultBox<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
