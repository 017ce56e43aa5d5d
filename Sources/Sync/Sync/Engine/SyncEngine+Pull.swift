/// Fetches remote changes; each page is stored in one transaction with its cursor.
extension SyncEngine {
  /// Fetches and stores the next page.
  func pullNextPage() async throws -> SyncStateMachine.Event {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let (since, isReread) = try placeToReadFrom()
      let position = FeedPosition(cursor: since, epoch: record.epoch)
      guard let page = try await sized({ try await self.changes(after: position, limit: $0) })
      else { return .cursorExpired }
      let cursor = page.cursor(after: since)
      if page.hasMore && cursor == since {
        return .requestFailed(message: "the change feed does not advance beyond \(cursor)")
      }
      try checkUsers(page.changes.map(\.owner))
      try apply(page.changes, from: since, upTo: cursor, isReread: isReread)
      guard page.hasMore else { return .pullCompleted }
      run?.pages += 1
      if let pages = run?.pages, pages >= SyncEngine.pagesPerSync {
        run?.hasMorePages = true
        return .pullCompleted
      }
      return .pageApplied
    }
  }

  /// The changes after a position; `nil` if the feed does not continue there, because the server
  /// has dropped them or was restored from a backup.
  func changes(after position: FeedPosition, limit: Int) async throws -> ChangeFeedResponse? {
    do {
      let page = try await networkClient.getChanges(since: position.cursor, limit: limit)
      return page.epoch == nil || page.epoch == position.epoch ? page : nil
    } catch let error as APIError where error.answerClass == .cursorExpired {
      return nil
    }
  }

  /// Fetches a page. After a page without a usable answer, the size is halved, since the page may
  /// be too large for the client or too slow for the network. Each successful sync doubles the size
  /// again.
  func sized<Page>(_ fetch: (_ limit: Int) async throws -> Page) async throws -> Page {
    do {
      return try await fetch(pageLimit)
    } catch let error as APIError where error.answerClass == .unusable {
      pageLimit = max(2, pageLimit / 2)
      throw error
    }
  }

  /// The cursor, or an earlier position to reread from, once every batch has an answer.
  private func placeToReadFrom() throws -> (cursor: Int64, isReread: Bool) {
    guard let reread = record.rereadFrom, try store().fetchBatches().isEmpty else {
      return (record.cursor, false)
    }
    return (reread, true)
  }

  private func apply(
    _ changes: [ChangeEntry], from since: Int64, upTo cursor: Int64, isReread: Bool
  ) throws {
    if cursor != since || !changes.isEmpty || isReread {
      let store = try store()
      let before = run?.counts
      do {
        try updateRecord { record in
          if isReread && record.rereadFrom == since {
            record.rereadFrom = cursor < record.cursor ? cursor : nil
          }
          record.cursor = max(record.cursor, cursor)
          for change in try apply(changes, in: store) {
            record.rereadFrom = min(record.rereadFrom ?? .max, change.id - 1)
          }
        }
      } catch {
        if let before { run?.counts = before }
        throw error
      }
      run?.counts.applied += changes.count
    }
    try local().resolveDuplicates(after: changes)
  }

  /// Stores the changes of a page. Returns those that must be read again, because an edit of their
  /// entity has been sent without an answer; the server may have received it before them.
  private func apply(
    _ changes: [ChangeEntry], in store: any SyncDataStore
  ) throws -> [ChangeEntry] {
    let (edits, local) = (try LocalEdits(store), try local())
    let last = edits.isEmpty ? [:] : SyncEngine.lastChanges(in: changes)
    return try changes.filter { change in
      try round("each change") {
        // Only the last change of an edited entity is applied. An earlier one can be older than an
        // edit that this device has sent, and would be a false conflict.
        if let number = last[change.entityId], number > change.id {
          let mutations = try edits.mutations(change.entityType, change.entityId)
          if !mutations.isEmpty { return mutations.contains { $0.batchKey != nil } }
        }
        return try !apply(change, over: edits, local: local)
      }
    }
  }

  /// The number of each entity's last applicable change.
  private static func lastChanges(in changes: [ChangeEntry]) -> [String: Int64] {
    let applicable = changes.filter {
      if case .unusable = FeedChange($0) { false } else { true }
    }
    return Dictionary(applicable.map { ($0.entityId, $0.id) }, uniquingKeysWith: max)
  }

  /// Stores one change; a change that cannot be stored is quarantined, so that it is not lost
  /// silently. Returns `false` if it must be read again.
  private func apply(
    _ change: ChangeEntry, over edits: LocalEdits, local: LocalCopy
  ) throws -> Bool {
    switch FeedChange(change) {
    case .row(let row): return try local.take(row, edits)
    case .deletion:
      return try local.takeDeletion(of: change.entityType, change.entityId, edits)
    case .unusable(let reason):
      try putAside(change, reason, in: local.store)
      return true
    }
  }

  /// Quarantines a change that cannot be applied, with the reason.
  func putAside(_ change: ChangeEntry, _ reason: String, in store: any SyncDataStore) throws {
    try store.insertQuarantinedChange(
      QuarantinedChange(
        id: change.id, entityKind: change.entityType, entityId: change.entityId,
        operation: change.operation, reason: reason, seenAt: configuration.clock.now))
  }
}

/// The effect of a change in the feed.
enum FeedChange {
  /// Store this row.
  case row(EntityRow)
  /// Delete the entity.
  case deletion
  /// This version of the app cannot apply the change.
  case unusable(reason: String)

  init(_ change: ChangeEntry) {
    switch change.operation {
    case .delete:
      if case .unrecognized(let name) = change.entityType {
        self = .unusable(reason: "unknown entity type '\(name)'")
      } else {
        self = .deletion
      }
    case .create, .update:
      if let row = EntityRow(change.data) {
        self = .row(row)
      } else if case .unreadable(let reason) = change.data {
        self = .unusable(reason: reason)
      } else {
        self = .unusable(reason: "the change carries no entity")
      }
    case .unrecognized(let name):
      self = .unusable(reason: "unknown operation '\(name)'")
    }
  }
}
