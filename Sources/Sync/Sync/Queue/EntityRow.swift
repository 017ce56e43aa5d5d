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
    get {
      switch self {
      case .event(let row): row.id
      case .eventType(let row): row.id
      case .geofence(let row): row.id
      case .propertyDefinition(let row): row.id
      }
    }
    set {
      edit(
        { $0.id = newValue }, { $0.id = newValue }, { $0.id = newValue }, { $0.id = newValue })
    }
  }

  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus {
    get {
      switch self {
      case .event(let row): row.syncStatus
      case .eventType(let row): row.syncStatus
      case .geofence(let row): row.syncStatus
      case .propertyDefinition(let row): row.syncStatus
      }
    }
    set {
      edit(
        { $0.syncStatus = newValue }, { $0.syncStatus = newValue }, { $0.syncStatus = newValue },
        { $0.syncStatus = newValue })
    }
  }

  /// The row with another status.
  public func marked(_ status: SyncStatus) -> EntityRow {
    var row = self
    row.syncStatus = status
    return row
  }

  /// The row that a change of the feed carries; `nil` if it carries none that can be read.
  init?(_ data: ChangeData?) {
    switch data {
    case .event(let remote): self = .event(Event(remote))
    case .eventType(let remote): self = .eventType(EventType(remote))
    case .geofence(let remote): self = .geofence(Geofence(remote))
    case .propertyDefinition(let remote): self = .propertyDefinition(PropertyDefinition(remote))
    case .unreadable, nil: return nil
    }
  }

  private mutating func edit(
    _ event: (inout Event) -> Void, _ type: (inout EventType) -> Void,
    _ geofence: (inout Geofence) -> Void, _ definition: (inout PropertyDefinition) -> Void
  ) {
    switch self {
    case .event(var row):
      event(&row)
      self = .event(row)
    case .eventType(var row):
      type(&row)
      self = .eventType(row)
    case .geofence(var row):
      geofence(&row)
      self = .geofence(row)
    case .propertyDefinition(var row):
      definition(&row)
      self = .propertyDefinition(row)
    }
  }
}

/// Fields of a row by their wire names; null for no value.
public typealias EntityFields = [String: JSONValue]

// MARK: - Fields

extension EntityRow {
  /// The values that devices and server share.
  public var fields: EntityFields {
    switch self {
    case .event(let row): row.fields
    case .eventType(let row):
      ["name": .text(row.name), "color": .text(row.colorHex), "icon": .text(row.iconName)]
    case .geofence(let row): row.fields
    case .propertyDefinition(let row): row.fields
    }
  }

  /// Sets fields to the values that they have on the wire.
  ///
  /// - Throws: `DecodingError` for a value that the field cannot have.
  public mutating func apply(_ change: EntityFields) throws {
    let bytes = try WireCoding.encode(fields.merging(change) { $1 })
    switch self {
    case .event(var row):
      row.take(try WireCoding.decode(UpdateEventRequest.self, from: bytes))
      self = .event(row)
    case .eventType(var row):
      row.take(try WireCoding.decode(UpdateEventTypeRequest.self, from: bytes))
      self = .eventType(row)
    case .geofence(var row):
      row.take(try WireCoding.decode(UpdateGeofenceRequest.self, from: bytes))
      self = .geofence(row)
    case .propertyDefinition(var row):
      row.take(try WireCoding.decode(UpdatePropertyDefinitionRequest.self, from: bytes))
      self = .propertyDefinition(row)
    }
  }

  /// The body that creates the entity; `nil` for an event without a type.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot write.
  func createPayload() throws -> [UInt8]? {
    switch self {
    case .event(let row): try row.createRequest.map { try WireCoding.encode($0) }
    case .eventType(let row): try WireCoding.encode(row.createRequest)
    case .geofence(let row): try WireCoding.encode(row.createRequest)
    case .propertyDefinition(let row): try WireCoding.encode(row.createRequest)
    }
  }

  /// The row that a creation makes.
  ///
  /// - Throws: `DecodingError` for a payload that is not what its kind says.
  init?(creating mutation: PendingMutation) throws {
    let (id, time) = (mutation.entityId, mutation.createdAt)
    let fields = try MutationPayload.fields(of: mutation.payload)
    switch mutation.entityKind {
    case .event: self = .event(Event(id: id, timestamp: time))
    case .eventType: self = .eventType(EventType(id: id, name: "", createdAt: time))
    case .geofence:
      self = .geofence(Geofence(id: id, name: "", latitude: 0, longitude: 0, createdAt: time))
    case .propertyDefinition:
      guard case .text(let type)? = fields["event_type_id"] else { return nil }
      self = .propertyDefinition(
        PropertyDefinition(
          id: id, eventTypeId: type, key: "", label: "", createdAt: time, updatedAt: time))
    case .unrecognized: return nil
    }
    try apply(fields)
  }
}

// MARK: - Mutations

extension EntityRow {
  /// The row after mutations in queue order; `nil` if it is deleted, or if updates have no row.
  ///
  /// - Throws: `DecodingError` for a payload that is not what its kind says.
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
  /// The ids that the server must know before it can accept the entity.
  var parents: [String] {
    switch self {
    case .event(let row): row.dependencies
    case .eventType: []
    case .geofence(let row): row.dependencies
    case .propertyDefinition(let row): [row.eventTypeId]
    }
  }

  /// The type that the entity goes with when that is deleted.
  public var owningType: String? {
    switch self {
    case .event(let row): row.eventTypeId
    case .propertyDefinition(let row): row.eventTypeId
    case .eventType, .geofence: nil
    }
  }

  /// The names that no two entities may share, each as a text that is not an id.
  var uniqueNames: [String] {
    switch self {
    case .event(let row):
      row.eventTypeId.map { ["\(EntityRow.nameMark)\($0)/\(row.timestamp.milliseconds)"] } ?? []
    case .eventType(let row): ["\(EntityRow.nameMark)type/\(row.name)"]
    case .geofence(let row): ["\(EntityRow.nameMark)geofence/\(row.name)"]
    case .propertyDefinition(let row): ["\(EntityRow.nameMark)\(row.eventTypeId)/\(row.key)"]
    }
  }

  /// Begins each of `uniqueNames`.
  static let nameMark: Character = "="
}
