/// Fetching everything: into shadow tables, which replace the local ones in one commit.
///
/// The feed's cursor is taken first, so that what changes meanwhile comes with the next pull. A
/// reader sees the old rows or the new ones, never none and never a mixture, and a crash leaves
/// the old ones. One call makes at most one request.
extension SyncEngine {
  /// Fetches the next part, or swaps everything in.
  func fetchBootstrap() async throws -> SyncStateMachine.Event {
    guard let progress = run?.bootstrap else {
      let cursor = try await networkClient.getLatestCursor()
      run?.bootstrap = BootstrapProgress(cursor: cursor, step: .cleanup)
      return .bootstrapAdvanced
    }
    let next: BootstrapProgress
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

  /// Empties the shadow tables. What the app sees is not touched.
  private func performNuclearCleanup() throws {
    try store().transaction { try store().beginShadow() }
  }

  private func fetchEventTypesForBootstrap(
    _ progress: BootstrapProgress
  ) async throws -> BootstrapProgress {
    let types = try await networkClient.getEventTypes()
    try insertShadow(ShadowRows(eventTypes: types.map(EventType.init)))
    var next = progress
    next.eventTypeIds = types.map(\.id)
    next.step = .geofences
    return next
  }

  private func fetchGeofencesForBootstrap(
    _ progress: BootstrapProgress
  ) async throws -> BootstrapProgress {
    let geofences = try await networkClient.getGeofences(activeOnly: false)
    try insertShadow(ShadowRows(geofences: geofences.map(Geofence.init)))
    return progress.going(to: .events(offset: 0, last: nil))
  }

  /// Fetches a page of events. Pages overlap by one event: if that is not where it was, events
  /// were deleted meanwhile and others have moved past the offset, so it begins anew.
  private func fetchEventsForBootstrap(
    _ progress: BootstrapProgress, offset: Int, last: String?
  ) async throws -> BootstrapProgress {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let events = try await networkClient.getEvents(limit: SyncEngine.pageSize, offset: offset)
      var next = progress
      if let last, !events.contains(where: { $0.id == last }) {
        next.restarts += 1
        if next.restarts > 3 { throw BootstrapError.eventsKeepMoving }
        next.step = .events(offset: 0, last: nil)
        return next
      }
      try insertShadow(ShadowRows(events: events.map(Event.init)))
      next.step =
        events.count < SyncEngine.pageSize
        ? .propertyDefinitions(remaining: progress.eventTypeIds)
        : .events(offset: offset + events.count - 1, last: events.last?.id)
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
      let definitions = try await networkClient.getPropertyDefinitions(eventTypeId: typeId)
      try insertShadow(
        ShadowRows(propertyDefinitions: definitions.map(PropertyDefinition.init)))
      next.step = .propertyDefinitions(remaining: Array(remaining.dropFirst()))
      return next
    }
  }

  private func insertShadow(_ rows: ShadowRows) throws {
    try store().transaction { try store().insertShadow(rows) }
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
    var after: Int64 = 0
    var window = try store.fetchQuarantinedMutations()
    repeat {
      for mutation in window where mutation.operation != .create {
        let (kind, id) = (mutation.entityKind, mutation.entityId)
        if let row = try store.findShadowRow(kind, id: id) {
          _ = try take(row, edits, in: store)
        } else if try store.findBaseRow(kind, id: id) != nil {
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
