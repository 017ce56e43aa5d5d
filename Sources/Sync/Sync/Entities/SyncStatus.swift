/// Whether an entity agrees with the server.
public enum SyncStatus: OpenEnum {
  /// A local edit has not reached the server yet.
  case pending
  /// The server has it as it is here.
  case synced
  /// A local edit was given up for now; its mutation is in quarantine.
  case failed
  /// A name that this version does not know.
  case unrecognized(String)

  /// The value with this name, known or not.
  public init(rawValue: String) {
    switch rawValue {
    case "pending": self = .pending
    case "synced": self = .synced
    case "failed": self = .failed
    default: self = .unrecognized(rawValue)
    }
  }

  /// The name on the wire and on disk.
  public var rawValue: String {
    switch self {
    case .pending: "pending"
    case .synced: "synced"
    case .failed: "failed"
    case .unrecognized(let name): name
    }
  }
}
