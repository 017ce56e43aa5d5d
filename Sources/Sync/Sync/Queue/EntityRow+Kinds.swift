/// The fields of the kinds, from the rows and back.
extension Event {
  var fields: EntityFields {
    [
      "event_type_id": JSONValue(eventTypeId), "timestamp": JSONValue(timestamp),
      "notes": JSONValue(notes), "is_all_day": .boolean(isAllDay), "end_date": JSONValue(endDate),
      "source_type": .text(sourceType.rawValue), "external_id": JSONValue(externalId),
      "original_title": JSONValue(originalTitle), "geofence_id": JSONValue(geofenceId),
      "location_latitude": JSONValue(locationLatitude),
      "location_longitude": JSONValue(locationLongitude),
      "location_name": JSONValue(locationName),
      "healthkit_sample_id": JSONValue(healthKitSampleId),
      "healthkit_category": JSONValue(healthKitCategory),
      "properties": .object(
        properties.mapValues {
          .object(["type": .text($0.type.rawValue), "value": $0.value])
        }),
    ]
  }

  /// Takes over a complete change.
  mutating func take(_ change: UpdateEventRequest) {
    eventTypeId = change.eventTypeId
    timestamp = change.timestamp
    notes = change.notes
    isAllDay = change.isAllDay
    endDate = change.endDate
    sourceType = change.sourceType
    externalId = change.externalId
    originalTitle = change.originalTitle
    geofenceId = change.geofenceId
    locationLatitude = change.locationLatitude
    locationLongitude = change.locationLongitude
    locationName = change.locationName
    healthKitSampleId = change.healthKitSampleId
    healthKitCategory = change.healthKitCategory
    properties = change.properties
  }
}

extension EventType {
  /// Takes over what a change has.
  mutating func take(_ change: UpdateEventTypeRequest) {
    name = change.name ?? name
    colorHex = change.color ?? colorHex
    iconName = change.icon ?? iconName
  }
}

extension Geofence {
  var fields: EntityFields {
    [
      "name": .text(name), "latitude": .number(latitude), "longitude": .number(longitude),
      "radius": .number(radius), "event_type_entry_id": JSONValue(eventTypeEntryId),
      "event_type_exit_id": JSONValue(eventTypeExitId), "is_active": .boolean(isActive),
      "notify_on_entry": .boolean(notifyOnEntry), "notify_on_exit": .boolean(notifyOnExit),
    ]
  }

  /// Takes over a complete change.
  mutating func take(_ change: UpdateGeofenceRequest) {
    name = change.name
    latitude = change.latitude
    longitude = change.longitude
    radius = change.radius
    eventTypeEntryId = change.eventTypeEntryId
    eventTypeExitId = change.eventTypeExitId
    isActive = change.isActive
    notifyOnEntry = change.notifyOnEntry
    notifyOnExit = change.notifyOnExit
  }
}

extension PropertyDefinition {
  var fields: EntityFields {
    [
      "key": .text(key), "label": .text(label), "property_type": .text(propertyType.rawValue),
      "options": options.isEmpty ? .null : .array(options.map { .text($0) }),
      "default_value": defaultValue ?? .null, "display_order": .number(Double(displayOrder)),
    ]
  }

  /// Takes over a complete change.
  mutating func take(_ change: UpdatePropertyDefinitionRequest) {
    key = change.key
    label = change.label
    propertyType = change.propertyType
    options = change.options ?? []
    defaultValue = change.defaultValue
    displayOrder = change.displayOrder
  }
}

extension JSONValue {
  fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  fileprivate init(_ number: Double?) { self = number.map { .number($0) } ?? .null }

  fileprivate init(_ time: Timestamp?) { self = time.map { .text($0.rfc3339) } ?? .null }
}
