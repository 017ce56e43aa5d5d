import Basics

/// Random numbers that depend only on their seed.
package struct SeededRandom: RandomNumberGenerator {
  private var generator: SplitMix64

  /// Creates a generator with a seed.
  package init(_ seed: UInt64) { generator = SplitMix64(seed) }

  package mutating func next() -> UInt64 { generator.next() }
}
