/// Whether an entity agrees with the server's.
public enum SyncStatus: OpenEnum {
  /// A local edit has not reached the server yet.
  case pending
  /// The local entity equals the server's.
  case synced
  /// A local edit has failed; its mutation is in quarantine.
  case failed
  /// A name that this version does not recognize.
  case unrecognized(String)

  /// The case for a name, recognized or not.
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
