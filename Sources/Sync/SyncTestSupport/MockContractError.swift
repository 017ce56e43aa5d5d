/// A mock was asked for something that the contract forbids.
public struct MockContractError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public var description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
