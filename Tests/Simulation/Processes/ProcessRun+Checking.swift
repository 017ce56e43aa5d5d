import Basics
import Sync
import SyncHTTP
import SyncSQLite

/// The checks at the end, when servers and database are left alone.
extension ProcessRun {
  /// Syncs all devices until nothing is queued and all have the rows of a new device.
  func settle() async throws {
    var difference: String?
    for round in 1...20 {
      // After failures, engines wait; the longest wait is a quarter of an hour and a fifth more.
      clock.advance(by: .seconds(1100))
      if round > 1 { try await discardQuarantine() }
      await withTaskGroup(of: Void.self) { group in
        for client in clients { group.addTask { await client.device.engine.performSync() } }
      }
      figures.withLock { $0.rounds = round }
      difference = try await self.difference()
      if difference == nil { return }
    }
    if let difference { add(difference) }
  }

  /// Withdraws mutations in quarantine, like a user: an edit of an event that another device has
  /// deleted.
  private func discardQuarantine() async throws {
    for client in clients {
      for mutation in try await client.device.engine.quarantinedMutations() {
        _ = try await client.device.engine.discardEdits(
          of: mutation.entityKind, id: mutation.entityId)
      }
    }
  }

  /// The first device that has something queued or rows other than a new device; `nil` if none has.
  private func difference() async throws -> String? {
    let new = try ProcessRun.client(seed: 99, clock, servers)
    await new.device.engine.performSync()
    let expected = try new.store.makeLocalStore()
    for (number, client) in clients.enumerated() {
      let pending = try await client.device.engine.getPendingCount()
      if pending > 0 { return "device \(number) has \(pending) edits queued" }
      let store = try client.store.makeLocalStore()
      for kind in LocalStore.storedKinds
      where try store.probeRows(of: kind) != expected.probeRows(of: kind) {
        return "device \(number) has other rows of \(kind.rawValue) than a new one"
      }
    }
    return nil
  }

  /// Compares the change feed from its beginning with what readers found while it grew.
  func checkFeed(_ readers: [[Int64]]) async throws {
    let changes = try await changes(after: 0)
    let ids = changes.map(\.id)
    for var found in readers {
      found += try await self.changes(after: found.last ?? 0).map(\.id)
      if found != ids {
        let missing = Set(ids).subtracting(found).sorted()
        add("a reader of the feed missed \(missing.count) changes: \(missing.prefix(5))")
      }
    }
    let creations = changes.filter { $0.operation == .create }
    if Set(creations.map(\.entityId)).count != creations.count {
      add("an entity was created twice")
    }
    figures.withLock { $0.changes = ids.count }
  }

  private func changes(after cursor: Int64) async throws -> [ChangeEntry] {
    let client = reading(seed: 1)
    var changes: [ChangeEntry] = []
    while true {
      let page = try await client.getChanges(since: changes.last?.id ?? cursor, limit: 500)
      changes += page.changes
      if !page.hasMore { return changes }
    }
  }

  private func add(_ violation: String) {
    figures.withLock { $0.violations.append(violation) }
  }
}
