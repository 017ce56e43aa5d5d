import Sync

/// Values for any fields of any entity, derived from a seed: each edit changes some fields and
/// keeps the others.
struct SimulatedValues: Sendable {
  let seed: Int
  /// A type on the device.
  let type: String?
  /// A geofence on the device.
  let geofence: String?

  /// Whether an event gets a new time.
  var changesTime: Bool { seed % 5 == 0 }

  func change(_ event: inout Event) {
    var some = Chooser(seed)
    some.set(&event.notes, some.text("note"))
    some.set(&event.isAllDay, some.truth)
    some.set(&event.endDate, some.truth ? Timestamp(milliseconds: Int64(seed)) : nil)
    some.set(&event.sourceType, some.truth ? .manual : .imported)
    some.set(&event.externalId, some.text("external"))
    some.set(&event.originalTitle, some.text("title"))
    some.set(&event.geofenceId, some.truth ? geofence : nil)
    some.set(&event.locationLatitude, some.number(90))
    some.set(&event.locationLongitude, some.number(180))
    some.set(&event.healthKitCategory, some.text("category"))
    for key in ["a", "b", "c"] {
      let value = some.number(5).map { PropertyValue(type: .number, value: .number($0)) }
      some.set(&event.properties[key], value)
    }
  }

  func change(_ type: inout EventType) {
    var some = Chooser(seed)
    some.set(&type.color, some.truth ? "#000000" : "#FFFFFF")
    some.set(&type.icon, some.truth ? "leaf" : "star")
  }

  func change(_ geofence: inout Geofence) {
    var some = Chooser(seed)
    some.set(&geofence.latitude, some.number(90) ?? 0)
    some.set(&geofence.longitude, some.number(180) ?? 0)
    some.set(&geofence.radius, 100 + (some.number(10) ?? 0))
    some.set(&geofence.eventTypeEntryId, some.truth ? type : nil)
    some.set(&geofence.eventTypeExitId, some.truth ? type : nil)
    some.set(&geofence.isActive, some.truth)
    some.set(&geofence.notifyOnEntry, some.truth)
    some.set(&geofence.notifyOnExit, some.truth)
  }

  func change(_ definition: inout PropertyDefinition) {
    var some = Chooser(seed)
    some.set(&definition.propertyType, some.truth ? .number : .text)
    some.set(&definition.options, some.truth ? [] : ["x", "y"])
    some.set(&definition.defaultValue, some.number(9).map { .number($0) })
    some.set(&definition.displayOrder, seed % 10)
  }
}

/// Derives values from a seed.
private struct Chooser {
  private var random: SeededRandomNumberGenerator

  init(_ seed: Int) {
    random = SeededRandomNumberGenerator(seed: UInt64(seed))
  }

  var truth: Bool {
    mutating get { random.below(2) == 0 }
  }

  mutating func text(_ word: String) -> String? { truth ? "\(word) \(random.below(9))" : nil }

  mutating func number(_ limit: Int) -> Double? {
    truth ? Double(random.below(2 * limit) - limit) / 2 : nil
  }

  /// Sets a field in one of three cases.
  mutating func set<Value>(_ field: inout Value, _ value: Value) {
    if random.below(3) == 0 { field = value }
  }
}
