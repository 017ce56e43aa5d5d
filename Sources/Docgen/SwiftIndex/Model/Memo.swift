import Basics

/// Values by key, each computed once. Two threads may compute the same value; the first one counts.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Locked<[Key: Recorded<Value>]>([:])

  package init() {}

  package func value(_ key: Key, _ make: () -> Value) -> Value {
    if let recorded = known.withLock({ $0[key] }) { return recorded.value }
    let made = Recorded(make)
    return known.withLock { known in
      let recorded = known[key] ?? made
      known[key] = recorded
      return recorded
    }.value
  }
}
