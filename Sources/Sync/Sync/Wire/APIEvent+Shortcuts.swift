extension APIEvent: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    var id: String?
    var type: String?
    var times: (own: Timestamp?, created: Timestamp?, updated: Timestamp?)
    let zero = Timestamp(milliseconds: 0)
    self.init(id: "", eventTypeId: "", timestamp: zero, createdAt: zero, updatedAt: zero)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string()
      case "user_id": userId = try reader.optionalString()
      case "event_type_id": type = try reader.string()
      case "timestamp": times.own = try reader.timestamp()
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
      case "created_at": times.created = try reader.timestamp()
      case "updated_at": times.updated = try reader.timestamp()
      default: try reader.skipValue()
      }
    }
    guard let id, let type, let own = times.own, let created = times.created,
      let updated = times.updated
    else { throw WireReader.Unexpected() }
    self.id = id
    (eventTypeId, timestamp, createdAt, updatedAt) = (type, own, created, updated)
  }
}

extension BatchCreateEventsResponse: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self.init()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "created": created = try reader.isNull() ? [] : try [APIEvent](reading: &reader)
      case "errors": errors = try reader.isNull() ? [] : try reader.value([BatchItemError].self)
      case "total": total = try reader.isNull() ? 0 : try count(&reader)
      case "success": success = try reader.isNull() ? 0 : try count(&reader)
      case "failed": failed = try reader.isNull() ? 0 : try count(&reader)
      default: try reader.skipValue()
      }
    }
  }

  private func count(_ reader: inout WireReader) throws(WireReader.Unexpected) -> Int {
    guard let count = Int(exactly: try reader.integer()) else { throw WireReader.Unexpected() }
    return count
  }
}
