import Basics
internal import Foundation

/// Writes user defaults so that none are lost if the process is killed while writing.
///
/// Apple's defaults server stores one key at a time and needs no help. On other platforms,
/// Foundation rewrites the file of the complete domain in place, from the contents that it read
/// last. During that time, a lock excludes other processes, and a copy of the file exists. A
/// process that gets the lock and finds a copy knows that the writer was killed, and restores the
/// copy if the file is incomplete.
final class DefaultsWriter {
  private let defaults: UserDefaults
  /// The possible paths of the domain's file.
  private let paths: [String]

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
    #if canImport(Darwin)
      paths = []
    #else
      paths = DefaultsWriter.files(of: defaults)
    #endif
  }

  /// Changes the defaults, and writes them.
  ///
  /// - Throws: `MetricStoreError.cannotWrite` if that fails, `.locked` if another process does not
  ///   finish; the stored data remains unchanged.
  func write(_ change: () -> Void) throws(MetricStoreError) {
    #if canImport(Darwin)
      change()
      defaults.synchronize()
    #else
      let failure = DefaultsWriter.whileLocked {
        restore()
        do {
          try keepCopy()
        } catch {
          return .cannotWrite(path: path ?? "user defaults", reason: "\(error)")
        }
        change()
        guard defaults.synchronize() else {
          restore()
          return .cannotWrite(
            path: path ?? "user defaults", reason: "the defaults could not be synchronized")
        }
        if let copy { unlink(copy) }
        return nil
      }
      if let failure { throw failure }
    #endif
  }
}

#if !canImport(Darwin)
  extension DefaultsWriter {
    /// The path of the domain's file; `nil` before the first write.
    private var path: String? {
      paths.first { access($0, F_OK) == 0 || access(DefaultsWriter.copy(of: $0), F_OK) == 0 }
    }

    private var copy: String? { path.map(DefaultsWriter.copy) }

    private static func copy(of path: String) -> String { path + ".before" }

    /// Foundation exposes neither a domain's name nor its file. The name is a stored property; the
    /// file is in the user's configuration folder.
    private static func files(of defaults: UserDefaults) -> [String] {
      let suite = Mirror(reflecting: defaults).children.first { $0.label == "suite" }?.value
      let names =
        (suite as? String).map { [$0] }
        ?? [Bundle.main.bundleIdentifier, ProcessInfo.processInfo.processName].compactMap(\.self)
      let folders =
        [ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]].compactMap(\.self)
        + [NSHomeDirectory() + "/.config"]
      return folders.flatMap { folder in names.map { "\(folder)/\($0).plist" } }
    }

    private func keepCopy() throws {
      guard let path, let copy, access(path, F_OK) == 0 else { return }
      let unfinished = copy + ".unfinished"
      unlink(unfinished)
      try FileManager.default.copyItem(atPath: path, toPath: unfinished)
      guard rename(unfinished, copy) == 0 else {
        throw MetricStoreError.cannotWrite(path: copy, reason: POSIXFile.Failure.last.reason)
      }
    }

    /// Restores the defaults that a killed process was rewriting.
    private func restore() {
      guard let path, let copy, access(copy, F_OK) == 0 else { return }
      guard let current = DefaultsWriter.domain(path) else {
        rename(copy, path)
        // Foundation rereads a file if it is newer than the contents in memory.
        utimes(path, nil)
        defaults.synchronize()
        return
      }
      // Another process may have written into a domain whose contents were lost.
      let kept = DefaultsWriter.domain(copy) ?? [:]
      if !kept.keys.contains(where: { current[$0] != nil }) {
        // Foundation does not write values that it believes to be in the file already.
        defaults.synchronize()
        for (key, value) in kept { defaults.set(value, forKey: key) }
      }
      if defaults.synchronize() { unlink(copy) }
    }

    /// The contents of a domain's file; `nil` if it is incomplete.
    private static func domain(_ path: String) -> [String: Any]? {
      let file = FileManager.default.contents(atPath: path)
      return file.flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any]
      }
    }

    private static let lock = Locked<Int32>(-1)

    /// Calls `body` while no other process of this user writes defaults with this type. Returns the
    /// error if that fails.
    private static func whileLocked(_ body: () -> MetricStoreError?) -> MetricStoreError? {
      lock.withLock { file in
        let path = NSTemporaryDirectory() + "/typed-metrics-defaults-\(getuid()).lock"
        if file < 0 {
          file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else {
          return .cannotOpen(path: path, reason: POSIXFile.Failure.last.reason)
        }
        guard POSIXFile.lock(file) else { return .locked(path: path) }
        defer { flock(file, LOCK_UN) }
        return body()
      }
    }
  }
#endif
