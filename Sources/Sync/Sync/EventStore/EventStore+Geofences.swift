/// Geofences.
extension EventStore {
  /// All geofences, by id.
  public func geofences() throws -> [Geofence] { try store().fetchAllGeofences() }

  /// Makes a geofence.
  @discardableResult
  public func createGeofence(
    named name: String, latitude: Double, longitude: Double,
    configure: @Sendable (inout Geofence) -> Void = { _ in }
  ) async throws -> Geofence {
    let id = configuration.identifiers.next()
    let now = configuration.clock.now
    return try await edit { store, queue in
      var geofence = Geofence(
        id: id, name: name, latitude: latitude, longitude: longitude, createdAt: now)
      configure(&geofence)
      geofence.id = id
      try queue.create(.geofence(geofence))
      geofence.syncStatus = .pending
      return geofence
    }
  }

  /// Changes a geofence.
  ///
  /// - Throws: `EventStoreError.notFound`, or what the store throws.
  @discardableResult
  public func updateGeofence(
    id: String, change: @Sendable (inout Geofence) -> Void
  ) async throws -> Geofence {
    try await edit { store, queue in
      guard let before = try store.findGeofence(id: id) else {
        throw EventStoreError.notFound(.geofence, id: id)
      }
      var geofence = before
      change(&geofence)
      geofence.id = id
      geofence.syncStatus = try queue.update(from: .geofence(before), to: .geofence(geofence))
      return geofence
    }
  }

  /// Deletes a geofence, if there.
  public func deleteGeofence(id: String) async throws {
    try await edit { store, queue in
      guard let geofence = try store.findGeofence(id: id) else { return }
      try queue.delete(.geofence(geofence))
    }
  }
}
