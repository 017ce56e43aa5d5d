import Basics
import Diagnostics

/// The names of a code model for the search of the nearest one, indexed at the first search, since
/// most checks need none.
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
