/// A local edit on its way to the server: one row of the queue.
///
/// The row is written in one transaction with the edit. Once it is part of a `MutationBatch` it was
/// sent, or may have been, and its payload and key stay as they are until the server has answered.
public struct PendingMutation: Hashable, Sendable {
  /// UUIDv7 in lower case.
  public var id: String
  /// Place in the queue; the store gives it on inserting, rising, never reused.
  public var sequence: Int64
  /// The idempotency key: belongs to the payload and is new when that changes.
  public var clientRequestId: String
  /// What kind of entity was edited.
  public var entityKind: EntityKind
  /// What was done to it.
  public var operation: MutationOperation
  /// The entity's id.
  public var entityId: String
  /// The request body as JSON; empty for a deletion.
  public var payload: [UInt8]
  /// Ids of what the server must know first, such as an event's type and geofence, and names that
  /// it takes.
  public var dependencies: [String]
  /// Ids of what the entity belonged to before, and names that it gives up. A deletion of one, or a
  /// mutation that takes such a name, waits for this mutation.
  public var releases: [String]
  /// When the edit was made.
  public var createdAt: Timestamp
  /// How often the server refused it; what is no refusal does not count.
  public var attempts: Int
  /// The last refusal, or the last failure of its request, in words.
  public var lastError: String?
  /// When that was.
  public var lastAttemptAt: Timestamp?
  /// The key of the batch that it is fixed in; nothing while it may still change.
  public var batchKey: String?
  /// Whether it was taken out of the way; kept, shown, tried again on request.
  public var isQuarantined: Bool

  /// Creates it; an omitted value has its default.
  public init(
    id: String, sequence: Int64 = 0, clientRequestId: String, entityKind: EntityKind,
    operation: MutationOperation, entityId: String, payload: [UInt8] = [],
    dependencies: [String] = [], releases: [String] = [], createdAt: Timestamp, attempts: Int = 0,
    lastError: String? = nil, lastAttemptAt: Timestamp? = nil, batchKey: String? = nil,
    isQuarantined: Bool = false
  ) {
    self.id = id
    self.sequence = sequence
    self.clientRequestId = clientRequestId
    self.entityKind = entityKind
    self.operation = operation
    self.entityId = entityId
    self.payload = payload
    self.dependencies = dependencies
    self.releases = releases
    self.createdAt = createdAt
    self.attempts = attempts
    self.lastError = lastError
    self.lastAttemptAt = lastAttemptAt
    self.batchKey = batchKey
    self.isQuarantined = isQuarantined
  }

  /// How often a mutation may be refused before it goes into quarantine.
  public static let retryLimit = 5

  /// Whether the server refused it as often as is allowed.
  public var hasExceededRetryLimit: Bool { attempts >= PendingMutation.retryLimit }

  /// Whether it may still be changed or taken back: nobody has seen it yet.
  public var isCoalescable: Bool { batchKey == nil && !isQuarantined }

  /// Counts a refusal.
  public mutating func recordFailure(_ message: String, at time: Timestamp) {
    attempts += 1
    lastError = message
    lastAttemptAt = time
  }
}
