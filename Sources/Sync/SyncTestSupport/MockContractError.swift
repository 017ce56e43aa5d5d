/// A call of a mock that violates its contract.
public struct MockContractError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The violation.
  public var description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
