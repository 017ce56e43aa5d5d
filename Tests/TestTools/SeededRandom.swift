import Basics

/// Random numbers that are the same for the same seed.
package struct SeededRandom: RandomNumberGenerator {
  private var generator: SplitMix64

  /// Starts at a seed.
  package init(_ seed: UInt64) { generator = SplitMix64(seed) }

  package mutating func next() -> UInt64 { generator.next() }
}
