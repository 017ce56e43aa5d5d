import Sync
import SyncBackend
import SyncSQLite

extension Simulation {
  /// Does one thing on a device.
  func perform(_ action: SimulatedAction, on index: Int) async throws {
    let device = devices[index]
    clock.advance(by: .milliseconds(Int64.random(in: 1...900, using: &random)))
    switch action {
    case .createType, .renameType, .deleteType: try await editType(action, on: device)
    case .createEvents(let count): try await createEvents(count, on: device)
    case .updateEvent, .deleteEvent: try await editEvent(action, on: device)
    case .createGeofence, .moveGeofence: try await editGeofence(action, on: device)
    case .sync: await device.engine.performSync()
    case .crash: device.restart()
    case .goOffline: device.network.isConnected = false
    case .goOnline: device.network.isConnected = true
    case .wait(let seconds): clock.advance(by: .seconds(seconds))
    case .fault(let fault): server.inject(fault)
    case .forceResync: try await device.engine.forceFullResync()
    }
  }

  private func editType(_ action: SimulatedAction, on device: SimulatedDevice) async throws {
    let types = try await device.eventStore.eventTypes()
    let name = "Type \(UInt32.random(in: 0...(.max), using: &random))"
    guard action != .createType, let type = types.randomElement(using: &random) else {
      try await device.eventStore.createEventType(named: name)
      return
    }
    if action == .renameType {
      try await device.eventStore.updateEventType(id: type.id) { $0.name = name }
    } else {
      try await device.eventStore.deleteEventType(id: type.id)
      ledger.deletedTypes.insert(type.id)
    }
  }

  private func createEvents(_ count: Int, on device: SimulatedDevice) async throws {
    let types = try await device.eventStore.eventTypes()
    guard let type = types.randomElement(using: &random) else { return }
    let times = (0..<count).map { _ in
      Timestamp(milliseconds: .random(in: 0...1_700_000_000_000, using: &random))
    }
    let events = try await device.eventStore.createEvents(times, ofType: type.id)
    for event in events { ledger.created[event.id] = type.id }
  }

  private func editEvent(_ action: SimulatedAction, on device: SimulatedDevice) async throws {
    let events = try await device.eventStore.events()
    guard let event = events.randomElement(using: &random) else { return }
    if action == .deleteEvent {
      try await device.eventStore.deleteEvent(id: event.id)
      ledger.deleted.insert(event.id)
    } else {
      let note = "note \(UInt32.random(in: 0...(.max), using: &random))"
      let isCleared = Bool.random(using: &random)
      try await device.eventStore.updateEvent(id: event.id) { $0.notes = isCleared ? nil : note }
    }
  }

  private func editGeofence(_ action: SimulatedAction, on device: SimulatedDevice) async throws {
    let fences = try await device.eventStore.geofences()
    let radius = Double.random(in: 50...500, using: &random)
    guard action == .moveGeofence, let fence = fences.randomElement(using: &random) else {
      let name = "Place \(UInt32.random(in: 0...(.max), using: &random))"
      try await device.eventStore.createGeofence(named: name, latitude: 1, longitude: 2)
      return
    }
    try await device.eventStore.updateGeofence(id: fence.id) { $0.radius = radius }
  }
}
