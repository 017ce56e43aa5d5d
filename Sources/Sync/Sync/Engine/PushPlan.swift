/// Decides the requests of one sync, their order, and the outcome of a failed one.
///
///     queue: create e1, create e2, update t1, create e3     one batch of e1 and e2, then t1, then e3
///     t1 is in quarantine; e3 is of type t1                 e1 and e2, nothing more
///     the batch of e1 and e2 gets no usable answer twice    e1 alone, then e2 alone
///
/// A value without store, clock or network: the engine passes the rows in, carries out the
/// decisions, and stores the results.
package struct PushPlan {
  /// How much goes into one request, and how often one may fail.
  package struct Limits: Hashable {
    /// Events in a batch.
    package var batchSize = SyncEngine.batchSize
    /// Bytes of payload in a batch of more than one event.
    package var byteCount = SyncEngine.batchByteLimit
    /// Requests without a usable answer in a row that end the sending.
    package var failuresInARow = 3

    package init() {}
  }

  /// A batch from an earlier sync, or from earlier in this one.
  package struct WaitingBatch: Hashable {
    package var key: String
    /// When it last got no usable answer; `nil` if it was not tried or only cut short.
    package var failedAt: Timestamp?
    /// Whether its server asked to wait longer.
    package var isResting: Bool

    package init(key: String, failedAt: Timestamp? = nil, isResting: Bool = false) {
      self.key = key
      self.failedAt = failedAt
      self.isResting = isResting
    }
  }

  /// The outcome of a unit that was not accepted as a whole.
  package enum Outcome: Hashable {
    /// The error is about the circumstances and stops or pauses the sync.
    case stop
    /// The same batch is sent again at once.
    case retry
    /// Each half goes out under a key of its own, after `rest` seconds if the server asked for that.
    case split(rest: Double?)
    /// It stays for the next sync, which sends it after everything else, and waits as long.
    case postpone(rest: Double?)
    /// The server has judged the content of a single mutation.
    case refused
  }

  package var limits = Limits()
  /// Mutations that were refused, or are in quarantine: later ones wait for another sync.
  package private(set) var blocked = WaitingIds()
  /// Mutations that wait for an earlier one, or for an entity.
  package private(set) var held = WaitingIds()
  /// The place in the queue up to which everything was sent or waits.
  package private(set) var handled: Int64 = 0
  /// Batches that are left for the next sync.
  package private(set) var deferred: Set<String> = []
  /// Batches that got no usable answer in an earlier sync, the one that waits longest first.
  package private(set) var postponed: [String] = []
  /// Batches that are split when they get no usable answer, not tried again.
  package private(set) var failedOnce: Set<String> = []
  /// Whether the rest waits for the next sync, after too many requests without a usable answer.
  package private(set) var hasEnded = false
  /// Whether mutations wait that another sync may send.
  package private(set) var isWorkLeft = false

  package init() {}
}

// MARK: - Order

extension PushPlan {
  /// Lets the batches that failed in an earlier sync go last. One that rests stays for a later sync.
  package mutating func order(_ batches: [WaitingBatch]) {
    for batch in batches where batch.isResting { leave(batch.key) }
    let failed = batches.compactMap { batch in
      batch.isResting ? nil : batch.failedAt.map { (key: batch.key, time: $0) }
    }
    postponed = failed.sorted { $0.time < $1.time }.map(\.key)
  }

  /// Whether a batch goes out before anything new does.
  package func comesFirst(_ key: String) -> Bool {
    !deferred.contains(key) && !postponed.contains(key)
  }

  /// The next batch that failed in an earlier sync, when all else was sent; `nil` if there is none.
  /// Then the queue is read again: what waited for that batch may be free.
  package mutating func resumePostponed() -> String? {
    if postponed.isEmpty { return nil }
    handled = 0
    held = WaitingIds()
    return postponed.removeFirst()
  }

  /// The members of the next request: new events in a row, or one other mutation; empty if nothing
  /// is free to go. `next` gives the queue's rows after `handled`, in order.
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

  /// The reason why a mutation must wait; `nil` if it can go out. What depends on it waits too.
  package func reasonToWait(_ mutation: PendingMutation) -> WaitingIds.Reason? {
    if mutation.batchKey != nil { return .isInBatch }
    return blocked.reasonToWait(mutation) ?? held.reasonToWait(mutation)
  }

  /// Lets later mutations that depend on this one wait for another sync.
  package mutating func block(_ mutation: PendingMutation) {
    blocked.insert(mutation)
    if !mutation.isQuarantined { isWorkLeft = true }
  }

  /// Leaves a batch for the next sync.
  package mutating func leave(_ key: String) {
    deferred.insert(key)
    isWorkLeft = true
  }
}

// MARK: - Failures

extension PushPlan {
  /// What becomes of a unit after an error. `failuresInARow` counts requests without a usable answer,
  /// this one included.
  ///
  /// Such a request may have been about its content after all, so it must not hold up the rest: a
  /// batch that meets it twice is split; a 500 is tried again at once.
  package mutating func outcome(
    of unit: SendUnit, after error: APIError, failuresInARow: Int
  ) -> Outcome {
    switch error.answerClass {
    case .cancelled, .offline: return .stop
    case .busy(let retryAfter):
      // The first time it speaks for the server; a unit that meets it again speaks for itself.
      if !unit.isInTrouble { return .stop }
      hasEnded = true
      // It may be about one member; the others must not wait for that.
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

  /// The halves of a batch, each under a key of its own; a half of one goes out alone, where the
  /// server's answer is exact. One poisonous event in a batch of 50 costs 12 more requests at most.
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

  /// A batch of these mutations; a single one has its mutation's own key.
  package static func batch(
    _ members: [PendingMutation], isSingle: Bool, at time: Timestamp, newKey: () -> String
  ) -> MutationBatch {
    MutationBatch(
      key: isSingle ? members[0].clientRequestId : newKey(), mutationIds: members.map(\.id),
      isSingle: isSingle, createdAt: time)
  }

  /// A mutation after a refusal: at the limit, and for a duplicate at once, it goes into quarantine.
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
  /// Whether it goes out together with others of its kind.
  package var isBatchable: Bool { entityKind == .event && operation == .create }
}

/// A batch and its members: what goes out in one request.
package struct SendUnit: Hashable {
  package var batch: MutationBatch
  package var mutations: [PendingMutation]

  package init(batch: MutationBatch, mutations: [PendingMutation]) {
    self.batch = batch
    self.mutations = mutations
  }

  /// Whether it got no usable answer before.
  package var isInTrouble: Bool { mutations.allSatisfy { $0.lastError != nil } }
}
