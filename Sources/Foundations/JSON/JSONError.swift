/// Why and where a text is not JSON.
package struct JSONError: Error, Hashable, Sendable {
  /// Offset in bytes, from 0 or from where the caller's slice begins.
  package var offset: Int
  /// A sentence without a full stop: ``expected `:` after the key``.
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}
