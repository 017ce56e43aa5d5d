/// Decides the requests of one sync, their order, and the consequences of a failed one.
///
///     queue: create e1, create e2, update t1, create e3     one batch of e1 and e2, then t1, then e3
///     t1 is in quarantine; e3 is of type t1                 e1 and e2, nothing more
///     the batch of e1 and e2 gets no usable answer twice    e1 alone, then e2 alone
///
/// It is a value without store, clock or network: the engine passes rows in, carries out the
/// decisions, and stores the results.
///
/// One member may be the cause if a batch is refused as a whole or gets no usable answer, but the
/// answer does not name it. Halving the batch repeatedly finds the cause (binary splitting, as in
/// group testing) with at most 2⌈log₂ n⌉ more requests for one such member of n. To send all
/// members alone would take n.
///
/// Cost: each request reads the queue in windows from the first unhandled mutation, and looks up
/// the dependencies of each mutation in a hash set.
package struct PushPlan {
  /// The maximum size of a request, and the number of failures allowed.
  package struct Limits: Hashable {
    /// The number of events in a batch.
    package var batchSize = SyncEngine.batchSize
    /// The number of bytes of payload in a batch of more than one event.
    package var byteCount = SyncEngine.batchByteLimit
    /// The number of consecutive requests without a usable answer that ends the sending.
    package var failuresInARow = 3

    package init() {}
  }

  /// A batch from an earlier sync, or from earlier in this one.
  package struct WaitingBatch: Hashable {
    package var key: String
    /// The time when it last got no usable answer; `nil` if it was not tried or only interrupted.
    package var failedAt: Timestamp?
    /// Whether the server asked to wait longer before this batch is sent again.
    package var isResting: Bool

    package init(key: String, failedAt: Timestamp? = nil, isResting: Bool = false) {
      self.key = key
      self.failedAt = failedAt
      self.isResting = isResting
    }
  }

  /// The consequence for a unit that was not accepted completely.
  package enum Outcome: Hashable {
    /// The error concerns the circumstances; it stops or pauses the sync.
    case stop
    /// The same batch is sent again at once.
    case retry
    /// Each half is sent under its own key, after `rest` seconds if the server requests that.
    case split(rest: Double?)
    /// It is left to the next sync, which sends it last; it waits for `rest` seconds as well.
    case postpone(rest: Double?)
    /// The server has refused the content of a single mutation.
    case refused
  }

  package var limits = Limits()
  /// Mutations that were refused or are in quarantine; dependent later ones wait for another sync.
  package private(set) var blocked = WaitingIds()
  /// Mutations that wait for an earlier one, or for an entity.
  package private(set) var held = WaitingIds()
  /// The position in the queue up to which all mutations were sent or must wait.
  package private(set) var handled: Int64 = 0
  /// Batches that are left to the next sync.
  package private(set) var deferred: Set<String> = []
  /// Batches that got no usable answer in an earlier sync, the longest waiting one first.
  package private(set) var postponed: [String] = []
  /// Batches that are split instead of retried at their next failure.
  package private(set) var failedOnce: Set<String> = []
  /// Whether the rest waits for the next sync, after too many requests without a usable answer.
  package private(set) var hasEnded = false
  /// Whether mutations remain that another sync may send.
  package private(set) var isWorkLeft = false

  package init() {}
}

// MARK: - Order

extension PushPlan {
  /// Moves batches that failed in an earlier sync to the end. A resting one is left to a later
  /// sync.
  package mutating func order(_ batches: [WaitingBatch]) {
    for batch in batches where batch.isResting { leave(batch.key) }
    let failed = batches.compactMap { batch in
      batch.isResting ? nil : batch.failedAt.map { (key: batch.key, time: $0) }
    }
    postponed = failed.sorted { $0.time < $1.time }.map(\.key)
  }

  /// Whether a batch is sent before any new mutation.
  package func comesFirst(_ key: String) -> Bool {
    !deferred.contains(key) && !postponed.contains(key)
  }

  /// The next batch that failed in an earlier sync, once everything else was sent; `nil` if there
  /// is none. The queue is then read again, because mutations that waited for the batch may be
  /// free.
  package mutating func resumePostponed() -> String? {
    if postponed.isEmpty { return nil }
    handled = 0
    held = WaitingIds()
    return postponed.removeFirst()
  }

  /// The members of the next request: consecutive new events, or one other mutation; empty if no
  /// mutation can be sent. `next` returns the queue's rows after `handled`, in order.
  package mutating func members(
    _ next: () throws -> PendingMutation?
  ) rethrows -> [PendingMutation] {
    var members: [PendingMutation] = []
    var bytes = 0
    while members.count < limits.batchSize, let mutation = try next() {
      if reasonToWait(mutation) != nil {
        held.insert(mutation)
        continue
      }
      if !mutation.isBatchable {
        if members.isEmpty { members = [mutation] }
        break
      }
      bytes += mutation.payload.count
      if bytes > limits.byteCount && !members.isEmpty { break }
      members.append(mutation)
    }
    if let first = members.first { handled = first.sequence - 1 }
    return members
  }

