/// Fetches all data into shadow tables, which replace the local ones in one commit.
///
/// The current end of the feed is fetched first. Once all rows are fetched, later changes are
/// applied to the shadow tables, so that the swap never reverts anything that the server has
/// accepted meanwhile. A reader sees either the old rows or the new ones, never an empty table or a
/// mixture. Each page is stored together with the progress, so that a lost answer, the end of the
/// process or a long wait costs one page. Each call makes at most one request and one short
/// transaction.
///
/// The rows change while they are fetched. As in change-data capture (Andreakis, Papapanagiotou:
/// DBLog, 2020, arXiv:2010.12597), a log that begins before the copy makes it exact. Each change
/// carries the complete entity, so it does no harm to apply one that a fetched row already
/// contains. Events are fetched after an id instead of an offset, because insertions and deletions
/// would move later pages. To empty the local tables first would be simpler, but the app would be
/// empty until the end, and after an interruption.
///
/// Cost: a request for each page of events, each event type and each page of later changes, and
/// three more; until the former rows are deleted, twice the space. The time of the swap depends on
/// the number of edited entities alone.
extension SyncEngine {
  /// The number of former rows of each table that one transaction deletes.
  static let disposalSize = 1000
  /// The number of 4 KiB pages that one transaction releases. SQLite searches the list of free
  /// pages for each, so with 1,000,000 rows this number takes about 0.1 s.
  static let releaseSize = 50
  /// The number of attempts of a bootstrap request before its sync fails.
  static let bootstrapAttempts = 5
  /// The number of times that a bootstrap may restart in one sync because the feed does not
  /// continue.
  static let bootstrapRestarts = 3

  /// Carries out the next step of the bootstrap.
  func fetchBootstrap() async throws -> SyncStateMachine.Event {
    do {
      let event = try await takeBootstrapStep()
      run?.failuresInARow = 0
      return event
    } catch let error as APIError where error.answerClass == .unusable && !Task.isCancelled {
      // One lost answer may have any cause; two in a row suggest that the page is too large.
      run?.failuresInARow += 1
      let failures = run?.failuresInARow ?? SyncEngine.bootstrapAttempts
      if failures > 1 { pageLimit = max(2, pageLimit / 2) }
      if failures >= SyncEngine.bootstrapAttempts { throw error }
      return .bootstrapInterrupted
    }
  }

  private func takeBootstrapStep() async throws -> SyncStateMachine.Event {
    guard let progress = record.bootstrap else {
      let position = try await networkClient.getLatestCursor()
      try advance(from: nil, to: BootstrapProgress(position: position)) { store, _ in
        // Changes that could not be applied are fetched again, except for unknown kinds.
        for change in try store.fetchQuarantinedChanges() where change.entityKind.isKnown {
          try store.deleteQuarantinedChange(id: change.id)
        }
      }
      return .bootstrapAdvanced
    }
    switch progress.step {
    case .cleanup: try performNuclearCleanup(progress)
    case .eventTypes: try await fetchEventTypesForBootstrap(progress)
    case .geofences: try await fetchGeofencesForBootstrap(progress)
    case .events: try await fetchEventsForBootstrap(progress)
    case .propertyDefinitions: try await fetchPropertyDefinitionsForBootstrap(progress)
    case .changes: try await fetchChangesForBootstrap(progress)
    case .disposal:
      if try disposeOfFormerRows() { return .bootstrapCompleted }
    }
    return .bootstrapAdvanced
  }

  /// Stores the data of a step together with the next step. Has no effect if another process has
  /// made progress meanwhile, or if another bootstrap was requested.
  private func advance(
    from progress: BootstrapProgress?, to next: BootstrapProgress?,
    _ write: (any SyncDataStore, inout SyncEngineRecord) throws -> Void = { _, _ in }
  ) throws {
    let store = try store()
    try updateRecord { record in
      guard record.bootstrap == progress else { return }
      try write(store, &record)
      record.bootstrap = next
    }
  }

  /// Empties the shadow tables. Rows that the app sees are not affected.
  private func performNuclearCleanup(_ progress: BootstrapProgress) throws {
    guard try emptyShadow() else { return }
    try advance(from: progress, to: progress.going(to: .eventTypes))
  }

