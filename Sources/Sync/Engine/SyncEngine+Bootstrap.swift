/// Fetching everything: into shadow tables, which replace the local ones in one commit.
///
/// The feed's cursor is taken first, so that what changes meanwhile comes with the next pull. A
/// reader sees the old rows or the new ones, never none and never a mixture, and a crash leaves
/// the old ones. One call makes at most one request.
extension SyncEngine {
  /// Fetches the next part, or swaps everything in.
  func fetchBootstrap() async throws -> SyncStateMachine.Event {
    guard let progress = run?.bootstrap ?? pausedBootstrap else {
      let cursor = try await networkClient.getLatestCursor()
      run?.bootstrap = BootstrapProgress(cursor: cursor, step: .cleanup)
      return .bootstrapAdvanced
    }
    pausedBootstrap = nil
    let next: BootstrapProgress
    run?.bootstrap = progress
    switch progress.step {
    case .cleanup:
      try performNuclearCleanup()
      next = progress.going(to: .eventTypes)
    case .eventTypes: next = try await fetchEventTypesForBootstrap(progress)
    case .geofences: next = try await fetchGeofencesForBootstrap(progress)
    case .events(let offset, let last):
      next = try await fetchEventsForBootstrap(progress, offset: offset, last: last)
    case .propertyDefinitions(let remaining):
      next = try await fetchPropertyDefinitionsForBootstrap(progress, remaining)
    case .swap:
      try swapBootstrap(progress)
      return .bootstrapCompleted
    }
    run?.bootstrap = next
    return .bootstrapAdvanced
  }

  /// Keeps the progress of a bootstrap that ends early, so that a long wait or a lost answer does
  /// not begin it again. What the server has accepted since is not in the fetched rows, so then the
  /// progress is worth nothing.
  func pauseBootstrap(of run: SyncRun) {
    if let progress = run.bootstrap {
      pausedBootstrap = progress
    } else if !run.counts.accepted.isEmpty {
      pausedBootstrap = nil
    }
  }

  /// Empties the shadow tables. What the app sees is not touched.
  private func performNuclearCleanup() throws {
    try store().transaction { try store().beginShadow() }
  }

  private func fetchEventTypesForBootstrap(
    _ progress: BootstrapProgress
  ) async throws -> BootstrapProgress {
    let list = try await readable { try await self.networkClient.getEventTypes() }
    let types = list.rows
    try checkUsers(types.map(\.userId))
    try insertShadow(
      ShadowRows(eventTypes: types.map(EventType.init)), .eventType, list.unreadable)
    var next = progress
    next.eventTypeIds = types.map(\.id)
    next.step = .geofences
    return next
  }

  private func fetchGeofencesForBootstrap(
    _ progress: BootstrapProgress
  ) async throws -> BootstrapProgress {
    let list = try await readable {
      try await self.networkClient.getGeofences(activeOnly: false)
    }
    try checkUsers(list.rows.map(\.userId))
    try insertShadow(
      ShadowRows(geofences: list.rows.map(Geofence.init)), .geofence, list.unreadable)
    return progress.going(to: .events(offset: 0, last: nil))
  }

