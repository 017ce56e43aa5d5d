internal import SQLiteAccess

/// A kind of entity on the server: its names, its fields and the rules for its rows.
///
/// All four kinds share the code for creating, changing, deleting and listing; this type describes
/// their differences.
struct Resource: Sendable {
  /// The name in the change log: `event_type`.
  let entityType: String
  /// The part of the path: `event-types`.
  let collection: String
  let table: String
  /// The name in messages: `event type`.
  let noun: String
  /// The fields of a row except identifier and times, in wire order.
  let fields: [Field]
  /// The uniqueness rules for the rows of a user.
  let uniqueness: [Uniqueness]
  /// The order of lists, as SQL.
  let order: String

  /// Columns that no two rows of a user may share, if the condition is true.
  struct Uniqueness: Sendable {
    /// The description in messages: `an event type with this name`.
    let description: String
    /// Expressions over the columns.
    let expressions: [String]
    /// The condition, as SQL, for rows that the rule applies to.
    let condition: String
  }

  func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
}

extension Resource {
  static let eventTypes = Resource(
    entityType: "event_type", collection: "event-types", table: "event_types", noun: "event type",
    fields: [
      Field("name", .text(maximum: 100, isFilled: true), presence: .required),
      Field("color", .text(maximum: 50, isFilled: true), presence: .required),
      Field("icon", .text(maximum: 100, isFilled: true), presence: .required),
    ],
    uniqueness: [
      Uniqueness(
        description: "an event type with this name", expressions: ["name"], condition: "1 = 1")
    ], order: "created_at, id")

  static let events = Resource(
    entityType: "event", collection: "events", table: "events", noun: "event",
    fields: [
      Field("event_type_id", .eventType, presence: .required),
      Field("timestamp", .timestamp, presence: .required),
      Field("notes", .text(maximum: 10_000, isFilled: false)),
      Field("is_all_day", .boolean, presence: .defaults(0)),
      Field("end_date", .timestamp),
      Field(
        "source_type", .choice(["manual", "imported", "geofence", "healthkit"]),
        presence: .defaults("manual")),
      Field("external_id", .text(maximum: 500, isFilled: false)),
      Field("original_title", .text(maximum: 500, isFilled: false)),
      Field("geofence_id", .text(maximum: 100, isFilled: false)),
      Field("location_latitude", .number(-90...90)),
      Field("location_longitude", .number(-180...180)),
      Field("location_name", .text(maximum: 500, isFilled: false)),
      Field("healthkit_sample_id", .text(maximum: 200, isFilled: false)),
      Field("healthkit_category", .text(maximum: 200, isFilled: false)),
      Field("properties", .properties, presence: .defaults("{}")),
    ],
    uniqueness: [
      Uniqueness(
        description: "an event of this type at this time",
        expressions: ["event_type_id", "timestamp"], condition: "source_type <> 'healthkit'"),
      Uniqueness(
        description: "an event of this health sample", expressions: ["healthkit_sample_id"],
        condition: "source_type = 'healthkit'"),
      Uniqueness(
        description: "a health event of this type and category in this second",
        expressions: ["event_type_id", "timestamp / 1000", "healthkit_category"],
        condition: "source_type = 'healthkit'"),
    ], order: "timestamp DESC, id DESC")

  static let geofences = Resource(
    entityType: "geofence", collection: "geofences", table: "geofences", noun: "geofence",
    fields: [
      Field("name", .text(maximum: 200, isFilled: true), presence: .required),
      Field("latitude", .number(-90...90), presence: .required),
      Field("longitude", .number(-180...180), presence: .required),
      Field("radius", .number(50...10_000), presence: .defaults(.real(100))),
      Field("event_type_entry_id", .eventType),
      Field("event_type_exit_id", .eventType),
      Field("is_active", .boolean, presence: .defaults(1)),
      Field("notify_on_entry", .boolean, presence: .defaults(0)),
      Field("notify_on_exit", .boolean, presence: .defaults(0)),
      Field("ios_region_identifier", .text(maximum: 200, isFilled: false)),
    ],
    uniqueness: [
      Uniqueness(
        description: "a geofence with this name", expressions: ["name"], condition: "1 = 1")
    ], order: "created_at, id")

  static let propertyDefinitions = Resource(
    entityType: "property_definition", collection: "property-definitions",
    table: "property_definitions", noun: "property definition",
    fields: [
      Field("event_type_id", .eventType, presence: .required, isFixed: true),
      Field("key", .text(maximum: 100, isFilled: true), presence: .required),
      Field("label", .text(maximum: 200, isFilled: true), presence: .required),
      Field("property_type", .choice(propertyTypes), presence: .required),
      Field("options", .strings),
      Field("default_value", .anything),
      Field("display_order", .integer, presence: .defaults(0)),
    ],
    uniqueness: [
      Uniqueness(
        description: "a property with this key for this event type",
        expressions: ["event_type_id", "key"], condition: "1 = 1")
    ], order: "display_order, id")

  static let all = [eventTypes, events, geofences, propertyDefinitions]
}
