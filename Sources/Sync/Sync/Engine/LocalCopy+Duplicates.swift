/// Handles entities that the server already has, under another id.
///
/// If the answer contains that id, the existing entity replaces the local one, and references to
/// the local id become references to the existing one. A local event is replaced only if the
/// existing one has all of its values.
extension LocalCopy {
  /// Replaces the entity of a refused creation by the existing one. If that is impossible, counts
  /// the refusal. Returns whether the entity was replaced.
  ///
  /// While the existing one's own deletion is queued, the creation waits for that. An event with
  /// values that the existing one lacks goes into quarantine.
  func settleDuplicate(
    _ mutation: PendingMutation, of existing: String, _ message: String
  ) throws -> Bool {
    if try dropIfDeleted(mutation) { return true }
    let (kind, local) = (mutation.entityKind, mutation.entityId)
    let isBeingDeleted = try store.hasPendingMutation(
      entityId: existing, entityKind: kind, operation: .delete)
    if isBeingDeleted {
      try refuse(mutation, message, isDuplicate: false)
    } else if kind != .event {
      try store.deletePendingMutation(id: mutation.id)
      try EntitySubstitution(
        kind: kind, old: local, new: existing, store: store,
        queue: queue
      ).apply()
      return true
    } else if let event = try store.findEvent(id: existing),
      try isCovered(local, by: [event])
    {
      for mutation in try store.fetchMutations(entityKind: kind, entityId: local) {
        try store.deletePendingMutation(id: mutation.id)
      }
      try store.deleteEvent(id: local)
      return true
    } else {
      try refuse(mutation, message, isDuplicate: true)
    }
    return false
  }

  /// Drops local duplicates whose values are all contained in the server's row. Other duplicates
  /// stay in quarantine until the user decides.
  ///
  /// Called after remote rows have been stored, when both rows are available. The first call of a
  /// sync checks all duplicates. Later ones with `changes` check only those that the changed rows
  /// may replace, so that a large quarantine does not slow down every page.
  func resolveDuplicates(after changes: [ChangeEntry]? = nil) throws {
    let known = try run?.duplicates ?? LocalDuplicates(store)
    run?.duplicates = known
    let candidates =
      if run?.hasResolvedDuplicates == true, let changes { known.eventIds(matching: changes) } else
      {
        known.allEventIds
      }
    run?.hasResolvedDuplicates = true
    if candidates.isEmpty { return }
    try store.transaction {
      for id in candidates {
        let mutations = try store.fetchMutations(entityKind: .event, entityId: id)
        guard mutations.contains(where: \.isDuplicate), let local = try store.findEvent(id: id),
          let type = local.eventTypeId,
          try isCovered(id, by: store.fetchEvents(ofType: type, at: local.timestamp))
        else { continue }
        for mutation in mutations { try store.deletePendingMutation(id: mutation.id) }
        try store.deleteEvent(id: id)
      }
    }
  }

  /// Whether one of the events is on the server and has all values of the local one.
  private func isCovered(_ localId: String, by events: [Event]) throws -> Bool {
    guard let local = try store.findEvent(id: localId) else { return false }
    return events.contains { $0.syncStatus == .synced && local.saysNothingBeyond($0) }
  }
}

extension Event {
  /// Whether `other` is the same event and has every value that this one has, apart from its origin.
  fileprivate func saysNothingBeyond(_ other: Event) -> Bool {
    let theirs = other.fields
    let origin: Set = ["source_type", "healthkit_sample_id", "healthkit_category"]
    return id != other.id
      && fields.allSatisfy { name, mine in
        if case (.object(let mine), .object(let theirs)?) = (mine, theirs[name]) {
          return mine.allSatisfy { theirs[$0.key] == $0.value }
        }
        return mine == .null || mine == theirs[name] || origin.contains(name)
      }
  }
}

/// The events in quarantine that the server has under other ids, indexed by type and time.
struct LocalDuplicates {
  private var eventIds: [Key: [String]] = [:]

  private struct Key: Hashable {
    var typeId: String?
    var timestamp: Timestamp
  }

  /// Finds them in the quarantine.
  init(_ store: any SyncDataStore) throws {
    for mutation in try store.fetchQuarantinedMutations() where mutation.isDuplicate {
      if let event = try store.findEvent(id: mutation.entityId) { insert(event) }
    }
  }

  /// Adds an event whose creation was refused as a duplicate.
  mutating func insert(_ event: Event) {
    let key = Key(typeId: event.eventTypeId, timestamp: event.timestamp)
    eventIds[key, default: []].append(event.id)
  }

  /// The ids of all of them, in order.
  var allEventIds: [String] { eventIds.values.joined().sorted() }

  /// The ids of those with the type and time of a changed event, in order.
  func eventIds(matching changes: [ChangeEntry]) -> [String] {
    if eventIds.isEmpty { return [] }
    var ids: Set<String> = []
    for change in changes {
      guard case .event(let row) = change.data else { continue }
      ids.formUnion(eventIds[Key(typeId: row.eventTypeId, timestamp: row.timestamp)] ?? [])
    }
    return ids.sorted()
  }
}

extension PendingMutation {
  /// Whether it is the creation of an event that the server has under another id.
  var isDuplicate: Bool {
    isQuarantined && entityKind == .event && operation == .create
      && lastError?.hasPrefix(PendingMutation.duplicateMark) == true
  }
}
