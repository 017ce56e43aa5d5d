extension CreateEventRequest: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    var id: String?
    var type: String?
    var time: Timestamp?
    self.init(id: "", eventTypeId: "", timestamp: Timestamp(milliseconds: 0))
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string()
      case "event_type_id": type = try reader.string()
      case "timestamp": time = try reader.timestamp()
      case "notes": notes = try reader.optionalString()
      case "is_all_day": isAllDay = try reader.isNull() ? false : try reader.boolean()
      case "end_date": endDate = try reader.optionalTimestamp()
      case "source_type":
        sourceType = try reader.optionalString().map(EventSource.init) ?? .manual
      case "external_id": externalId = try reader.optionalString()
      case "original_title": originalTitle = try reader.optionalString()
      case "geofence_id": geofenceId = try reader.optionalString()
      case "location_latitude": locationLatitude = try reader.optionalNumber()
      case "location_longitude": locationLongitude = try reader.optionalNumber()
      case "location_name": locationName = try reader.optionalString()
      case "healthkit_sample_id": healthKitSampleId = try reader.optionalString()
      case "healthkit_category": healthKitCategory = try reader.optionalString()
      case "properties": properties = try reader.properties()
      default: try reader.skipValue()
      }
    }
    guard let id, let type, let time else { throw WireReader.Unexpected() }
    self.id = id
    eventTypeId = type
    timestamp = time
  }
}

extension CreateEventRequest: WireWritable {
  func write(to writer: inout WireWriter) throws {
    writer.beginObject()
    writer.member("end_date", endDate)
    writer.member("event_type_id", eventTypeId)
    writer.member("external_id", externalId)
    writer.member("geofence_id", geofenceId)
    writer.member("healthkit_category", healthKitCategory)
    writer.member("healthkit_sample_id", healthKitSampleId)
    writer.member("id", id)
    writer.member("is_all_day", isAllDay)
    if let locationLatitude {
      writer.member("location_latitude", json: try WireCoding.encodeThoroughly(locationLatitude))
    }
    if let locationLongitude {
      writer.member("location_longitude", json: try WireCoding.encodeThoroughly(locationLongitude))
    }
    writer.member("location_name", locationName)
    writer.member("notes", notes)
    writer.member("original_title", originalTitle)
    writer.member(
      "properties",
      json: properties.isEmpty ? [0x7b, 0x7d] : try WireCoding.encodeThoroughly(properties))
    writer.member("source_type", sourceType.rawValue)
    writer.member("timestamp", timestamp)
    writer.endObject()
  }
}

extension CreateEventsBatchRequest: WireWritable {
  func write(to writer: inout WireWriter) throws {
    writer.beginObject()
    writer.key("events")
    try events.write(to: &writer)
    writer.endObject()
  }
}
