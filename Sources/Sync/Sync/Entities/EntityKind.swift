/// The four kinds of synchronized entities.
public enum EntityKind: OpenEnum {
  /// An `Event`.
  case event
  /// An `EventType`.
  case eventType
  /// A `Geofence`.
  case geofence
  /// A `PropertyDefinition`.
  case propertyDefinition
  /// A name that this version does not recognize.
  case unrecognized(String)

  /// The case for a name, recognized or not.
  public init(rawValue: String) {
    switch rawValue {
    case "event": self = .event
    case "event_type": self = .eventType
    case "geofence": self = .geofence
    case "property_definition": self = .propertyDefinition
    default: self = .unrecognized(rawValue)
    }
  }

  /// The name on the wire and on disk.
  public var rawValue: String {
    switch self {
    case .event: "event"
    case .eventType: "event_type"
    case .geofence: "geofence"
    case .propertyDefinition: "property_definition"
    case .unrecognized(let name): name
    }
  }
}

extension EntityKind {
  /// The type of the content; `nil` for a kind that this version of the library cannot store.
  package var content: (any EntityContent.Type)? {
    switch self {
    case .event: EventContent.self
    case .eventType: EventTypeContent.self
    case .geofence: GeofenceContent.self
    case .propertyDefinition: PropertyDefinitionContent.self
    case .unrecognized: nil
    }
  }

  /// Whether this version of the library can store entities of the kind.
  var isKnown: Bool { content != nil }

  /// The kind in the names of methods and types: `EventType`.
  package var typeName: String {
    rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
