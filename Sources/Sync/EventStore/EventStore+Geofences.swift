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
      geofence = try put(geofence, id: id, in: store)
      let payload = try WireCoding.encode(geofence.createRequest)
      try queue.addNew(.geofence, id: id, payload: payload, dependencies: geofence.dependencies)
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
      guard var geofence = try store.findGeofence(id: id) else {
        throw EventStoreError.notFound(.geofence, id: id)
      }
      change(&geofence)
      geofence = try put(geofence, id: id, in: store)
      let payload = try WireCoding.encode(geofence.updateRequest)
      try queue.add(
        .update, .geofence, id: id, payload: payload, dependencies: geofence.dependencies)
      return geofence
    }
  }

  /// Deletes a geofence, if there.
  public func deleteGeofence(id: String) async throws {
    try await edit { store, queue in
      guard try store.findGeofence(id: id) != nil else { return }
      try store.deleteGeofence(id: id)
      try queue.add(.delete, .geofence, id: id)
    }
  }

  private func put(
    _ geofence: Geofence, id: String, in store: any SyncDataStore
  ) throws -> Geofence {
    var edited = geofence
    edited.id = id
    edited.syncStatus = .pending
    try store.upsertGeofence(id: id) { $0 = edited }
    return edited
  }
}
