import JSON
internal import SQLiteAccess
internal import Sync

/// The rules for creating, changing and deleting a single entity, the same for all kinds.
extension BackendStore {
  /// The result of a creation.
  enum Creation {
    case created(JSON)
    /// An entity with this identifier already exists. It is not changed, so that a creation that is
    /// repeated after a lost answer reverts nothing.
    case found(JSON)

    var json: JSON {
      switch self {
      case .created(let json), .found(let json): json
      }
    }
  }

  /// Creates an entity from the body of a request.
  ///
  /// - Throws: `Problem`: `validation`, `unknown_event_type`, `duplicate`, or `gone` for an
  ///   identifier whose entity was deleted, since a late creation must not bring it back.
  func create(
    _ resource: Resource, _ body: JSONObject, user: String, now: Timestamp
  ) throws -> Creation {
    let id = try identifier(in: body, now: now)
    if let record = try find(resource, id: id, user: user) {
      return .found(.object(resource.json(record, user: user)))
    }
    if try wasDeleted(id: id, user: user) {
      throw Problem(.gone, "the \(resource.noun) '\(id)' was deleted")
    }
    let values = try resource.values(creating: body)
    try checkEventTypes(values, of: resource, user: user)
    let record = Record(id: id, values: values, createdAt: now, updatedAt: now)
    return .created(try insert(record, into: resource, user: user))
  }

  /// Changes an entity. A body without changes adds no entry to the change log, so that a repeated
  /// change does no harm.
  ///
  /// - Throws: `Problem`: `not_found`, `validation`, `unknown_event_type` or `duplicate`.
  func change(
    _ resource: Resource, id: String, _ body: JSONObject, user: String, now: Timestamp
  ) throws -> JSON {
    guard var record = try find(resource, id: id, user: user) else {
      throw Problem.notFound(resource, id)
    }
    let values = try resource.values(updating: record.values, with: body)
    if values == record.values { return .object(resource.json(record, user: user)) }
    try checkEventTypes(values, of: resource, user: user)
    record.values = values
    record.updatedAt = max(now, record.updatedAt)
    return try update(record, of: resource, user: user)
  }

  /// Deletes an entity and its dependents.
  ///
  /// An event type is deleted together with its events and property definitions, and geofences no
  /// longer refer to it. Each of these changes has its own entry in the change log, before the
  /// type's.
  ///
  /// - Throws: a `not_found` problem.
  func remove(_ resource: Resource, id: String, user: String, now: Timestamp) throws {
    guard try exists(resource, id: id, user: user) else { throw Problem.notFound(resource, id) }
    if resource.table == Resource.eventTypes.table {
      for child in [Resource.events, .propertyDefinitions] {
        for record in try list(child, ofType: id, user: user) {
          try delete(child, id: record.id, user: user, at: now)
        }
      }
      try forgetEventType(id, user: user, now: now)
    }
    try delete(resource, id: id, user: user, at: now)
  }

  private func forgetEventType(_ id: String, user: String, now: Timestamp) throws {
    let names = Resource.geofences.fields.indices.filter { index in
      if case .eventType = Resource.geofences.fields[index].kind { return true }
      return false
    }
    for var record in try list(.geofences, user: user) {
      let naming = names.filter { record.values[$0] == .text(id) }
      if naming.isEmpty { continue }
      for index in naming { record.values[index] = .null }
      record.updatedAt = now
      _ = try update(record, of: .geofences, user: user)
    }
  }

  private func identifier(in body: JSONObject, now: Timestamp) throws(Problem) -> String {
    guard case .text(let id)? = body["id"] else {
      throw .validation([Problem.FieldError(field: "id", message: "is required")])
    }
    if let (code, reason) = Identifier.objection(to: id, now: now) {
      throw .validation([Problem.FieldError(field: "id", message: reason)], code: code)
    }
    return id
  }

  private func checkEventTypes(
    _ values: [SQLValue], of resource: Resource, user: String
  ) throws {
    for (field, value) in zip(resource.fields, values) {
      guard case .eventType = field.kind, case .text(let type) = value else { continue }
      guard try exists(.eventTypes, id: type, user: user) else {
        throw Problem(.unknownEventType, "invalid event type: \(type)")
      }
    }
  }
}

extension Problem {
  static func notFound(_ resource: Resource, _ id: String) -> Problem {
    Problem(.notFound, "the \(resource.noun) '\(id.prefix(60))' does not exist")
  }
}
