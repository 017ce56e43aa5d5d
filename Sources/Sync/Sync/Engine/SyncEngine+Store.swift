import Traces

/// The store, and the engine's own data in it.
extension SyncEngine {
  /// The store; opened inside the actor on first use.
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

  /// Reads the queue, the cursor and the breaker that an earlier run has stored; only once.
  ///
  /// - Throws: the error of the store, or `SyncStoreError.wrongAccount`.
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

  /// Loads the state; an error is ignored here, since the sync will encounter it again.
  func loadIfPossible() {
    do {
      try loadInitialState()
    } catch {
      recorder?.note(by: "SyncEngine", "the store could not be opened")
    }
  }

  /// Refuses rows of another account, which mean that the token belongs to another user than the
  /// data.
  ///
  /// The first row that contains a user id determines the account.
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

  /// Counts the queue again; if the store fails, the number stays unchanged.
  func recountPending() {
    do {
      try refreshPendingCount()
    } catch {
      recorder?.note(by: "SyncEngine", "the queue could not be counted")
    }
  }

  /// Counts the queue again and publishes the number, after edits were added or withdrawn.
  public func noticeQueueChange() {
    loadIfPossible()
    recountPending()
    if case .rateLimited = machine.state {
      _ = apply(.queueChanged(pending: pendingCount))
    } else {
      publish()
    }
  }

  /// Changes the engine's row in one transaction, together with all other writes of `change`.
  ///
  /// It begins with the row on disk, because another process with the same file may have changed
  /// it.
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

  /// Cancels a running or scheduled sync and closes the store; a new one is opened when it is next
  /// needed. An open circuit breaker stays open, and its probe stays scheduled.
  public func resetDataStore() async {
    await cancelSync()
    if case .rateLimited = machine.state {} else { cancelAlarm() }
    openStore = nil
    isLoaded = false
  }
}
