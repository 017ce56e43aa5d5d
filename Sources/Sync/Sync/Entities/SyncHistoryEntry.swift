/// The result of one sync.
public struct SyncHistoryEntry: Hashable, Sendable {
  /// A UUIDv7 in lower case.
  public var id: String
  /// The time of its end.
  public var timestamp: Timestamp
  /// The number of accepted mutations of events.
  public var eventsCount: Int
  /// The number of accepted mutations of event types.
  public var eventTypesCount: Int
  /// The outcome.
  public var status: Status
  /// The error, if it failed.
  public var errorMessage: String?
  /// The duration in milliseconds, by the time of day.
  public var durationMilliseconds: Int64
  /// The number of conflicts between local edits and other devices; each was resolved.
  public var conflictsCount: Int

  /// Creates an entry; omitted values have their defaults.
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

  /// The number of entries that are kept.
  public static let limit = 10

  /// The outcome of a sync.
  public enum Status: String, Hashable, Codable, Sendable {
    /// The sync reached its end, and every mutation that it sent was accepted.
    case success
    /// The sync reached its end, but some mutations were refused or got no usable answer.
    case partialSuccess
    /// It stopped early.
    case failed
  }
}
