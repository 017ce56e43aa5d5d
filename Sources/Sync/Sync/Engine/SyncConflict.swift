/// A local edit and a change on another device, each made without knowledge of the other.
public struct SyncConflict: Hashable, Sendable {
  /// The kind of the entity.
  public var entityKind: EntityKind
  /// The entity's id.
  public var entityId: String
  /// The wire name of the field that both sides changed, such as `notes` or `properties.mood`;
  /// `nil` if one side deleted the entity.
  public var field: String?
  /// The value before both changes; `nil` without a field.
  public var base: JSONValue?
  /// The local value; without a field, the complete entity; `nil` if it was deleted locally.
  public var local: JSONValue?
  /// The value on the server; without a field, the complete entity; `nil` if it was deleted there.
  public var remote: JSONValue?

  /// Creates a conflict; omitted values are `nil`.
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

/// The resolution of a conflict.
public enum SyncConflictResolution: Hashable, Sendable {
  /// The local edit is kept and sent. An edited entity that was deleted on another device becomes a
  /// new entity, whose creation stays in quarantine until the user retries or discards it.
  case keepLocal
  /// The server's value replaces the local edit.
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
