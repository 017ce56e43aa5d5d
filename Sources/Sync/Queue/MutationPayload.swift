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

  /// A payload that names another id where it named `old`: as an event's type or geofence, a
  /// geofence's types, or a definition's type.
  ///
  /// - Throws: `DecodingError` where it is not what its kind says.
  static func replacing(
    _ old: String, by new: String, in payload: [UInt8], kind: EntityKind,
    operation: MutationOperation
  ) throws -> [UInt8] {
    func replaced(_ id: String?) -> String? { id == old ? new : id }
    func changing<Body: Codable>(_ type: Body.Type, _ change: (inout Body) -> Void) throws
      -> [UInt8]
    {
      var body = try WireCoding.decode(type, from: payload)
      change(&body)
      return try WireCoding.encode(body)
    }
    switch (kind, operation) {
    case (.event, .create):
      return try changing(CreateEventRequest.self) {
        $0.eventTypeId = replaced($0.eventTypeId) ?? new
        $0.geofenceId = replaced($0.geofenceId)
      }
    case (.event, .update):
      return try changing(UpdateEventRequest.self) {
        $0.eventTypeId = replaced($0.eventTypeId) ?? new
        $0.geofenceId = replaced($0.geofenceId)
      }
    case (.geofence, .create):
      return try changing(CreateGeofenceRequest.self) {
        $0.eventTypeEntryId = replaced($0.eventTypeEntryId)
        $0.eventTypeExitId = replaced($0.eventTypeExitId)
      }
    case (.geofence, .update):
      return try changing(UpdateGeofenceRequest.self) {
        $0.eventTypeEntryId = replaced($0.eventTypeEntryId)
        $0.eventTypeExitId = replaced($0.eventTypeExitId)
      }
    case (.propertyDefinition, .create):
      return try changing(CreatePropertyDefinitionRequest.self) {
        $0.eventTypeId = replaced($0.eventTypeId) ?? new
      }
    case (.event, _), (.eventType, _), (.geofence, _), (.propertyDefinition, _),
      (.unrecognized, _):
      return payload
    }
  }

  /// The ids that the server must know before it can accept the payload.
  static func dependencies(
    of payload: [UInt8], kind: EntityKind, operation: MutationOperation
  ) throws -> [String] {
    switch (kind, operation) {
    case (.event, .create), (.event, .update):
      let event = try WireCoding.decode(UpdateEventRequest.self, from: payload)
      return [event.eventTypeId, event.geofenceId].compactMap(\.self)
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

extension Event {
  /// The ids that the server must know before it can accept this.
  var dependencies: [String] { [eventTypeId, geofenceId].compactMap(\.self) }
}

extension Geofence {
  /// The ids that the server must know before it can accept this.
  var dependencies: [String] { [eventTypeEntryId, eventTypeExitId].compactMap(\.self) }
}
