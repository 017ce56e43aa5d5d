import Foundation
public import Sync

/// The contents that mock stores share, in the role of a disk. It outlives engines, so that a test
/// can simulate a crash and a restart.
public final class MockDatabase: @unchecked Sendable {
  /// All rows.
  struct Contents {
    /// Entities, by kind and id.
    var rows: [EntityKind: [String: EntityRow]] = [:]
    var mutations: [PendingMutation] = []
    var lastSequence: Int64 = 0
    var batches: [MutationBatch] = []
    var record = SyncEngineRecord()
    var history: [SyncHistoryEntry] = []
    var changes: [QuarantinedChange] = []
    var shadow: ShadowRows?
    /// Base rows, by kind and id.
    var bases: [EntityKind: [String: EntityRow]] = [:]
  }

  private let lock = NSRecursiveLock()
  private var contents = Contents()
  private var failures: [String: [any Error]] = [:]
  private var recordedCalls: [String] = []
  private var committed = 0
  private var depth = 0
  private var innerError: (any Error)?

  init() {}

  /// The names of all store methods called so far.
  public var calls: [String] { locked { recordedCalls } }
  /// The number of committed transactions.
  public var commits: Int { locked { committed } }
  /// All mutations, including those in quarantine.
  public var mutations: [PendingMutation] { locked { contents.mutations } }
  /// All batches without an answer.
  public var batches: [MutationBatch] { locked { contents.batches } }
  /// The engine's row.
  public var record: SyncEngineRecord { locked { contents.record } }
  /// All events, by id.
  public var events: [Event] { locked { contents.events() } }
  /// All event types, by id.
  public var eventTypes: [EventType] {
    locked {
      contents.all(.eventType).compactMap {
        if case .eventType(let type) = $0 { type } else { nil }
      }
    }
  }
  /// All geofences, by id.
  public var geofences: [Geofence] {
    locked {
      contents.all(.geofence).compactMap {
        if case .geofence(let fence) = $0 { fence } else { nil }
      }
    }
  }
  /// The history, newest first.
  public var history: [SyncHistoryEntry] { locked { contents.history } }

  /// Makes the next calls of a store method fail, each with one of the errors.
  public func fail(_ method: String, with errors: any Error...) {
    locked { failures[method, default: []] += errors }
  }

  /// Replaces the engine's row.
  public func seed(record: SyncEngineRecord) { locked { contents.record = record } }
  /// Adds an event.
  public func seed(_ event: Event) { seed(event.row) }
  /// Adds an event type.
  public func seed(_ type: EventType) { seed(type.row) }
  /// Adds a geofence.
  public func seed(_ geofence: Geofence) { seed(geofence.row) }
  private func seed(_ row: EntityRow) { locked { contents[row.kind, row.id] = row } }
  /// Appends a mutation to the queue.
  public func seed(_ mutation: PendingMutation) {
    locked {
      contents.lastSequence += 1
      var placed = mutation
      placed.sequence = contents.lastSequence
      contents.mutations.append(placed)
    }
  }

  /// Records a call, throws an injected error, or runs the call.
  func call<Result>(_ method: String, _ body: (inout Contents) throws -> Result) throws -> Result {
    try locked {
      recordedCalls.append(method)
      if var queue = failures[method], !queue.isEmpty {
        defer { failures[method] = queue }
        throw queue.removeFirst()
      }
      return try body(&contents)
    }
  }

  /// Runs `body` while all other stores wait; reverts everything if it throws.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try locked {
      if depth > 0 {
        do {
          return try body()
        } catch {
          innerError = error
          throw error
        }
      }
      let before = contents
      innerError = nil
      depth += 1
      defer { depth -= 1 }
      do {
        if var queue = failures["transaction"], !queue.isEmpty {
          defer { failures["transaction"] = queue }
          throw queue.removeFirst()
        }
        let result = try body()
        if let innerError { throw innerError }
        committed += 1
        return result
      } catch {
        contents = before
        throw error
      }
    }
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
