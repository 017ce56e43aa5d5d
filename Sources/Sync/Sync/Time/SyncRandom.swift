import Basics

/// The engine's source of random numbers, shared between tasks.
public final class SyncRandom: Sendable {
  private let generator: Locked<any RandomNumberGenerator & Sendable>

  /// Creates a source that uses `generator`.
  public init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Locked(generator)
  }

  /// Creates a source whose numbers depend only on the seed.
  public convenience init(seed: UInt64) {
    self.init(SeededRandomNumberGenerator(seed: seed))
  }

  /// A source that uses the system's generator.
  public static func system() -> SyncRandom { SyncRandom(SystemRandomNumberGenerator()) }

  /// The next 64 bits.
  public func next() -> UInt64 { generator.withLock { $0.next() } }

  /// A number from 0 up to but not including 1.
  public func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
