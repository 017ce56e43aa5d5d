/// A change of the feed that could not be applied, put aside so that the cursor may pass it.
public struct QuarantinedChange: Hashable, Sendable {
  /// The change's number in the feed.
  public var id: Int64
  /// The kind of the entity.
  public var entityKind: EntityKind
  /// The entity's id.
  public var entityId: String
  /// What happened to it.
  public var operation: MutationOperation
  /// Why it could not be applied.
  public var reason: String
  /// When it came.
  public var seenAt: Timestamp

  /// Creates it; an omitted value has its default.
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
