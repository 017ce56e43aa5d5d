/// Mutations that are sent together, fixed on disk before they are sent.
///
/// Until the server has answered, retries send the same members in the same order under the same
/// key, so that a lost answer does no harm. A mutation that is sent alone is a batch of one, under
/// its own `clientRequestId`.
public struct MutationBatch: Hashable, Sendable {
  /// The idempotency key of the batch.
  public var key: String
  /// The members in the order in which they are sent.
  public var mutationIds: [String]
  /// Whether it is sent to the entity's own endpoint instead of the batch endpoint.
  public var isSingle: Bool
  /// The time when it was fixed.
  public var createdAt: Timestamp

  /// Creates a batch; omitted values have their defaults.
  public init(key: String, mutationIds: [String], isSingle: Bool = false, createdAt: Timestamp) {
    self.key = key
    self.mutationIds = mutationIds
    self.isSingle = isSingle
    self.createdAt = createdAt
  }
}
