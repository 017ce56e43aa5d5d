import Basics

/// A value that is made when it is first needed and kept from then on, since most checks need none.
final class OnFirstUse<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)

  /// The value; the first call makes it.
  func value(_ make: () -> Value) -> Value {
    stored.withLock { stored in
      if let stored { return stored }
      let made = make()
      stored = made
      return made
    }
  }
}
