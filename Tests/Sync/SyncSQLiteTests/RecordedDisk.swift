import CSQLite
import Foundation
import Sync
import Synchronization

/// SQLite's disk operations, and the possible files after a power failure.
///
/// A file system that forwards everything to the real one is registered with SQLite under its own
/// name. Each write, truncation, sync and deletion is recorded, and any of them can be made to
/// fail.
final class RecordedDisk: Sendable {
  enum Operation: Sendable {
    case write(file: String, offset: Int, bytes: [UInt8])
    case truncate(file: String, size: Int)
    case sync(file: String)
    case delete(file: String)

    var file: String {
      switch self {
      case .write(let file, _, _), .truncate(let file, _), .sync(let file), .delete(let file): file
      }
    }
  }

  private struct State {
    var operations: [Operation] = []
    var failing: Int?
  }

  /// The name to open a database with.
  let name: String
  private let state = Mutex(State())

  init() {
    name = "recorded-\(UUID().uuidString)"
    RecordedFileSystem.register(self)
  }

  /// The operations so far.
  var operations: [Operation] { state.withLock { $0.operations } }

  /// The number of operations so far.
  var count: Int { state.withLock { $0.operations.count } }

  /// Makes the operation with this number fail once.
  func fail(at number: Int) {
    state.withLock { $0.failing = number }
  }

  /// Whether the requested failure has happened.
  var hasFailed: Bool { state.withLock { $0.failing == nil } }

  /// Records an operation; returns `false` if it must fail instead.
  func record(_ operation: Operation) -> Bool {
    state.withLock { state in
      if state.failing == state.operations.count {
        state.failing = nil
        return false
      }
      state.operations.append(operation)
      return true
    }
  }
}

// MARK: - Power cuts

extension RecordedDisk {
  /// The files that a power failure after the first `count` operations could leave.
  ///
  /// Synced data is present. Of data written to a file after its last sync, any sector of 512 bytes
  /// may be present or missing, independently of the others. A deletion is certain once any file
  /// was synced after it, because that also writes the directory.
  static func image(
    after operations: ArraySlice<Operation>, chance: inout SeededRandomNumberGenerator
  ) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var lastSyncs: [String: Int] = [:]
    for (place, operation) in operations.enumerated() {
      if case .sync(let file) = operation { lastSyncs[file] = place }
    }
    let lastSync = lastSyncs.values.max() ?? -1
    for (place, operation) in operations.enumerated() {
      var isSynced = place <= lastSyncs[operation.file] ?? -1
      if case .delete = operation { isSynced = place <= lastSync }
      apply(operation, to: &files[operation.file], isSynced: isSynced, chance: &chance)
    }
    return files
  }

  private static func apply(
    _ operation: Operation, to content: inout [UInt8]?, isSynced: Bool,
    chance: inout SeededRandomNumberGenerator
  ) {
    switch operation {
    case .write(_, let offset, let bytes):
      var file = content ?? []
      for start in stride(from: 0, to: bytes.count, by: 512) {
        guard isSynced || Bool.random(using: &chance) else { continue }
        let sector = bytes[start..<min(start + 512, bytes.count)]
        let end = offset + start + sector.count
        if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
        file.replaceSubrange(offset + start..<end, with: sector)
      }
      content = file
    case .truncate(_, let size):
      guard isSynced || Bool.random(using: &chance), let file = content else { return }
      let zeros = [UInt8](repeating: 0, count: max(0, size - file.count))
      content = Array(file.prefix(size)) + zeros
    case .delete:
      if isSynced || Bool.random(using: &chance) { content = nil }
    case .sync: break
    }
  }
}
