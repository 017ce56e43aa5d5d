import Basics

/// A small generator whose numbers depend only on its seed (SplitMix64).
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  /// Creates a generator; equal seeds yield equal numbers.
  public init(seed: UInt64) { generator = SplitMix64(seed) }

  /// The next 64 bits.
  public mutating func next() -> UInt64 { generator.next() }
}