  private func fetchEventTypesForBootstrap(_ progress: BootstrapProgress) async throws {
    let list = try await readable { try await self.networkClient.getEventTypes() }
    let types = list.rows
    try checkUsers(types.map(\.userId))
    var next = progress.going(to: .geofences)
    next.remainingTypeIds = types.map(\.id)
    try advance(from: progress, to: next) { store, _ in
      try insertShadow(
        ShadowRows(eventTypes: types.map(EventType.init)), kind: .eventType,
        unreadable: list.unreadable, in: store)
    }
  }

  private func fetchGeofencesForBootstrap(_ progress: BootstrapProgress) async throws {
    let list = try await readable {
      try await self.networkClient.getGeofences(activeOnly: false)
    }
    try checkUsers(list.rows.map(\.userId))
    try advance(from: progress, to: progress.going(to: .events)) { store, _ in
      try insertShadow(
        ShadowRows(geofences: list.rows.map(Geofence.init)), kind: .geofence,
        unreadable: list.unreadable, in: store)
    }
  }

  /// Fetches the page of events after the last one, by id. Events that are created or deleted
  /// meanwhile are in the feed.
  private func fetchEventsForBootstrap(_ progress: BootstrapProgress) async throws {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let (after, limit) = (progress.lastEventId, pageLimit)
      let list = try await readable {
        try await self.networkClient.getEvents(after: after, limit: limit)
      }
      try checkUsers(list.rows.map(\.userId))
      let ids = list.rows.map(\.id) + list.unreadable.map(\.id)
      guard ids.allSatisfy({ $0 > after }) else { throw BootstrapError.pageBeforeItsPlace }
      var next = progress
      if ids.count < limit {
        next.step = .propertyDefinitions
      } else if let last = ids.max() {
        next.lastEventId = last
      }
      try advance(from: progress, to: next) { store, _ in
        try insertShadow(
          ShadowRows(events: list.rows.map(Event.init)), kind: .event, unreadable: list.unreadable,
          in: store)
      }
    }
  }

  private func fetchPropertyDefinitionsForBootstrap(_ progress: BootstrapProgress) async throws {
    guard let typeId = progress.remainingTypeIds.first else {
      return try advance(from: progress, to: progress.going(to: .changes))
    }
    try await phase("each event type", isIteration: true) {
      let list = try await propertyDefinitions(ofType: typeId)
      try checkUsers(list.rows.map(\.userId))
      var next = progress
      next.remainingTypeIds.removeFirst()
      try advance(from: progress, to: next) { store, _ in
        try insertShadow(
          ShadowRows(propertyDefinitions: list.rows.map(PropertyDefinition.init)),
          kind: .propertyDefinition, unreadable: list.unreadable, in: store)
      }
    }
  }

  /// The definitions of a type; empty if the type was deleted after it was fetched.
  private func propertyDefinitions(
    ofType id: String
  ) async throws -> PartialList<APIPropertyDefinition> {
    do {
      return try await readable {
        try await self.networkClient.getPropertyDefinitions(eventTypeId: id)
      }
    } catch let error as APIError where error.answerClass == .gone {
      return PartialList(rows: [], unreadable: [])
    }
  }

  // MARK: Rows

  /// Fetches a list, and separates readable from unreadable rows.
  func readable<Row>(_ fetch: () async throws -> [Row]) async throws -> PartialList<Row> {
    do {
      return PartialList(rows: try await fetch(), unreadable: [])
    } catch let list as PartialList<Row> {
      return list
    }
  }

  /// Stores fetched rows, and quarantines unreadable ones. Since they have no number in the feed,
  /// they get negative numbers.
  private func insertShadow(
    _ rows: ShadowRows, kind: EntityKind, unreadable: [UnreadableRow],
    in store: any SyncDataStore
  ) throws {
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

  /// Fetches a page of the changes since the bootstrap began, and applies it to the shadow tables.
  /// After the last page, swaps the tables.
  private func fetchChangesForBootstrap(_ progress: BootstrapProgress) async throws {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let since = progress.position.cursor
      guard let page = try await changes(after: progress.position, limit: pageLimit) else {
        return try restartBootstrap(progress)
      }
      try checkUsers(page.changes.map(\.owner))
      var next = progress
      next.position.cursor = page.cursor(after: since)
      if page.hasMore && next.position.cursor == since {
        throw BootstrapError.feedDoesNotAdvance(since)
      }
      if !page.hasMore { next.step = .disposal }
      try advance(from: progress, to: next) { store, record in
        try applyToShadow(page.changes, in: store)
        if !page.hasMore { try swapBootstrap(to: next.position, &record, in: store) }
      }
      if !page.hasMore {
        run?.counts.applied += 1
        try local().resolveDuplicates()
      }
    }
  }

  /// Restarts the bootstrap, because the feed does not continue where it began.
  private func restartBootstrap(_ progress: BootstrapProgress) throws {
    run?.bootstrapRestarts += 1
    if run?.bootstrapRestarts ?? 0 > SyncEngine.bootstrapRestarts {
      throw BootstrapError.feedKeepsRestarting
    }
    try advance(from: progress, to: nil)
  }

  private func applyToShadow(_ changes: [ChangeEntry], in store: any SyncDataStore) throws {
    for change in changes {
      switch FeedChange(change) {
      case .row(let row): try store.insertShadow(ShadowRows(row))
      case .deletion: try store.deleteShadowRow(change.entityType, id: change.entityId)
      case .unusable(let reason): try putAside(change, reason, in: store)
      }
    }
  }

  private func swapBootstrap(
    to position: FeedPosition, _ record: inout SyncEngineRecord, in store: any SyncDataStore
  ) throws {
    // A batch without an answer may have been applied, and its rows changed or deleted since. Its
    // local rows are kept, and the feed is reread from an earlier position once there is an answer.
    // After a change of epoch, the former cursor does not identify such a position.
    let isAnswered = try store.fetchBatches().isEmpty
    let former = record.epoch == position.epoch ? record.cursor : 0
    record.rereadFrom = isAnswered ? nil : min(record.rereadFrom ?? .max, former)
    record.cursor = position.cursor
    record.epoch = position.epoch
    record.isBootstrapped = true
    record.isBootstrapForced = false
    try rebaseEdits(in: store)
    try store.swapShadow()
  }

  /// Deletes some of the rows that the swap has replaced, and releases their space. Returns whether
  /// none are left.
  private func disposeOfFormerRows() throws -> Bool {
    let isEmpty = try emptyShadow()
    let isReleased = try store().releasePages(limit: SyncEngine.releaseSize)
    guard isEmpty && isReleased else { return false }
    try updateRecord { $0.bootstrap = nil }
    return true
  }

  private func emptyShadow() throws -> Bool {
    let store = try store()
    return try store.transaction { try store.emptyShadow(limit: SyncEngine.disposalSize) }
  }
}

