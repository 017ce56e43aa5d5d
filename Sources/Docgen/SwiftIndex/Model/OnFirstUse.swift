import Basics

/// A value that is made when it is first needed and kept from then on, since most checks need none.
///
/// An evaluation that uses it depends on everything that the computation asked for.
package final class OnFirstUse<Value: Sendable>: Sendable {
  private let stored = Locked<Recorded<Value>?>(nil)

  package init() {}

  /// The value; the first call makes it.
  package func value(_ make: () -> Value) -> Value {
    stored.withLock { stored in
      let recorded = stored ?? Recorded(make)
      stored = recorded
      return recorded.value
    }
  }
}
