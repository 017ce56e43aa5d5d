import Basics

/// Names for databases in memory, each used only once in a process.
package enum UniqueName {
  private static let count = Locked(0)

  /// `word 1`, `word 2`, …
  package static func next(_ word: String) -> String {
    "\(word) \(count.withLock { $0 += 1; return $0 })"
  }
}
