// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of the lock of `os` that this project uses, as Apple's documentation gives them.
// Apart from `os.swift`, which needs Foundation. Nothing here does anything.

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(uncheckedState initialState: State) {}
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
  public func withLock<R>(_ body: @Sendable (inout State) throws -> R) rethrows -> R
  where R: Sendable { fatalError() }
}
extension OSAllocatedUnfairLock where State == () {
  public init() {}
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
  public func withLock<R>(_ body: @Sendable () throws -> R) rethrows -> R where R: Sendable {
    fatalError()
  }
  public func lock() {}
  public func unlock() {}
}
extension OSAllocatedUnfairLock where State: Sendable {
  public init(initialState: State) {}
}
