import Foundation

/// Runs Swift's tasks and actors on one thread, in the order in which they become ready.
///
/// Inside `run`, everything that is spawned from the thread stays on it and waits until the thread
/// calls `drain()`. When that returns, nothing is ready any more: all tasks have ended or wait for
/// what the thread itself will do next, an answer or a moment. So one seed gives one order of
/// events, and several simulations can run side by side, each on a thread of its own.
///
/// It rests on the hook that Swift's runtime calls for every job that belongs to no particular
/// executor (`swift_task_enqueueGlobal_hook`). Jobs of other threads go on as always. `Task.yield`
/// and `Task.sleep` go past the hook: what runs here must wait for a virtual clock instead.
enum TaskThread {
  /// Does work on a new thread; its tasks run where it calls `drain()`.
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

  /// Runs what is ready on this thread, and what becomes ready by that.
  static func drain() { current?.drain() }

  /// Runs asynchronous work to its end on this thread.
  ///
  /// - Throws: what it throws, or `Stuck` where it waits for something that only this thread
  ///   could do.
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

  /// The runtime of this platform has no such hook.
  struct Unavailable: Error, CustomStringConvertible {
    let description = "Swift's runtime does not let a program run its tasks itself here"
  }

  /// Work did not come to its end.
  struct Stuck: Error, CustomStringConvertible {
    let description = "a task waits for something that never comes"
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

/// The jobs of one thread. Nobody else touches them.
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

/// Takes a result from a task to the thread that runs it.
private final class ResultBox<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
