/// Fetching remote changes: a page and its cursor are one transaction.
extension SyncEngine {
  /// Fetches and stores the next page.
  func pullNextPage() async throws -> SyncStateMachine.Event {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let since = try placeToReadFrom()
      let page = try await sized {
        try await self.networkClient.getChanges(since: since, limit: $0)
      }
      let last = page.changes.map(\.id).max() ?? since
      let cursor = max(since, page.nextCursor, last)
      if page.hasMore && cursor == since {
        return .requestFailed(message: "the change feed does not advance beyond \(cursor)")
      }
      try checkUsers(page.changes.map(\.owner))
      try apply(page.changes, from: since, upTo: cursor)
      guard page.hasMore else { return .pullCompleted }
      run?.pages += 1
      if let pages = run?.pages, pages >= SyncEngine.pagesPerSync {
        run?.isWorkLeft = true
        return .pullCompleted
      }
      return .pageApplied
    }
  }

  /// Fetches a page, of half the size after one without a usable answer: a page may be too large for
  /// the client or too slow for the network. Each sync that succeeds doubles the size again.
  func sized<Page>(_ fetch: (_ limit: Int) async throws -> Page) async throws -> Page {
    do {
      return try await fetch(pageLimit)
    } catch let error as APIError where error.answerClass == .unusable {
      pageLimit = max(2, pageLimit / 2)
      throw error
    }
  }

  /// The cursor, or a place before it, once no batch is without an answer.
  private func placeToReadFrom() throws -> Int64 {
    guard let reread = record.rereadFrom, try store().fetchBatches().isEmpty else {
      return record.cursor
    }
    return reread
  }

  private func apply(_ changes: [ChangeEntry], from since: Int64, upTo cursor: Int64) throws {
    let store = try store()
    if cursor != since || !changes.isEmpty || since != record.cursor {
      var changed = record
      changed.cursor = max(record.cursor, cursor)
      if since < record.cursor { changed.rereadFrom = cursor < record.cursor ? cursor : nil }
      let before = run?.counts
      do {
        try store.transaction {
          for change in try apply(changes, in: store) {
            changed.rereadFrom = min(changed.rereadFrom ?? .max, change.id - 1)
          }
          try store.writeEngineRecord(changed)
        }
      } catch {
        if let before { run?.counts = before }
        throw error
      }
      record = changed
      run?.counts.applied += changes.count
    }
    try resolveDuplicates()
  }

  /// Stores the changes of a page. Returns those that must be read again: an edit of their entity
  /// has been sent and has no answer, so the server may have got it before them.
  private func apply(
    _ changes: [ChangeEntry], in store: any SyncDataStore
  ) throws -> [ChangeEntry] {
    let edits = try LocalEdits(store)
    let last = edits.isEmpty ? [:] : SyncEngine.lastChanges(in: changes)
    return try changes.filter { change in
      try round("each change") {
        // The last change of an edited entity says it all: an earlier one can be older than what
        // this device has sent, and would be a conflict.
        if let number = last[change.entityId], number > change.id {
          let mutations = try edits.mutations(change.entityType, change.entityId)
          if !mutations.isEmpty { return mutations.contains { $0.batchKey != nil } }
        }
        return try !apply(change, edits, in: store)
      }
    }
  }

  /// The number of each entity's last change that can be applied.
  private static func lastChanges(in changes: [ChangeEntry]) -> [String: Int64] {
    let applicable = changes.filter {
      $0.operation == .delete || EntityRow($0.data) != nil
    }
    return Dictionary(applicable.map { ($0.entityId, $0.id) }, uniquingKeysWith: max)
  }

  /// Stores one change; one that cannot be stored is put aside, so that it is not lost in silence.
  /// Returns `false` if it must be read again.
  private func apply(
    _ change: ChangeEntry, _ edits: LocalEdits, in store: any SyncDataStore
  ) throws -> Bool {
    switch change.operation {
    case .delete:
      if case .unrecognized(let name) = change.entityType {
        try putAside(change, "entity type '\(name)' is not known", in: store)
        return true
      }
      return try takeDeletion(of: change.entityType, change.entityId, edits, in: store)
    case .create, .update:
      if let row = EntityRow(change.data) { return try take(row, edits, in: store) }
      guard case .unreadable(let reason) = change.data else {
        try putAside(change, "the change carries no entity", in: store)
        return true
      }
      try putAside(change, reason, in: store)
    case .unrecognized(let name):
      try putAside(change, "operation '\(name)' is not known", in: store)
    }
    return true
  }

  private func putAside(
    _ change: ChangeEntry, _ reason: String, in store: any SyncDataStore
  ) throws {
    try store.insertQuarantinedChange(
      QuarantinedChange(
        id: change.id, entityKind: change.entityType, entityId: change.entityId,
        operation: change.operation, reason: reason, seenAt: configuration.clock.now))
  }
}
