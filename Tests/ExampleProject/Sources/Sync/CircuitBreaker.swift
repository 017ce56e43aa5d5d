/// Stops requests to a server that refuses them.
public struct CircuitBreaker: Sendable {
  /// The number of refusals that open it.
  public static let threshold = 3

  /// The number of refusals in a row.
  public private(set) var refusals = 0

  /// Whether requests wait.
  public var isOpen: Bool { refusals >= Self.threshold }

  /// Counts a refusal.
  public mutating func recordRefusal() { refusals += 1 }
}
