package import Sync

/// What the server does with a request, faults included; a front carries it out.
package struct Answer: Sendable {
  /// How much of the response arrives.
  package enum Delivery: Hashable, Sendable {
    /// All of it.
    case whole
    /// Nothing: the connection ends.
    case dropped
    /// The head and so many bytes of the body; then the connection ends.
    case truncated(bytes: Int)
  }

  /// The response.
  package var response: HTTPResponse
  /// How long it is held back.
  package var delay: Duration
  /// How much of it arrives.
  package var delivery: Delivery
}
