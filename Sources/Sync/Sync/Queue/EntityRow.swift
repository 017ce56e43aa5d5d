/// A row of any kind of entity, as a device stores it.
public enum EntityRow: Hashable, Sendable {
  /// An event.
  case event(Event)
  /// An event type.
  case eventType(EventType)
  /// A geofence.
  case geofence(Geofence)
  /// A property definition.
  case propertyDefinition(PropertyDefinition)

  /// The entity in the row.
  var entity: any SyncedEntity {
    switch self {
    case .event(let row): row
    case .eventType(let row): row
    case .geofence(let row): row
    case .propertyDefinition(let row): row
    }
  }

  /// The kind of the entity.
  public var kind: EntityKind {
    switch self {
    case .event: .event
    case .eventType: .eventType
    case .geofence: .geofence
    case .propertyDefinition: .propertyDefinition
    }
  }

  /// The entity's id.
  public var id: String {
    get { entity.id }
    set { self = edited { $0.id = newValue } }
  }

  /// Whether the entity agrees with the server's.
  public var syncStatus: SyncStatus {
    get { entity.syncStatus }
    set { self = edited { $0.syncStatus = newValue } }
  }

  /// The row with another status.
  public func marked(_ status: SyncStatus) -> EntityRow {
    edited { $0.syncStatus = status }
  }

  private func edited(_ edit: (inout any SyncedEntity) throws -> Void) rethrows -> EntityRow {
    var entity = entity
    try edit(&entity)
    return entity.row
  }

  /// The row in a change of the feed; `nil` if the change has no readable row.
  init?(_ data: ChangeData?) {
    switch data {
    case .event(let remote): self = .event(Event(remote))
    case .eventType(let remote): self = .eventType(EventType(remote))
    case .geofence(let remote): self = .geofence(Geofence(remote))
    case .propertyDefinition(let remote): self = .propertyDefinition(PropertyDefinition(remote))
    case .unreadable, nil: return nil
    }
  }
}

// MARK: - Fields

extension EntityRow {
  /// The values that devices and the server share.
  public var fields: EntityFields { entity.fields }

  /// Sets fields to values in wire format.
  ///
  /// - Throws: `DecodingError` for a value that is invalid for its field.
  public mutating func apply(_ change: EntityFields) throws {
    self = try edited { try $0.merge(change) }
  }

  /// The body of the request that creates the entity; `nil` for an event without a type.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot represent.
  func createPayload() throws -> [UInt8]? {
    if case .event(let event) = self, event.eventTypeId == nil { return nil }
    return try entity.createPayload()
  }

  /// The row that a creation produces.
  ///
  /// - Throws: `DecodingError` if the payload does not match its kind.
  init?(creating mutation: PendingMutation) throws {
    let (id, time) = (mutation.entityId, mutation.createdAt)
    let fields = try MutationPayload.fields(of: mutation.payload)
    switch mutation.entityKind {
    case .event:
      self = .event(Event(id: id, EventContent(timestamp: time)))
    case .eventType: self = .eventType(EventType(id: id, .empty, createdAt: time))
    case .geofence: self = .geofence(Geofence(id: id, .empty, createdAt: time))
    case .propertyDefinition:
      guard case .text(let type)? = fields["event_type_id"] else { return nil }
      let content = PropertyDefinitionContent(eventTypeId: type, key: "", label: "")
      self = .propertyDefinition(
        PropertyDefinition(id: id, content, createdAt: time, updatedAt: time))
    case .unrecognized: return nil
    }
    try apply(fields)
  }
}

// MARK: - Mutations

extension EntityRow {
  /// The row after mutations in queue order; `nil` if it is deleted, or if an update has no row.
  ///
  /// - Throws: `DecodingError` if a payload does not match its kind.
  package static func after(
    _ mutations: [PendingMutation], from base: EntityRow?
  ) throws -> EntityRow? {
    var row = base
    for mutation in mutations {
      switch mutation.operation {
      case .create: row = try EntityRow(creating: mutation)
      case .update: try row?.apply(try MutationPayload.fields(of: mutation.payload))
      case .delete: row = nil
      case .unrecognized: break
      }
    }
    return row
  }
}

// MARK: - Dependencies

extension EntityRow {
  /// The ids that must exist on the server before it can accept the entity.
  var parents: [String] {
    switch self {
    case .event(let row): row.dependencies
    case .eventType: []
    case .geofence(let row): row.dependencies
    case .propertyDefinition(let row): [row.eventTypeId]
    }
  }

  /// The event type whose deletion also deletes the entity.
  public var owningType: String? {
    switch self {
    case .event(let row): row.eventTypeId
    case .propertyDefinition(let row): row.eventTypeId
    case .eventType, .geofence: nil
    }
  }

  /// The names that no two entities may share, marked so that they differ from ids.
  var uniqueNames: [String] {
    switch self {
    case .event(let row):
      row.eventTypeId.map { ["\(EntityRow.nameMark)\($0)/\(row.timestamp.milliseconds)"] } ?? []
    case .eventType(let row): ["\(EntityRow.nameMark)type/\(row.name)"]
    case .geofence(let row): ["\(EntityRow.nameMark)geofence/\(row.name)"]
    case .propertyDefinition(let row): ["\(EntityRow.nameMark)\(row.eventTypeId)/\(row.key)"]
    }
  }

  /// The prefix of each of `uniqueNames`.
  static let nameMark: Character = "="
}
