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
      record.account = wanted
      try write(record)
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

  /// Counts the queue anew.
  func refreshPendingCount() throws {
    pendingCount = try store().countPendingMutations()
  }

  /// Replaces the engine's row.
  func write(_ changed: SyncEngineRecord) throws {
    try store().transaction { try store().writeEngineRecord(changed) }
    record = changed
  }

  /// Cancels a running sync and a planned one, lets go of the store, and opens a new one when it is
  /// next needed.
  public func resetDataStore() async {
    await cancelSync()
    if case .rateLimited = machine.state {} else { cancelAlarm() }
    openStore = nil
    pausedBootstrap = nil
    isLoaded = false
  }
}
