/// An edit here and a change on another device, made before either side knew of the other.
public struct SyncConflict: Hashable, Sendable {
  /// The kind of the entity.
  public var entityKind: EntityKind
  /// The entity's id.
  public var entityId: String
  /// The wire name of the field that both changed, such as `notes` or `properties.mood`; `nil` if
  /// one side deleted the entity.
  public var field: String?
  /// The value that both sides started from; `nil` without a field.
  public var base: JSONValue?
  /// The value here; the complete entity without a field; `nil` if it was deleted here.
  public var local: JSONValue?
  /// The value on the server; the complete entity without a field; `nil` if it was deleted there.
  public var remote: JSONValue?

  /// Creates it; what is not given is `nil`.
  public init(
    entityKind: EntityKind, entityId: String, field: String? = nil, base: JSONValue? = nil,
    local: JSONValue? = nil, remote: JSONValue? = nil
  ) {
    self.entityKind = entityKind
    self.entityId = entityId
    self.field = field
    self.base = base
    self.local = local
    self.remote = remote
  }
}

/// What becomes of a conflict.
public enum SyncConflictResolution: Hashable, Sendable {
  /// The edit here stays and is sent. An edited entity that was deleted on another device becomes a
  /// new entity, whose creation is in quarantine until the user retries or discards it.
  case keepLocal
  /// The server's value replaces the edit here.
  case takeRemote
  /// This value replaces both values of a field; a conflict about a deletion is resolved like
  /// `keepLocal`.
  case use(JSONValue)
}

extension SyncConflictResolution {
  /// The resolution in words, for traces.
  var title: String {
    switch self {
    case .keepLocal: "local value kept"
    case .takeRemote: "remote value taken"
    case .use: "new value used"
    }
  }
}
