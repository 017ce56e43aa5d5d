public import Sync

extension LocalStore {
  /// Changes or creates a geofence; a new one is at 0, 0 until `configure` moves it.
  public func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws {
    let placeholder = Geofence(
      id: id, GeofenceContent(name: "Placeholder", latitude: 0, longitude: 0),
      createdAt: Timestamp(milliseconds: 0))
    try upsert(placeholder, keeping: \.id, configure)
  }

  /// Deletes a geofence, if it exists.
  public func deleteGeofence(id: String) throws { try delete(Geofence.self, id) }

  /// The geofence with this id.
  public func findGeofence(id: String) throws -> Geofence? { try find(id) }

  /// All geofences, by id.
  public func fetchAllGeofences() throws -> [Geofence] { try fetchAll() }

  /// Geofences with the status `.pending`, by id. Those with edits in quarantine are `.failed`.
  public func fetchPendingGeofences() throws -> [Geofence] { try fetch(.pending) }

  /// Deletes all geofences.
  public func deleteAllGeofences() throws { try deleteAll(Geofence.self) }

  /// Sets a geofence's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markGeofenceSynced(id: String) throws { try markSynced(Geofence.self, id) }
}
