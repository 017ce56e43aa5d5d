/// Mutations that are sent together, fixed on disk before they are sent.
///
/// Until the server has answered, the same members go out in the same order under the same key, so
/// that a lost answer costs nothing. A mutation that is sent alone is a batch of one, under its own
/// `clientRequestId`.
public struct MutationBatch: Hashable, Sendable {
  /// The idempotency key of the whole batch.
  public var key: String
  /// The members in the order they are sent.
  public var mutationIds: [String]
  /// Whether it goes to the entity's own endpoint, not the batch endpoint.
  public var isSingle: Bool
  /// When it was fixed.
  public var createdAt: Timestamp

  /// Creates it; an omitted value has its default.
  public init(key: String, mutationIds: [String], isSingle: Bool = false, createdAt: Timestamp) {
    self.key = key
    self.mutationIds = mutationIds
    self.isSingle = isSingle
    self.createdAt = createdAt
  }
}
