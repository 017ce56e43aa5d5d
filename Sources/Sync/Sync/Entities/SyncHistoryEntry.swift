/// How one sync went.
public struct SyncHistoryEntry: Hashable, Sendable {
  /// UUIDv7 in lower case.
  public var id: String
  /// When it ended.
  public var timestamp: Timestamp
  /// Mutations of events that the server accepted.
  public var eventsCount: Int
  /// Mutations of event types that the server accepted.
  public var eventTypesCount: Int
  /// How it ended.
  public var status: Status
  /// What went wrong.
  public var errorMessage: String?
  /// How long it took.
  public var durationMilliseconds: Int64
  /// Conflicts between edits here and on other devices; each was resolved.
  public var conflictsCount: Int

  /// Creates it; an omitted value has its default.
  public init(
    id: String, timestamp: Timestamp, eventsCount: Int, eventTypesCount: Int, status: Status,
    errorMessage: String? = nil, durationMilliseconds: Int64, conflictsCount: Int = 0
  ) {
    self.id = id
    self.timestamp = timestamp
    self.eventsCount = eventsCount
    self.eventTypesCount = eventTypesCount
    self.status = status
    self.errorMessage = errorMessage
    self.durationMilliseconds = durationMilliseconds
    self.conflictsCount = conflictsCount
  }

  /// How many entries are kept.
  public static let limit = 10

  /// How a sync ends.
  public enum Status: String, Hashable, Codable, Sendable {
    /// Everything was sent and received.
    case success
    /// Some mutations were refused or put into quarantine; the rest went through.
    case partialSuccess
    /// It stopped early.
    case failed
  }
}
