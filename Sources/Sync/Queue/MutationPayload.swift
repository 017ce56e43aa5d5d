/// What stands in the payload of a mutation, by kind and operation.
enum MutationPayload {
  /// A creation's payload after an update has been merged into it.
  ///
  /// - Throws: `DecodingError` where one of them is not what its kind says.
  static func merging(
    update: [UInt8], into create: [UInt8], kind: EntityKind, id: String
  ) throws -> [UInt8] {
    switch kind {
    case .event:
      let change = try WireCoding.decode(UpdateEventRequest.self, from: update)
      return try WireCoding.encode(CreateEventRequest(id: id, change))
    case .eventType:
      let change = try WireCoding.decode(UpdateEventTypeRequest.self, from: update)
      var whole = try WireCoding.decode(CreateEventTypeRequest.self, from: create)
      whole.name = change.name ?? whole.name
      whole.color = change.color ?? whole.color
      whole.icon = change.icon ?? whole.icon
      return try WireCoding.encode(whole)
    case .geofence:
      let change = try WireCoding.decode(UpdateGeofenceRequest.self, from: update)
      return try WireCoding.encode(CreateGeofenceRequest(id: id, change))
    case .propertyDefinition:
      return try mergingDefinition(update: update, into: create)
    case .unrecognized:
      return create
    }
  }

  private static func mergingDefinition(
    update: [UInt8], into create: [UInt8]
  ) throws -> [UInt8] {
    let change = try WireCoding.decode(UpdatePropertyDefinitionRequest.self, from: update)
    var whole = try WireCoding.decode(CreatePropertyDefinitionRequest.self, from: create)
    whole.key = change.key
    whole.label = change.label
    whole.propertyType = change.propertyType
    whole.options = change.options
    whole.defaultValue = change.defaultValue
    whole.displayOrder = change.displayOrder
    return try WireCoding.encode(whole)
  }

  /// The ids that the server must know before it can accept the payload.
  static func dependencies(
    of payload: [UInt8], kind: EntityKind, operation: MutationOperation
  ) throws -> [String] {
    switch (kind, operation) {
    case (.event, .create), (.event, .update):
      let event = try WireCoding.decode(UpdateEventRequest.self, from: payload)
      return [event.eventTypeId] + [event.geofenceId].compactMap(\.self)
    case (.geofence, .create), (.geofence, .update):
      let geofence = try WireCoding.decode(UpdateGeofenceRequest.self, from: payload)
      return [geofence.eventTypeEntryId, geofence.eventTypeExitId].compactMap(\.self)
    case (.propertyDefinition, .create):
      return [
        try WireCoding.decode(CreatePropertyDefinitionRequest.self, from: payload).eventTypeId
      ]
    case (.event, _), (.eventType, _), (.geofence, _), (.propertyDefinition, _),
      (.unrecognized, _):
      return []
    }
  }
}
