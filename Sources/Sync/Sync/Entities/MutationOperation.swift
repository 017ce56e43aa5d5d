/// What a mutation does to its entity.
public enum MutationOperation: OpenEnum {
  /// The entity is new.
  case create
  /// The entity has changed.
  case update
  /// The entity is gone.
  case delete
  /// A name that this version does not know.
  case unrecognized(String)

  /// The value with this name, known or not.
  public init(rawValue: String) {
    switch rawValue {
    case "create": self = .create
    case "update": self = .update
    case "delete": self = .delete
    default: self = .unrecognized(rawValue)
    }
  }

  /// The name on the wire and on disk.
  public var rawValue: String {
    switch self {
    case .create: "create"
    case .update: "update"
    case .delete: "delete"
    case .unrecognized(let name): name
    }
  }
}
