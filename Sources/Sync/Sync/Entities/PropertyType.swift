/// The type of a property's values.
public enum PropertyType: OpenEnum {
  /// Any text.
  case text
  /// A number.
  case number
  /// A Boolean.
  case boolean
  /// A day or a point in time.
  case date
  /// One of the definition's options.
  case select
  /// A duration in seconds.
  case duration
  /// A URL.
  case url
  /// An e-mail address.
  case email
  /// A name that this version does not recognize.
  case unrecognized(String)

  /// The case for a name, recognized or not.
  public init(rawValue: String) {
    switch rawValue {
    case "text": self = .text
    case "number": self = .number
    case "boolean": self = .boolean
    case "date": self = .date
    case "select": self = .select
    case "duration": self = .duration
    case "url": self = .url
    case "email": self = .email
    default: self = .unrecognized(rawValue)
    }
  }

  /// The name on the wire and on disk.
  public var rawValue: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .select: "select"
    case .duration: "duration"
    case .url: "url"
    case .email: "email"
    case .unrecognized(let name): name
    }
  }
}