extension SyncEngine {
  /// Merges queued edits onto the rows of the shadow tables before the swap.
  private func rebaseEdits(in store: any SyncDataStore) throws {
    let (edits, local) = (try LocalEdits(store), try local())
    if edits.isEmpty { return }
    // These rows exist on the server; dependents of such a type were not fetched.
    let unreadable = Set(try store.fetchQuarantinedChanges().filter { $0.id < 0 }.map(\.entityId))
    var after: Int64 = 0
    var window = try store.fetchQuarantinedMutations()
    repeat {
      for mutation in window where mutation.operation != .create {
        let (kind, id) = (mutation.entityKind, mutation.entityId)
        if let row = try store.findShadowRow(kind, id: id) {
          _ = try local.take(row, edits)
        } else if let base = try store.findBaseRow(kind, id: id), !unreadable.contains(id),
          base.owningType.map(unreadable.contains) != true
        {
          _ = try local.takeDeletion(of: kind, id, edits)
        }
      }
      window = try store.fetchPendingMutations(after: after, limit: SyncEngine.pageSize)
      after = window.last?.sequence ?? after
    } while !window.isEmpty
  }
}

/// The reason why the bootstrap failed.
enum BootstrapError: Error, CustomStringConvertible {
  case pageBeforeItsPlace
  case feedDoesNotAdvance(Int64)
  case feedKeepsRestarting

  var description: String {
    switch self {
    case .pageBeforeItsPlace: "a page of events begins before the requested position"
    case .feedDoesNotAdvance(let cursor): "the change feed does not advance beyond \(cursor)"
    case .feedKeepsRestarting: "the change feed does not continue where it ended"
    }
  }
}
