/// A change of the feed, or a row of a bootstrap, that could not be applied. It is stored so that
/// the cursor can move past it.
public struct QuarantinedChange: Hashable, Sendable {
  /// The change's number in the feed; negative for a row of a bootstrap, which has no such number.
  public var id: Int64
  /// The kind of the entity.
  public var entityKind: EntityKind
  /// The entity's id.
  public var entityId: String
  /// The operation on the entity.
  public var operation: MutationOperation
  /// The reason why it could not be applied.
  public var reason: String
  /// The time when it was received.
  public var seenAt: Timestamp

  /// Creates a change; omitted values have their defaults.
  public init(
    id: Int64, entityKind: EntityKind, entityId: String, operation: MutationOperation,
    reason: String, seenAt: Timestamp
  ) {
    self.id = id
    self.entityKind = entityKind
    self.entityId = entityId
    self.operation = operation
    self.reason = reason
    self.seenAt = seenAt
  }
}
