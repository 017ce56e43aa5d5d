#if canImport(os)
  import os

  /// The only lock of this module. `Mutex` needs iOS 18; this lock has the same cost.
  final class TraceLock<State>: @unchecked Sendable {
    private let lock = OSAllocatedUnfairLock()
    private var state: State

    init(_ state: sending State) {
      self.state = state
    }

    func withLock<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return body(&state)
    }
  }

  /// A flag that every thread may read and set.
  @usableFromInline
  final class TraceSwitch: Sendable {
    private let lock = OSAllocatedUnfairLock(initialState: true)

    @usableFromInline var isOn: Bool {
      get { lock.withLock { $0 } }
      set { lock.withLock { $0 = newValue } }
    }
  }
#else
  public import Synchronization

  /// The only lock of this module. The state is outside of `Mutex`, because Swift 6.0 cannot compile
  /// a generic class with a generic `Mutex`.
  final class TraceLock<State>: @unchecked Sendable {
    private let mutex = Mutex(())
    private var state: State

    init(_ state: sending State) {
      self.state = state
    }

    func withLock<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result {
      mutex.withLock { _ in body(&state) }
    }
  }

  /// A flag that every thread may read and set.
  @usableFromInline
  final class TraceSwitch: Sendable {
    @usableFromInline let value = Atomic(true)

    @inlinable var isOn: Bool {
      get { value.load(ordering: .relaxed) }
      set { value.store(newValue, ordering: .relaxed) }
    }

    init() {}
  }
#endif
