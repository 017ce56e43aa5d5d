import JSON
internal import SQLiteAccess
internal import Sync

/// A row of any of the four tables.
struct Record: Sendable {
  let id: String
  /// Values in the order of the resource's fields.
  var values: [SQLValue]
  let createdAt: Timestamp
  var updatedAt: Timestamp
}

extension Resource {
  /// The entity on the wire, without null and empty values.
  func json(_ record: Record, user: String) -> JSONObject {
    var object = JSONObject(["id": .text(record.id), "user_id": .text(user)])
    for (field, value) in zip(fields, record.values) {
      if let value = field.wire(value) { object.append(field.name, value) }
    }
    object.append("created_at", .text(record.createdAt.rfc3339))
    object.append("updated_at", .text(record.updatedAt.rfc3339))
    return object
  }

  /// The values of a new row.
  ///
  /// - Throws: `Problem` with every missing or invalid field.
  func values(creating body: JSONObject) throws(Problem) -> [SQLValue] {
    var errors: [Problem.FieldError] = []
    let values = fields.map { field in
      let given = body[field.name] ?? .null
      if given == .null {
        switch field.presence {
        case .optional: return SQLValue.null
        case .defaults(let value) where body[field.name] == nil || !field.refusesNull: return value
        default: errors.append(field.refusal("is required"))
        }
        return .null
      }
      return field.value(of: given, collecting: &errors)
    }
    try check(values, errors)
    return values
  }

  /// The values of a changed row: a missing field keeps its value; null clears an optional field
  /// and does not change others.
  func values(updating old: [SQLValue], with body: JSONObject) throws(Problem) -> [SQLValue] {
    var errors: [Problem.FieldError] = []
    let values = zip(fields, old).map { field, old in
      guard let given = body[field.name], !field.isFixed else { return old }
      guard given != .null else {
        if case .optional = field.presence { return .null }
        return old
      }
      return field.value(of: given, collecting: &errors)
    }
    try check(values, errors)
    return values
  }

  private func check(_ values: [SQLValue], _ errors: [Problem.FieldError]) throws(Problem) {
    var errors = errors
    if errors.isEmpty, let type = index(of: "property_type"), let options = index(of: "options"),
      values[type] == .text("select"), [.null, .text("[]")].contains(values[options])
    {
      errors.append(fields[options].refusal("must not be empty for a select"))
    }
    if !errors.isEmpty { throw .validation(errors) }
  }
}

extension Field {
  /// Whether an explicit null is an error on creation: `properties` must be an object.
  fileprivate var refusesNull: Bool {
    if case .properties = kind { return true }
    return false
  }

  fileprivate func value(
    of given: JSON, collecting errors: inout [Problem.FieldError]
  ) -> SQLValue {
    do {
      return try stored(given)
    } catch {
      errors.append(error)
      return .null
    }
  }
}
