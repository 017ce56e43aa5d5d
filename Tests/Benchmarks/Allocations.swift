import Foundation

/// Counts the objects that Swift's runtime allocates.
enum Allocations {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private static var original: Allocate?

  /// The number of objects that `work` allocates, while no other work is running; `nil` if the
  /// runtime does not have the hook `_swift_allocObject`.
  static func during(_ work: () -> Void) -> Int? {
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "_swift_allocObject") else {
      return nil
    }
    let hook = symbol.assumingMemoryBound(to: Allocate?.self)
    original = hook.pointee
    count = 0
    hook.pointee = { metadata, size, alignment in
      Allocations.count += 1
      return Allocations.original?(metadata, size, alignment)
    }
    work()
    hook.pointee = original
    return count
  }
}
