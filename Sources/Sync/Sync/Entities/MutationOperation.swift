/// The operation of a mutation on its entity.
public enum MutationOperation: OpenEnum {
  /// Creates the entity.
  case create
  /// Changes the entity.
  case update
  /// Deletes the entity.
  case delete
  /// A name that this version does not recognize.
  case unrecognized(String)

  /// The case for a name, recognized or not.
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
