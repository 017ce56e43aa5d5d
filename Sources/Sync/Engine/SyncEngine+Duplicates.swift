/// Events that the server has already, under another id.
extension SyncEngine {
  /// Drops local duplicates that say nothing that the server's row does not say; the others stay
  /// in quarantine for a person to decide.
  ///
  /// Called after remote rows have come in, when both rows are here.
  func resolveDuplicates() throws {
    let store = try store()
    let duplicates = try store.fetchQuarantinedMutations().filter {
      $0.entityKind == .event && $0.operation == .create
        && $0.lastError?.hasPrefix(PendingMutation.duplicateMark) == true
    }
    if duplicates.isEmpty { return }
    let synced = try store.fetchAllEvents().filter { $0.syncStatus == .synced }
    try store.transaction {
      for mutation in duplicates {
        guard let local = try store.findEvent(id: mutation.entityId),
          synced.contains(where: { local.saysNothingBeyond($0) })
        else { continue }
        try store.deletePendingMutation(id: mutation.id)
        try store.deleteEvent(id: local.id)
      }
    }
  }
}

extension Event {
  /// Whether `other` is the same event and has every value that this one has.
  fileprivate func saysNothingBeyond(_ other: Event) -> Bool {
    func holds<Value: Equatable>(_ value: Value?, _ theirs: Value?) -> Bool {
      value == nil || value == theirs
    }
    return id != other.id && eventTypeId == other.eventTypeId && timestamp == other.timestamp
      && isAllDay == other.isAllDay && holds(notes, other.notes) && holds(endDate, other.endDate)
      && holds(externalId, other.externalId) && holds(originalTitle, other.originalTitle)
      && holds(geofenceId, other.geofenceId) && holds(locationName, other.locationName)
      && holds(locationLatitude, other.locationLatitude)
      && holds(locationLongitude, other.locationLongitude)
      && properties.allSatisfy { other.properties[$0.key] == $0.value }
  }
}
