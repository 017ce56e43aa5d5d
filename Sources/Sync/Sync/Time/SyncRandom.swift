import Basics

/// The engine's source of chance, shared between tasks.
public final class SyncRandom: Sendable {
  private let generator: Locked<any RandomNumberGenerator & Sendable>

  /// Creates a source that draws from `generator`.
  public init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Locked(generator)
  }

  /// A source whose numbers depend on the seed alone.
  public convenience init(seed: UInt64) {
    self.init(SeededRandomNumberGenerator(seed: seed))
  }

  /// The system's own source.
  public static func system() -> SyncRandom { SyncRandom(SystemRandomNumberGenerator()) }

  /// The next 64 bits.
  public func next() -> UInt64 { generator.withLock { $0.next() } }

  /// A number from 0 up to, and without, 1.
  public func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
