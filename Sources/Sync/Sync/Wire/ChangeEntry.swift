/// One change of the feed.
public struct ChangeEntry: Hashable, Sendable {
  /// Its number; later changes have higher ones.
  public var id: Int64
  /// The kind of the entity.
  public var entityType: EntityKind
  /// The operation on the entity.
  public var operation: MutationOperation
  /// The entity's id.
  public var entityId: String
  /// The account.
  public var userId: String?
  /// The complete entity after the change; `nil` for a deletion.
  public var data: ChangeData?
  /// The time of its deletion.
  public var deletedAt: Timestamp?
  /// The time of the change; `nil` if the server sent none.
  public var createdAt: Timestamp?

  /// Creates a change.
  public init(
    id: Int64, entityType: EntityKind, operation: MutationOperation, entityId: String,
    userId: String? = nil, data: ChangeData? = nil, deletedAt: Timestamp? = nil,
    createdAt: Timestamp? = nil
  ) {
    self.id = id
    self.entityType = entityType
    self.operation = operation
    self.entityId = entityId
    self.userId = userId
    self.data = data
    self.deletedAt = deletedAt
    self.createdAt = createdAt
  }
}

/// The entity in a change.
public enum ChangeData: Hashable, Sendable {
  /// An event.
  case event(APIEvent)
  /// An event type.
  case eventType(APIEventType)
  /// A geofence.
  case geofence(APIGeofence)
  /// A property definition.
  case propertyDefinition(APIPropertyDefinition)
  /// An entity that could not be read, with the reason, so that the other changes of the page
  /// remain usable.
  case unreadable(reason: String)
}

extension ChangeEntry {
  /// The account in the change or its entity.
  var owner: String? {
    if let userId { return userId }
    return switch data {
    case .event(let row): row.userId
    case .eventType(let row): row.userId
    case .geofence(let row): row.userId
    case .propertyDefinition(let row): row.userId
    case .unreadable, nil: nil
    }
  }
}

extension ChangeEntry: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case entityType = "entity_type"
    case operation
    case entityId = "entity_id"
    case userId = "user_id"
    case data
    case deletedAt = "deleted_at"
    case createdAt = "created_at"
  }

  /// Reads a change; the kind of the entity determines the type of `data`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int64.self, forKey: .id)
    entityType = try container.decode(EntityKind.self, forKey: .entityType)
    operation = try container.decode(MutationOperation.self, forKey: .operation)
    entityId = try container.decode(String.self, forKey: .entityId)
    userId = try container.decodeIfPresent(String.self, forKey: .userId)
    deletedAt = try container.decodeIfPresent(Timestamp.self, forKey: .deletedAt)
    createdAt = try container.decodeIfPresent(Timestamp.self, forKey: .createdAt)
    data = ChangeEntry.data(in: container, as: entityType)
  }

  private static func data(
    in container: KeyedDecodingContainer<CodingKeys>, as kind: EntityKind
  ) -> ChangeData? {
    guard container.contains(.data), (try? container.decodeNil(forKey: .data)) != true else {
      return nil
    }
    do {
      switch kind {
      case .event: return .event(try container.decode(APIEvent.self, forKey: .data))
      case .eventType: return .eventType(try container.decode(APIEventType.self, forKey: .data))
      case .geofence: return .geofence(try container.decode(APIGeofence.self, forKey: .data))
      case .propertyDefinition:
        return .propertyDefinition(try container.decode(APIPropertyDefinition.self, forKey: .data))
      case .unrecognized(let name): return .unreadable(reason: "unknown entity type '\(name)'")
      }
    } catch {
      return .unreadable(reason: WireCoding.describe(error))
    }
  }

  /// Writes a change without its missing values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(entityType, forKey: .entityType)
    try container.encode(operation, forKey: .operation)
    try container.encode(entityId, forKey: .entityId)
    try container.encodeIfPresent(userId, forKey: .userId)
    try container.encodeIfPresent(deletedAt, forKey: .deletedAt)
    try container.encodeIfPresent(createdAt, forKey: .createdAt)
    switch data {
    case .event(let value): try container.encode(value, forKey: .data)
    case .eventType(let value): try container.encode(value, forKey: .data)
    case .geofence(let value): try container.encode(value, forKey: .data)
    case .propertyDefinition(let value): try container.encode(value, forKey: .data)
    case .unreadable, nil: break
    }
  }
}
