import Foundation
import Sync
import SyncSQLite
import TestTools
import Testing

/// Two devices that create the same entities without knowing of each other, with the real rules.
@Suite(.timeLimit(.minutes(testMinutes))) struct SameNameTests {
  /// Creates a type, a definition, a geofence and events; each device has different times.
  private func fill(_ device: Device, events: Int, from second: Int64) async throws {
    let type = try await device.eventStore.createEventType(named: "Run")
    let home = try await device.eventStore.createGeofence(
      named: "Home", latitude: 1, longitude: 2
    ) { $0.eventTypeEntryId = type.id }
    try await device.eventStore.createPropertyDefinition(
      ofType: type.id, key: "km", label: "Distance")
    let start = Timestamp(milliseconds: 1_766_000_000_000)
    try await device.eventStore.createEvents(
      (0..<events).map { start.advanced(by: .seconds(second + Int64($0))) }, ofType: type.id
    ) { $0.geofenceId = home.id }
  }

  @Test
  func `both devices end with one type, one geofence, one definition, and the events of both`()
    async throws
  {
    let bench = try Bench()
    let name = UUID().uuidString
    let first = try Device(bench, name: "first \(name)")
    let second = try Device(bench, name: "second \(name)")
    try await fill(first, events: 60, from: 0)
    try await fill(second, events: 70, from: 100)
    for device in [first, second, first, second] { await device.engine.performSync() }
    for device in [first, second] {
      #expect(try await device.engine.quarantinedMutations().isEmpty)
      #expect(try await device.engine.getPendingCount() == 0)
      let types = try await device.eventStore.eventTypes()
      #expect(types.count == 1)
      let events = try await device.eventStore.events()
      #expect(events.count == 130)
      #expect(events.allSatisfy { $0.eventTypeId == types[0].id && $0.syncStatus == .synced })
      let geofences = try await device.eventStore.geofences()
      #expect(geofences.map(\.eventTypeEntryId) == [types[0].id])
      #expect(events.allSatisfy { $0.geofenceId == geofences[0].id })
      #expect(try await device.eventStore.propertyDefinitions().count == 1)
    }
    #expect(try await first.eventStore.events() == second.eventStore.events())
    #expect(try await first.eventStore.geofences() == second.eventStore.geofences())
    #expect(try await first.eventStore.eventTypes() == second.eventStore.eventTypes())
  }

  @Test
  func `an event that both devices created becomes one, if neither has more values`() async throws {
    let bench = try Bench()
    let name = UUID().uuidString
    let first = try Device(bench, name: "first \(name)")
    let second = try Device(bench, name: "second \(name)")
    try await fill(first, events: 3, from: 0)
    try await fill(second, events: 3, from: 2)
    for device in [first, second, first, second] { await device.engine.performSync() }
    for device in [first, second] {
      #expect(try await device.eventStore.events().count == 5)
      #expect(try await device.engine.quarantinedMutations().isEmpty)
    }
  }
}
