/// The kind of value that a property holds.
public enum PropertyType: OpenEnum {
  /// Any text.
  case text
  /// A number.
  case number
  /// Yes or no.
  case boolean
  /// A day or a point in time.
  case date
  /// One of the definition's options.
  case select
  /// A length of time in seconds.
  case duration
  /// A link.
  case url
  /// An e-mail address.
  case email
  /// A name that this version does not know.
  case unrecognized(String)

  /// The value with this name, known or not.
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
