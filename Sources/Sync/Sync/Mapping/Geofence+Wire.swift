extension Geofence {
  /// Takes over everything that the server knows of the geofence.
  public mutating func take(_ remote: APIGeofence) {
    name = remote.name
    latitude = remote.latitude
    longitude = remote.longitude
    radius = remote.radius
    eventTypeEntryId = remote.eventTypeEntryId
    eventTypeExitId = remote.eventTypeExitId
    isActive = remote.isActive
    notifyOnEntry = remote.notifyOnEntry
    notifyOnExit = remote.notifyOnExit
    createdAt = remote.createdAt
  }

  /// The geofence as the server has it.
  public init(_ remote: APIGeofence) {
    self.init(
      id: remote.id, syncStatus: .synced, name: remote.name, latitude: remote.latitude,
      longitude: remote.longitude, createdAt: remote.createdAt)
    take(remote)
  }

  /// The body that creates it.
  public var createRequest: CreateGeofenceRequest {
    CreateGeofenceRequest(
      id: id, name: name, latitude: latitude, longitude: longitude, radius: radius,
      eventTypeEntryId: eventTypeEntryId, eventTypeExitId: eventTypeExitId, isActive: isActive,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  /// The body that changes it.
  public var updateRequest: UpdateGeofenceRequest {
    UpdateGeofenceRequest(
      name: name, latitude: latitude, longitude: longitude, radius: radius,
      eventTypeEntryId: eventTypeEntryId, eventTypeExitId: eventTypeExitId, isActive: isActive,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit, iosRegionIdentifier: id)
  }
}

extension CreateGeofenceRequest {
  /// The same geofence as a creation.
  public init(id: String, _ update: UpdateGeofenceRequest) {
    self.init(
      id: id, name: update.name, latitude: update.latitude, longitude: update.longitude,
      radius: update.radius, eventTypeEntryId: update.eventTypeEntryId,
      eventTypeExitId: update.eventTypeExitId, isActive: update.isActive,
      notifyOnEntry: update.notifyOnEntry, notifyOnExit: update.notifyOnExit)
  }
}
