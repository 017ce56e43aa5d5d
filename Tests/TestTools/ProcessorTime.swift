import Foundation

/// The time that the calling thread spends on the processor for some work.
///
/// Unlike the time on the clock, it does not grow while other tests use the processor.
package func processorTime(of work: () -> Void) -> Duration {
  func used() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = used()
  work()
  return used() - start
}
