import Basics
import SwiftIndex

/// The files of the repository around the documents, listed and read only when a rule asks.
///
/// Paths are relative to the project's root.
package struct LinkedFiles: Sendable {
  /// Every file of the repository except build products and dependencies.
  package var files: @Sendable () -> [String]
  /// The content of a file; `nil` if it cannot be read.
  package var read: @Sendable (String) -> [UInt8]?

  package init(
    files: @escaping @Sendable () -> [String] = { [] },
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.read = read
  }

  /// The text of a file; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }
}

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