  /// Fetches a page of events. Pages overlap by one event: if that is not where it was, events
  /// were deleted meanwhile and others have moved past the offset, so it begins anew.
  private func fetchEventsForBootstrap(
    _ progress: BootstrapProgress, offset: Int, last: String?
  ) async throws -> BootstrapProgress {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let limit = pageLimit
      let list = try await sized { limit in
        try await self.readable {
          try await self.networkClient.getEvents(limit: limit, offset: offset)
        }
      }
      let events = list.rows
      try checkUsers(events.map(\.userId))
      var next = progress
      if let last, !events.contains(where: { $0.id == last }) {
        next.restarts += 1
        if next.restarts > 3 { throw BootstrapError.eventsKeepMoving }
        next.step = .events(offset: 0, last: nil)
        return next
      }
      try insertShadow(ShadowRows(events: events.map(Event.init)), .event, list.unreadable)
      let count = events.count + list.unreadable.count
      if count < limit {
        next.step = .propertyDefinitions(remaining: progress.eventTypeIds)
      } else {
        // The next page begins with the last event of this one that can be read.
        let unreadable = Set(list.unreadable.map(\.index))
        let place = (1..<count).last { !unreadable.contains($0) }
        next.step = .events(
          offset: offset + (place ?? count), last: place.flatMap { _ in events.last?.id })
      }
      return next
    }
  }

  private func fetchPropertyDefinitionsForBootstrap(
    _ progress: BootstrapProgress, _ remaining: [String]
  ) async throws -> BootstrapProgress {
    var next = progress
    guard let typeId = remaining.first else {
      next.step = .swap
      return next
    }
    return try await phase("each event type", isIteration: true) {
      let list = try await readable {
        try await self.networkClient.getPropertyDefinitions(eventTypeId: typeId)
      }
      try checkUsers(list.rows.map(\.userId))
      try insertShadow(
        ShadowRows(propertyDefinitions: list.rows.map(PropertyDefinition.init)),
        .propertyDefinition, list.unreadable)
      next.step = .propertyDefinitions(remaining: Array(remaining.dropFirst()))
      return next
    }
  }

  /// Fetches a list with the rows that can be read, and the others.
  func readable<Row>(_ fetch: () async throws -> [Row]) async throws -> PartialList<Row> {
    do {
      return PartialList(rows: try await fetch(), unreadable: [])
    } catch let list as PartialList<Row> {
      return list
    }
  }

  /// Stores fetched rows, and puts aside those that cannot be read. They have no number in the
  /// feed, so theirs are negative.
  private func insertShadow(
    _ rows: ShadowRows, _ kind: EntityKind, _ unreadable: [UnreadableRow]
  ) throws {
    let store = try store()
    try store.transaction {
      try store.insertShadow(rows)
      if unreadable.isEmpty { return }
      let known = try store.fetchQuarantinedChanges()
      var number = min(0, known.first?.id ?? 0)
      for row in unreadable where !known.contains(where: { $0.id < 0 && $0.entityId == row.id }) {
        number -= 1
        try store.insertQuarantinedChange(
          QuarantinedChange(
            id: number, entityKind: kind, entityId: row.id, operation: .create,
            reason: row.reason, seenAt: configuration.clock.now))
      }
    }
  }

  private func swapBootstrap(_ progress: BootstrapProgress) throws {
    let store = try store()
    var changed = record
    // A batch without an answer may have been applied, and its rows changed or deleted since: they
    // stay here as they are, and the feed is read again from before when the answer is there.
    let isAnswered = try store.fetchBatches().isEmpty
    changed.rereadFrom = isAnswered ? nil : min(record.rereadFrom ?? .max, record.cursor)
    changed.cursor = progress.cursor
    changed.isBootstrapped = true
    changed.isBootstrapForced = false
    try store.transaction {
      try rebaseEdits(in: store)
      try store.swapShadow()
      try store.writeEngineRecord(changed)
    }
    record = changed
    run?.counts.applied += 1
    try resolveDuplicates()
  }
}

extension SyncEngine {
  /// Merges queued edits onto the rows of the shadow tables, before these replace the others.
  private func rebaseEdits(in store: any SyncDataStore) throws {
    let edits = try LocalEdits(store)
    if edits.isEmpty { return }
    // The server has these; what belongs to such a type was not fetched.
    let unreadable = Set(try store.fetchQuarantinedChanges().filter { $0.id < 0 }.map(\.entityId))
    var after: Int64 = 0
    var window = try store.fetchQuarantinedMutations()
    repeat {
      for mutation in window where mutation.operation != .create {
        let (kind, id) = (mutation.entityKind, mutation.entityId)
        if let row = try store.findShadowRow(kind, id: id) {
          _ = try take(row, edits, in: store)
        } else if let base = try store.findBaseRow(kind, id: id), !unreadable.contains(id),
          base.owningType.map(unreadable.contains) != true
        {
          _ = try takeDeletion(of: kind, id, edits, in: store)
        }
      }
      window = try store.fetchPendingMutations(after: after, limit: SyncEngine.pageSize)
      after = window.last?.sequence ?? after
    } while !window.isEmpty
  }
}

/// Why everything could not be fetched.
enum BootstrapError: Error, CustomStringConvertible {
  case eventsKeepMoving

  var description: String { "events kept being deleted on the server while they were fetched" }
}
