/// Applies the server's answers to mutations, one transaction for each answer.
extension SyncEngine {
  /// Handles the acceptance of a single mutation.
  func settleSingle(
    _ mutation: PendingMutation, _ batch: MutationBatch
  ) throws -> SyncStateMachine.Event {
    let local = try local()
    try local.store.transaction {
      try local.accept(mutation)
      try local.store.deleteBatch(key: batch.key)
    }
    count(accepted: [mutation])
    return .mutationsAccepted(count: 1)
  }

  /// Handles the answer to a batch, item by item.
  func settle(
    _ unit: SendUnit, requests: [CreateEventRequest], answer: BatchCreateEventsResponse
  ) throws -> SyncStateMachine.Event {
    guard let results = BatchMatching.results(of: answer, for: requests) else {
      return try settleFailure(of: unit, .decoding("it does not account for every event"))
    }
    let local = try local()
    var accepted: [PendingMutation] = []
    try local.store.transaction {
      // Accepted mutations leave the queue first, so that the batch has fewer members left to
      // release.
      for (mutation, result) in zip(unit.mutations, results) where result == .created {
        try round("each answered event") { try local.accept(mutation) }
        accepted.append(mutation)
      }
      try local.store.deleteBatch(key: unit.batch.key)
      for (mutation, result) in zip(unit.mutations, results) where result != .created {
        try round("each answered event") {
          switch result {
          case .created: break
          case .replaced(let remote):
            try local.replace(mutation, by: remote)
            accepted.append(mutation)
          case .gone:
            try local.settleGone(mutation)
          case .duplicate(let existing, let message):
            if try local.settleDuplicate(mutation, of: existing, message) {
              accepted.append(mutation)
            }
          case .premature(let message): try local.settlePremature(mutation, message)
          case .refused(let message, let isDuplicate):
            try local.refuse(mutation, message, isDuplicate: isDuplicate)
          }
        }
      }
    }
    count(accepted: accepted)
    let refused = unit.mutations.count - accepted.count
    run?.counts.refused += refused
    return accepted.isEmpty
      ? .mutationsRefused(count: refused) : .mutationsAccepted(count: accepted.count)
  }

  /// Counts the accepted mutations.
  func count(accepted: [PendingMutation]) {
    for mutation in accepted { run?.counts.accepted[mutation.entityKind, default: 0] += 1 }
    run?.failuresInARow = 0
  }
}