  /// The reason why a mutation must wait; `nil` if it can be sent. Mutations that depend on it wait
  /// too.
  package func reasonToWait(_ mutation: PendingMutation) -> WaitingIds.Reason? {
    if mutation.batchKey != nil { return .isInBatch }
    return blocked.reasonToWait(mutation) ?? held.reasonToWait(mutation)
  }

  /// Makes later mutations that depend on this one wait for another sync.
  package mutating func block(_ mutation: PendingMutation) {
    blocked.insert(mutation)
    if !mutation.isQuarantined { isWorkLeft = true }
  }

  /// Leaves a batch to the next sync.
  package mutating func leave(_ key: String) {
    deferred.insert(key)
    isWorkLeft = true
  }
}

// MARK: - Failures

extension PushPlan {
  /// The consequence of an error for a unit. `failuresInARow` counts consecutive requests without a
  /// usable answer, including this one.
  ///
  /// The content of such a request may still be the cause, so it must not block the rest: a batch
  /// that fails this way twice is split; a 500 is retried at once.
  package mutating func outcome(
    of unit: SendUnit, after error: APIError, failuresInARow: Int
  ) -> Outcome {
    switch error.answerClass {
    case .cancelled, .offline: return .stop
    case .busy(let retryAfter):
      // The first time, the whole server counts as busy; the second time, only this unit.
      if !unit.isInTrouble { return .stop }
      hasEnded = true
      // One member may be the cause; the others must not wait for it.
      return unit.batch.isSingle ? postpone(unit, rest: retryAfter) : .split(rest: retryAfter)
    case .unusable:
      hasEnded = failuresInARow >= limits.failuresInARow
      let key = unit.batch.key
      if unit.batch.isSingle { return postpone(unit, rest: nil) }
      if unit.isInTrouble || failedOnce.contains(key) { return .split(rest: nil) }
      guard error.status == 500 && !hasEnded else { return postpone(unit, rest: nil) }
      failedOnce.insert(key)
      return .retry
    case .refused, .duplicate, .gone, .cursorExpired, .premature:
      return unit.batch.isSingle ? .refused : .split(rest: nil)
    }
  }

  private mutating func postpone(_ unit: SendUnit, rest: Double?) -> Outcome {
    leave(unit.batch.key)
    return .postpone(rest: rest)
  }

  /// The halves of a batch, each under its own key. A half of one member is sent alone, where the
  /// server's answer is exact. One invalid event in a batch of 50 costs at most 12 more requests.
  package mutating func halves(
    of unit: SendUnit, at time: Timestamp, newKey: () -> String
  ) -> [MutationBatch] {
    let middle = (unit.mutations.count + 1) / 2
    return [unit.mutations[..<middle], unit.mutations[middle...]].filter { !$0.isEmpty }.map {
      let batch = PushPlan.batch(Array($0), isSingle: $0.count == 1, at: time, newKey: newKey)
      failedOnce.insert(batch.key)
      return batch
    }
  }

  /// A batch of these mutations; a single one uses its mutation's own key.
  package static func batch(
    _ members: [PendingMutation], isSingle: Bool, at time: Timestamp, newKey: () -> String
  ) -> MutationBatch {
    MutationBatch(
      key: isSingle ? members[0].clientRequestId : newKey(), mutationIds: members.map(\.id),
      isSingle: isSingle, createdAt: time)
  }

  /// A mutation after a refusal. At the limit, and for a duplicate at once, it goes into
  /// quarantine.
  package static func refused(
    _ mutation: PendingMutation, _ message: String, isDuplicate: Bool, at time: Timestamp
  ) -> PendingMutation {
    var refused = mutation
    refused.recordFailure(message, at: time)
    refused.isQuarantined = refused.hasExceededRetryLimit || isDuplicate
    if isDuplicate { refused.lastError = PendingMutation.duplicateMark + message }
    return refused
  }
}

extension PendingMutation {
  /// Whether it can be sent together with others of its kind.
  package var isBatchable: Bool { entityKind == .event && operation == .create }
}

/// A batch with its members: the content of one request.
package struct SendUnit: Hashable {
  package var batch: MutationBatch
  package var mutations: [PendingMutation]

  package init(batch: MutationBatch, mutations: [PendingMutation]) {
    self.batch = batch
    self.mutations = mutations
  }

  /// Whether it has failed before without a usable answer.
  package var isInTrouble: Bool { mutations.allSatisfy { $0.lastError != nil } }
}
