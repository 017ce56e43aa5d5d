import Traces

/// The store, and what the engine keeps in it for itself.
extension SyncEngine {
  /// The store; opened inside the actor the first time.
  func store() throws -> any SyncDataStore {
    if let openStore { return openStore }
    let store = try dataStoreFactory.makeDataStore()
    openStore = store
    return store
  }

  /// The rows of the store, for the running sync.
  func local() throws -> LocalCopy {
    let store = try store()
    let queue = MutationQueue(
      store: store, identifiers: configuration.identifiers, clock: configuration.clock)
    return LocalCopy(
      store: store, queue: queue, resolveConflict: configuration.resolveConflict,
      recorder: recorder, run: run)
  }

  /// Reads how an earlier run had left the queue, the cursor and the breaker; once.
  ///
  /// - Throws: what the store throws, and `SyncStoreError.wrongAccount`.
  public func loadInitialState() throws {
    if isLoaded { return }
    let store = try store()
    record = try store.readEngineRecord()
    if let wanted = configuration.account, record.account != wanted {
      if let found = record.account {
        throw SyncStoreError.wrongAccount(expected: wanted, found: found)
      }
      try updateRecord { $0.account = wanted }
    }
    isLoaded = true
    lastSyncTime = record.lastSyncTime
    try refreshPendingCount()
    restoreBreaker()
  }

  /// Loads, and leaves an error to the sync that will meet it again.
  func loadIfPossible() {
    do {
      try loadInitialState()
    } catch {
      recorder?.note(by: "SyncEngine", "the store could not be opened")
    }
  }

  /// Refuses rows of another account: the token does not belong to the one whose data this is.
  ///
  /// The first row that names its user decides which account that is.
  ///
  /// - Throws: `SyncStoreError.wrongAccount`.
  func checkUsers(_ users: some Sequence<String?>) throws {
    for case let user? in users where user != record.userId {
      if let known = record.userId {
        throw SyncStoreError.wrongAccount(expected: known, found: user)
      }
      record.userId = user
    }
  }

  /// Counts the queue again.
  func refreshPendingCount() throws {
    pendingCount = try store().countPendingMutations()
  }

  /// Counts the queue again; an error of the store leaves the number unchanged.
  func recountPending() {
    do {
      try refreshPendingCount()
    } catch {
      recorder?.note(by: "SyncEngine", "the queue could not be counted")
    }
  }

  /// Counts the queue again and publishes the number, after an edit or what takes edits back.
  public func noticeQueueChange() {
    loadIfPossible()
    recountPending()
    if case .rateLimited = machine.state {
      _ = apply(.queueChanged(pending: pendingCount))
    } else {
      publish()
    }
  }

  /// Changes the engine's row in one transaction, with whatever else `change` writes.
  ///
  /// It begins with the row on disk: another process on the same file may have written it since.
  func updateRecord(_ change: (inout SyncEngineRecord) throws -> Void) throws {
    let store = try store()
    record = try store.transaction {
      let old = try store.readEngineRecord()
      var changed = old
      changed.userId = changed.userId ?? record.userId
      try change(&changed)
      if changed != old { try store.writeEngineRecord(changed) }
      return changed
    }
  }

  /// Cancels a running sync and a planned one, lets go of the store, and opens a new one when it is
  /// next needed.
  public func resetDataStore() async {
    await cancelSync()
    if case .rateLimited = machine.state {} else { cancelAlarm() }
    openStore = nil
    isLoaded = false
  }
}
