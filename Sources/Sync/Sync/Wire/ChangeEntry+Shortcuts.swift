/// Changes of events, and deletions; what else a page may hold is left to Foundation.
extension ChangeEntry: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    var id: Int64?
    var names: (type: String?, operation: String?, entity: String?)
    var data: [UInt8]?
    var event: APIEvent?
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
        if names.type == EntityKind.event.rawValue {
          event = try reader.isNull() ? nil : try APIEvent(reading: &reader)
        } else {
          data = try reader.isNull() ? nil : try reader.rawValue()
        }
      default: try reader.skipValue()
      }
    }
    guard let id, let type = names.type, let operation = names.operation, let entity = names.entity
    else { throw WireReader.Unexpected() }
    (self.id, entityType, entityId) = (id, EntityKind(rawValue: type), entity)
    self.operation = MutationOperation(rawValue: operation)
    if let event {
      self.data = .event(event)
    } else if let data {
      self.data = try ChangeEntry.data(in: data, as: entityType)
    }
  }

  private static func data(
    in bytes: [UInt8], as kind: EntityKind
  ) throws(WireReader.Unexpected) -> ChangeData {
    do {
      switch kind {
      case .event: return .event(try WireCoding.decodeThoroughly(APIEvent.self, from: bytes))
      case .eventType:
        return .eventType(try WireCoding.decodeThoroughly(APIEventType.self, from: bytes))
      case .geofence:
        return .geofence(try WireCoding.decodeThoroughly(APIGeofence.self, from: bytes))
      case .propertyDefinition:
        return .propertyDefinition(
          try WireCoding.decodeThoroughly(APIPropertyDefinition.self, from: bytes))
      case .unrecognized: throw WireReader.Unexpected()
      }
    } catch {
      throw WireReader.Unexpected()
    }
  }
}

extension ChangeFeedResponse: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    var changes: [ChangeEntry]?
    var cursor: Int64?
    var hasMore: Bool?
    var epoch: String?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "changes": changes = try [ChangeEntry](reading: &reader)
      case "next_cursor": cursor = try reader.integer()
      case "has_more": hasMore = try reader.boolean()
      case "epoch": epoch = try reader.optionalString()
      default: try reader.skipValue()
      }
    }
    guard let changes, let cursor, let hasMore else { throw WireReader.Unexpected() }
    self.init(changes: changes, nextCursor: cursor, hasMore: hasMore, epoch: epoch)
  }
}
