/// The reason and the position of a syntax error in JSON.
package struct JSONError: Error, Hashable, Sendable {
  /// The offset in bytes, from 0 or from the start of the caller's slice.
  package var offset: Int
  /// A sentence without a full stop: ``expected `:` after the key``.
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}
