// The Basics module has what several modules need and the standard library lacks: a lock
// (`Locked`), times in RFC 3339 (`DateTime`), seeded random numbers (`SplitMix64`), and writing to
// file descriptors (`FileDescriptor`). It depends on no other module and not on Foundation.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that a lock protects, so that any thread may read or change it.
///
/// A POSIX mutex exists on every platform that apps run on, the thread sanitizer understands it, and it
/// needs no Foundation, which would triple the size of an archive of docgen.
package final class Locked<Value>: @unchecked Sendable {
  /// On the heap, since a mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var guarded: Value

  package init(_ value: sending Value) {
    guarded = value
    mutex.initialize(to: pthread_mutex_t())
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex could not be created: error \(failure)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// The lock is not recursive: `body` must not use the same value again, or it waits for itself
  /// forever.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&guarded)
  }

  /// A copy of the value.
  ///
  /// Reading and writing are two separate locked steps: `locked.value += 1` can lose an update; use
  /// `withLock`.
  package var value: Value {
    get { withLock { $0 } }
    set { withLock { $0 = newValue } }
  }
}
