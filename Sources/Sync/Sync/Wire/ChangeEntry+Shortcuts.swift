extension ChangeEntry: FieldScalar {
  /// Reads a change in its common form.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    var id: Int64?
    var names: (type: String?, operation: String?, entity: String?)
    var raw: [UInt8]?
    self.init(id: 0, entityType: .event, operation: .create, entityId: "")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.integer()
      case "entity_type": names.type = try reader.string()
      case "operation": names.operation = try reader.string()
      case "entity_id": names.entity = try reader.string()
      case "user_id": userId = try reader.optionalString()
      case "deleted_at": deletedAt = try reader.optionalTimestamp()
      case "created_at": createdAt = try reader.optionalTimestamp()
      case "data":
        (data, raw) = (nil, nil)
        if try reader.isNull() { continue }
        if let type = names.type {
          data = try ChangeData(reading: &reader, as: EntityKind(rawValue: type))
        } else {
          raw = try reader.rawValue()
        }
      default: try reader.skipValue()
      }
    }
    guard let id, let type = names.type, let operation = names.operation, let entity = names.entity
    else { throw WireReader.Unexpected() }
    (self.id, entityType, entityId) = (id, EntityKind(rawValue: type), entity)
    self.operation = MutationOperation(rawValue: operation)
    if let raw {
      var reader = WireReader(raw)
      data = try ChangeData(reading: &reader, as: entityType)
    }
  }
}

extension ChangeData {
  fileprivate init(
    reading reader: inout WireReader, as kind: EntityKind
  ) throws(WireReader.Unexpected) {
    switch kind {
    case .event: self = .event(try APIEvent(reading: &reader))
    case .eventType: self = .eventType(try APIEventType(reading: &reader))
    case .geofence: self = .geofence(try APIGeofence(reading: &reader))
    case .propertyDefinition:
      self = .propertyDefinition(try APIPropertyDefinition(reading: &reader))
    case .unrecognized: throw WireReader.Unexpected()
    }
  }
}
