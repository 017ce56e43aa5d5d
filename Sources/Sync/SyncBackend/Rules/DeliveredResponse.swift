package import Sync

/// The server's reaction to a request, including faults; a transport carries it out.
package struct DeliveredResponse: Sendable {
  /// The part of the response that is delivered.
  package enum Delivery: Hashable, Sendable {
    /// The complete response.
    case whole
    /// Nothing: the connection is closed.
    case dropped
    /// The head and this number of bytes of the body; then the connection is closed.
    case truncated(bytes: Int)
  }

  /// The response.
  package var response: HTTPResponse
  /// The delay before it is sent.
  package var delay: Duration
  /// The part that is delivered.
  package var delivery: Delivery
}
