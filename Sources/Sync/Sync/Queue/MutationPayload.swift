/// The payload of a mutation: the fields of a creation, or the changed fields of an update.
enum MutationPayload {
  /// The fields of a payload without the entity's id.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object.
  static func fields(of payload: [UInt8]) throws -> EntityFields {
    var fields = try WireCoding.decode(EntityFields.self, from: payload)
    fields["id"] = nil
    return fields
  }

  /// A payload after a later update has been merged into it. A creation leaves out fields
  /// without a value.
  ///
  /// - Throws: `DecodingError` if one of them is not a JSON object.
  static func merging(
    update: [UInt8], into payload: [UInt8], operation: MutationOperation
  ) throws -> [UInt8] {
    var fields = try WireCoding.decode(EntityFields.self, from: payload)
    fields.merge(try WireCoding.decode(EntityFields.self, from: update)) { $1 }
    if operation == .create { fields = fields.filter { $0.value != .null } }
    return try WireCoding.encode(fields)
  }

  /// A payload whose references to `old` are replaced by another id: an event's type or geofence, a
  /// geofence's types, or a definition's type. `nil` instead of an id clears the field.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object.
  static func replacing(_ old: String, by new: String?, in payload: [UInt8]) throws -> [UInt8] {
    var fields = try WireCoding.decode(EntityFields.self, from: payload)
    for name in references where fields[name] == .text(old) {
      fields[name] = new.map { .text($0) } ?? .null
    }
    return try WireCoding.encode(fields)
  }

  /// The payload of an update without the fields that contain an id; `nil` if no field is left.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object.
  static func removing(_ id: String, from payload: [UInt8]) throws -> [UInt8]? {
    var fields = try WireCoding.decode(EntityFields.self, from: payload)
    for name in references where fields[name] == .text(id) { fields[name] = nil }
    return fields.isEmpty ? nil : try WireCoding.encode(fields)
  }

  /// The payload of a mutation whose entity gets another identifier.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object.
  static func renaming(_ old: String, to new: String, in payload: [UInt8]) throws -> [UInt8] {
    var fields = try WireCoding.decode(EntityFields.self, from: payload)
    for name in ["id", "ios_region_identifier"] where fields[name] == .text(old) {
      fields[name] = .text(new)
    }
    return try WireCoding.encode(fields)
  }

  /// The ids that must exist on the server before it can accept the payload.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object.
  static func dependencies(of payload: [UInt8]) throws -> [String] {
    if payload.isEmpty { return [] }
    let fields = try WireCoding.decode(EntityFields.self, from: payload)
    return references.compactMap {
      if case .text(let id)? = fields[$0] { id } else { nil }
    }
  }

  /// The fields that contain an id of another entity.
  private static let references = [
    "event_type_id", "geofence_id", "event_type_entry_id", "event_type_exit_id",
  ]
}

extension Event {
  /// The ids that must exist on the server before it can accept the event.
  var dependencies: [String] { [content.eventTypeId, content.geofenceId].compactMap(\.self) }
}

extension Geofence {
  /// The ids that must exist on the server before it can accept the geofence.
  var dependencies: [String] {
    [content.eventTypeEntryId, content.eventTypeExitId].compactMap(\.self)
  }
}
