extension Event {
  /// Takes over everything that the server knows of the event.
  ///
  /// What the answer does not mention has no value there, so it has none here afterwards. The
  /// device's own `calendarEventId` stays.
  public mutating func take(_ remote: APIEvent) {
    eventTypeId = remote.eventTypeId
    timestamp = remote.timestamp
    notes = remote.notes
    isAllDay = remote.isAllDay
    endDate = remote.endDate
    sourceType = remote.sourceType
    externalId = remote.externalId
    originalTitle = remote.originalTitle
    geofenceId = remote.geofenceId
    locationLatitude = remote.locationLatitude
    locationLongitude = remote.locationLongitude
    locationName = remote.locationName
    healthKitSampleId = remote.healthKitSampleId
    healthKitCategory = remote.healthKitCategory
    properties = remote.properties
  }

  /// The event as the server has it.
  public init(_ remote: APIEvent) {
    self.init(id: remote.id, syncStatus: .synced, timestamp: remote.timestamp)
    take(remote)
  }

  /// The body that creates it; nothing while it has no type.
  public var createRequest: CreateEventRequest? {
    guard let eventTypeId else { return nil }
    return CreateEventRequest(
      id: id, eventTypeId: eventTypeId, timestamp: timestamp, notes: notes, isAllDay: isAllDay,
      endDate: endDate, sourceType: sourceType, externalId: externalId,
      originalTitle: originalTitle, geofenceId: geofenceId, locationLatitude: locationLatitude,
      locationLongitude: locationLongitude, locationName: locationName,
      healthKitSampleId: healthKitSampleId, healthKitCategory: healthKitCategory,
      properties: properties)
  }

  /// The body that changes it; nothing while it has no type.
  public var updateRequest: UpdateEventRequest? { createRequest.map(UpdateEventRequest.init) }
}

extension UpdateEventRequest {
  /// The same event as a change.
  public init(_ create: CreateEventRequest) {
    self.init(
      eventTypeId: create.eventTypeId, timestamp: create.timestamp, notes: create.notes,
      isAllDay: create.isAllDay, endDate: create.endDate, sourceType: create.sourceType,
      externalId: create.externalId, originalTitle: create.originalTitle,
      geofenceId: create.geofenceId, locationLatitude: create.locationLatitude,
      locationLongitude: create.locationLongitude, locationName: create.locationName,
      healthKitSampleId: create.healthKitSampleId, healthKitCategory: create.healthKitCategory,
      properties: create.properties)
  }
}

extension CreateEventRequest {
  /// The same event as a creation.
  public init(id: String, _ update: UpdateEventRequest) {
    self.init(
      id: id, eventTypeId: update.eventTypeId, timestamp: update.timestamp, notes: update.notes,
      isAllDay: update.isAllDay, endDate: update.endDate, sourceType: update.sourceType,
      externalId: update.externalId, originalTitle: update.originalTitle,
      geofenceId: update.geofenceId, locationLatitude: update.locationLatitude,
      locationLongitude: update.locationLongitude, locationName: update.locationName,
      healthKitSampleId: update.healthKitSampleId, healthKitCategory: update.healthKitCategory,
      properties: update.properties)
  }
}
