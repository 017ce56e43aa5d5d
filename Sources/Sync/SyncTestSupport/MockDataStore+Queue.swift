public import Sync

/// The queue, its batches and its quarantine.
extension MockDataStore {
  /// The queue in order.
  public func fetchPendingMutations() throws -> [PendingMutation] {
    try database.call("fetchPendingMutations") { contents in
      contents.mutations.filter { !$0.isQuarantined }
    }
  }

  /// Whether there is such a mutation.
  public func hasPendingMutation(
    entityId: String, entityKind: EntityKind, operation: MutationOperation
  ) throws -> Bool {
    try database.call("hasPendingMutation") { contents in
      contents.mutations.contains {
        $0.entityId == entityId && $0.entityKind == entityKind && $0.operation == operation
      }
    }
  }

  /// Appends a mutation, whose id must be new.
  public func insertPendingMutation(_ mutation: PendingMutation) throws {
    try database.call("insertPendingMutation") { contents in
      if contents.mutations.contains(where: { $0.id == mutation.id }) {
        throw MockContractError("insertPendingMutation: \(mutation.id) already exists")
      }
      contents.lastSequence += 1
      var placed = mutation
      placed.sequence = contents.lastSequence
      contents.mutations.append(placed)
    }
  }

  /// Removes a mutation, if it exists.
  public func deletePendingMutation(id: String) throws {
    try database.call("deletePendingMutation") { contents in
      contents.mutations.removeAll { $0.id == id }
    }
  }

  /// The number of queued mutations.
  public func countPendingMutations() throws -> Int {
    try database.call("countPendingMutations") { contents in
      contents.mutations.count { !$0.isQuarantined }
    }
  }

  /// A window of the queue.
  public func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation] {
    try database.call("fetchPendingMutations") { contents in
      // A queue can have millions of rows, so it must be read in windows.
      guard (1...500).contains(limit) else {
        throw MockContractError("fetchPendingMutations: limit \(limit)")
      }
      return Array(
        contents.mutations.filter { !$0.isQuarantined && $0.sequence > sequence }.prefix(limit))
    }
  }

  /// All mutations of an entity.
  public func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation] {
    try database.call("fetchMutations") { contents in
      contents.mutations.filter { $0.entityKind == entityKind && $0.entityId == entityId }
    }
  }

  /// Whether there is a mutation.
  public func hasMutations() throws -> Bool {
    try database.call("hasMutations") { !$0.mutations.isEmpty }
  }

  /// Whether a mutation of another entity follows a position.
  public func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool {
    try database.call("hasMutation") { contents in
      contents.mutations.contains { $0.sequence > sequence && $0.entityId != entityId }
    }
  }

  /// The mutation with this id.
  public func findMutation(id: String) throws -> PendingMutation? {
    try database.call("findMutation") { contents in
      contents.mutations.first { $0.id == id }
    }
  }

  /// Replaces a mutation, which must exist. A mutation in a batch must keep its payload and key.
  public func updatePendingMutation(_ mutation: PendingMutation) throws {
    try database.call("updatePendingMutation") { contents in
      guard let index = contents.mutations.firstIndex(where: { $0.id == mutation.id }) else {
        throw MockContractError("updatePendingMutation: \(mutation.id) does not exist")
      }
      let before = contents.mutations[index]
      if before.batchKey != nil
        && (before.payload != mutation.payload
          || before.clientRequestId != mutation.clientRequestId)
      {
        throw MockContractError("updatePendingMutation: \(mutation.id) is fixed in a batch")
      }
      contents.mutations[index] = mutation
      contents.mutations[index].sequence = before.sequence
    }
  }

  /// Mutations in quarantine.
  public func fetchQuarantinedMutations() throws -> [PendingMutation] {
    try database.call("fetchQuarantinedMutations") { contents in
      contents.mutations.filter(\.isQuarantined)
    }
  }

  /// Fixes a batch: its key must be new, and its members must exist and belong to no other batch.
  public func insertBatch(_ batch: MutationBatch) throws {
    try database.call("insertBatch") { contents in
      if contents.batches.contains(where: { $0.key == batch.key }) {
        throw MockContractError("insertBatch: key \(batch.key) is taken")
      }
      if batch.mutationIds.isEmpty { throw MockContractError("insertBatch: no members") }
      for id in batch.mutationIds {
        guard let index = contents.mutations.firstIndex(where: { $0.id == id }) else {
          throw MockContractError("insertBatch: member \(id) does not exist")
        }
        if contents.mutations[index].batchKey != nil {
          throw MockContractError("insertBatch: member \(id) is in another batch")
        }
        contents.mutations[index].batchKey = batch.key
      }
      contents.batches.append(batch)
    }
  }

  /// Batches without an answer.
  public func fetchBatches() throws -> [MutationBatch] {
    try database.call("fetchBatches") { $0.batches }
  }

  /// Removes a batch and releases its members.
  public func deleteBatch(key: String) throws {
    try database.call("deleteBatch") { contents in
      contents.batches.removeAll { $0.key == key }
      for index in contents.mutations.indices where contents.mutations[index].batchKey == key {
        contents.mutations[index].batchKey = nil
      }
    }
  }
}
