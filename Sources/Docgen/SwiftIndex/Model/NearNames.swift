import Basics
import Diagnostics

/// Names of a code model that a mistyped one may have been meant to be; indexed when the first is
/// looked for, since most checks need none.
final class NearNames: Sendable {
  private let index = Locked<NearMissIndex?>(nil)

  /// The index, made of `names` by the first call.
  func index(of names: () -> [String]) -> NearMissIndex {
    index.withLock { index in
      if let index { return index }
      let made = NearMissIndex(names())
      index = made
      return made
    }
  }
}
