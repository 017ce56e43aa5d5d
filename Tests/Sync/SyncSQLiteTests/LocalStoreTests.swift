import Foundation
import SQLiteAccess
import Sync
import SyncSQLite
import TestTools
import Testing

/// Tests that need a store on disk: reopening, several connections, crashes.
@Suite(.timeLimit(.minutes(testMinutes))) struct LocalStoreTests {
  private let folder: TemporaryFolder
  private let factory: LocalStoreFactory
  private var path: String { folder.file("store.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    factory = LocalStoreFactory(path: folder.file("store.sqlite"))
  }

  @Test func `saved writes are present after reopening, unsaved ones are not`() throws {
    do {
      let store = try factory.makeLocalStore()
      try store.put(Event.full("saved"))
      try store.save()
      try store.put(Event.full("unsaved"))
      #expect(try store.fetchAllEvents().count == 2)
    }
    let store = try factory.makeLocalStore()
    #expect(try store.fetchAllEvents() == [.full("saved")])
  }

  @Test func `the bytes of two stores' rows are equal exactly if every field is`() throws {
    func rows(_ kind: EntityKind, _ write: (LocalStore) throws -> Void) throws -> [String] {
      let store = try LocalStoreFactory(path: folder.file("\(UUID()).sqlite")).makeLocalStore()
      try write(store)
      return try store.probeRows(of: kind).map { "\($0.id) \($0.literals)" }
    }
    var (event, type, geofence, definition) = (
      Event.full("e"), EventType.full("t"), Geofence.full("g"), PropertyDefinition.full("p")
    )
    func all() throws -> [[String]] {
      [
        try rows(.event) { try $0.put(event) }, try rows(.eventType) { try $0.put(type) },
        try rows(.geofence) { try $0.put(geofence) },
        try rows(.propertyDefinition) { try $0.put(definition) },
      ]
    }
    let before = try all()
    #expect(try all() == before)
    #expect(before.allSatisfy { $0.count == 1 })
    event.locationLongitude = (-0.25).nextUp
    type.name = "run"
    geofence.notifyOnExit = false
    definition.options = ["a", "b\"d"]
    #expect(zip(before, try all()).allSatisfy { $0 != $1 })
  }

  @Test func `a transaction saves earlier writes`() throws {
    struct Stop: Error {}
    do {
      let store = try factory.makeLocalStore()
      try store.put(Event.full("before"))
      #expect(throws: Stop.self) {
        try store.transaction {
          try store.put(Event.full("inside"))
          throw Stop()
        }
      }
    }
    let store = try factory.makeLocalStore()
    #expect(try store.fetchAllEvents().map(\.id) == ["before"])
  }

  @Test func `save() inside a transaction makes nothing durable`() throws {
    struct Stop: Error {}
    let store = try factory.makeLocalStore()
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.put(Event.full("inside"))
        try store.save()
        throw Stop()
      }
    }
    #expect(try store.fetchAllEvents().isEmpty)
  }

  @Test
  func `a process that ends inside a transaction leaves neither edit nor mutation (B14)`() throws {
    let store = try factory.makeLocalStore()
    try store.put(EventType.full("t1"))
    try store.save()
    var copy: LocalStore?
    try store.transaction {
      try store.put(Event.full("e1"))
      try store.insertPendingMutation(.queued("m1", "e1"))
      copy = try crashedCopy("inside")
    }
    let inside = try #require(copy)
    #expect(try inside.fetchAllEventTypes().map(\.id) == ["t1"])
    #expect(try inside.findEvent(id: "e1") == nil)
    #expect(try inside.countPendingMutations() == 0)
    let after = try crashedCopy("after")
    #expect(try after.findEvent(id: "e1") == .full("e1"))
    #expect(try after.countPendingMutations() == 1)
  }

  @Test func `a crash during a bootstrap leaves the entities unchanged`() throws {
    let store = try factory.makeLocalStore()
    try store.put(Event.full("old"))
    try store.save()
    try store.emptyShadow(limit: .max)
    try store.insertShadow(ShadowRows(events: [.full("new")]))
    try store.save()
    #expect(try crashedCopy("filled").fetchAllEvents().map(\.id) == ["old"])
    try store.transaction {
      try store.swapShadow()
      #expect(try crashedCopy("swapping").fetchAllEvents().map(\.id) == ["old"])
    }
    #expect(try crashedCopy("swapped").fetchAllEvents().map(\.id) == ["new"])
  }

  @Test func `a second store reads the last commit while the first is writing`() throws {
    let writer = try factory.makeLocalStore()
    let reader = try factory.makeLocalStore()
    try writer.put(Event.full("e1"))
    #expect(try reader.fetchAllEvents().isEmpty)
    try writer.save()
    #expect(try reader.fetchAllEvents().map(\.id) == ["e1"])
  }

  @Test func `mistakes of a caller do no harm: another id, a page of size zero`() throws {
    let store = try factory.makeLocalStore()
    try store.upsertEvent(id: "e") { $0.id = "other" }
    #expect(try store.fetchAllEvents().map(\.id) == ["e"])
    try store.insertPendingMutation(.queued("m", "e"))
    #expect(try store.fetchPendingMutations(after: 0, limit: -1).isEmpty)
    #expect(try store.fetchPendingMutations(after: .max, limit: .max).isEmpty)
  }

  @Test func `a second mutation with the same id is a unique violation`() throws {
    let store = try factory.makeLocalStore()
    try store.insertPendingMutation(.queued("m", "e1"))
    let error = #expect(throws: DatabaseError.self) {
      try store.insertPendingMutation(.queued("m", "e2"))
    }
    #expect(error?.isUniqueViolation == true)
  }

  @Test func `a file that was not closed is checked on opening only if requested (O8)`() throws {
    do {
      let store = try factory.makeLocalStore()
      for number in 1...300 { try store.put(Event.full("e\(number)")) }
      try store.save()
    }
    let store = try factory.makeLocalStore()
    try store.upsertEventType(id: "t") { _ in }
    try store.save()
    try store.checkIntegrity()
    let examined = try damagedCopy("examined")
    let error = #expect(throws: DatabaseError.self) {
      _ = try LocalStoreFactory(path: examined, checksIntegrity: true).makeLocalStore()
    }
    #expect(error?.isDamage == true)
    // The first store of a file cleans up its log, so this one needs a separate copy.
    let opened = try LocalStoreFactory(path: damagedCopy("opened")).makeLocalStore()
    let found = #expect(throws: DatabaseError.self) { try opened.checkIntegrity() }
    #expect(found?.isDamage == true)
  }

  /// The path of a damaged copy of the files, which was not closed.
  private func damagedCopy(_ name: String) throws -> String {
    let copy = "\(path).\(name)"
    try copyFiles(to: copy)
    let file = try #require(FileHandle(forUpdatingAtPath: copy))
    try file.seek(toOffset: 4096 * 40)
    try file.write(contentsOf: Data(repeating: 0x5a, count: 4096 * 20))
    try file.close()
    return copy
  }

  @Test func `the app's factory opens local stores with a file and in memory`() throws {
    let onDisk = DefaultDataStoreFactory(path: path)
    let store = try onDisk.makeDataStore()
    #expect(store is LocalStore)
    try store.put(Event.full("e1"))
    try store.save()
    #expect(try onDisk.makeDataStore().fetchAllEvents().count == 1)
    let inMemory = try DefaultDataStoreFactory(inMemory: folder.path)
    do {
      let store = try inMemory.makeDataStore()
      try store.put(Event.full("e1"))
      try store.save()
    }
    #expect(try inMemory.makeDataStore().fetchAllEvents().count == 1)
  }

  /// Opens a copy of the files that a crash at this time would leave.
  private func crashedCopy(_ name: String) throws -> LocalStore {
    try copyFiles(to: path + "." + name)
    return try LocalStoreFactory(path: path + "." + name).makeLocalStore()
  }

  private func copyFiles(to copy: String) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }
}
