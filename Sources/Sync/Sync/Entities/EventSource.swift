/// The origin of an event.
public enum EventSource: OpenEnum {
  /// Entered manually.
  case manual
  /// Imported from a calendar.
  case imported
  /// Triggered by entering or leaving a place.
  case geofence
  /// Imported from the health store.
  case healthKit
  /// A name that this version does not recognize.
  case unrecognized(String)

  /// The case for a name, recognized or not.
  public init(rawValue: String) {
    switch rawValue {
    case "manual": self = .manual
    case "imported": self = .imported
    case "geofence": self = .geofence
    case "healthkit": self = .healthKit
    default: self = .unrecognized(rawValue)
    }
  }

  /// The name on the wire and on disk.
  public var rawValue: String {
    switch self {
    case .manual: "manual"
    case .imported: "imported"
    case .geofence: "geofence"
    case .healthKit: "healthkit"
    case .unrecognized(let name): name
    }
  }
}
