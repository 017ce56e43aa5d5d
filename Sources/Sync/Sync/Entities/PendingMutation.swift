/// A local edit that has not reached the server: one row of the queue.
///
/// The row is written in the same transaction as the edit. Once it is part of a `MutationBatch`, it
/// may have been sent, so its payload and key do not change until the server has answered.
public struct PendingMutation: Hashable, Sendable {
  /// A UUIDv7 in lower case.
  public var id: String
  /// The position in the queue. The store assigns it on insertion; it ascends and is never reused.
  public var sequence: Int64
  /// The idempotency key of the payload; a changed payload gets a new key.
  public var clientRequestId: String
  /// The kind of the edited entity.
  public var entityKind: EntityKind
  /// The operation on the entity.
  public var operation: MutationOperation
  /// The entity's id.
  public var entityId: String
  /// The request body as JSON; empty for a deletion.
  public var payload: [UInt8]
  /// The ids of entities that must exist on the server first, such as an event's type and geofence,
  /// and names that it occupies.
  public var dependencies: [String]
  /// The ids of entities that it belonged to before, and names that it releases. The deletion of
  /// such an entity, or a mutation that occupies such a name, waits for this mutation.
  public var releases: [String]
  /// The time of the edit.
  public var createdAt: Timestamp
  /// The number of refusals by the server; other failures are not counted.
  public var attempts: Int
  /// The message of the last refusal or failed request.
  public var lastError: String?
  /// The time of that refusal or failure.
  public var lastAttemptAt: Timestamp?
  /// The key of the batch in which it is fixed; `nil` as long as it may change.
  public var batchKey: String?
  /// Whether it is in quarantine: kept and shown, but retried only on request.
  public var isQuarantined: Bool

  /// Creates a mutation; omitted values have their defaults.
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

  /// The number of refusals after which a mutation goes into quarantine.
  public static let retryLimit = 5

  /// Whether the server has refused it `retryLimit` times.
  public var hasExceededRetryLimit: Bool { attempts >= PendingMutation.retryLimit }

  /// Counts a refusal.
  public mutating func recordFailure(_ message: String, at time: Timestamp) {
    attempts += 1
    lastError = message
    lastAttemptAt = time
  }
}
