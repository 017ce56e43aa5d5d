import Basics
internal import Foundation

/// Writes user defaults so that a process which is killed meanwhile loses none of them.
///
/// Apple's defaults server takes one key at a time and needs no help. Foundation elsewhere rewrites
/// the file of the whole domain in place, from what it last read. There a lock keeps other processes
/// out for that time, and a copy lies beside the file. Who gets the lock next and finds a copy knows
/// that its writer was killed, and puts the copy back where the file is not whole.
final class DefaultsWriter {
  private let defaults: UserDefaults
  /// Where Foundation may keep the domain's file.
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
  /// - Throws: `MetricStoreError.cannotWrite` where that cannot be done, `.locked` where another
  ///   process does not finish; what was stored before stays.
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
    /// The domain's file; nothing before the first write.
    private var path: String? {
      paths.first { access($0, F_OK) == 0 || access(DefaultsWriter.copy(of: $0), F_OK) == 0 }
    }

    private var copy: String? { path.map(DefaultsWriter.copy) }

    private static func copy(of path: String) -> String { path + ".before" }

    /// Foundation tells nobody a domain's name, nor its file. The name is a stored property; the
    /// file lies in the user's folder of configurations.
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

    /// Puts back what a killed process was about to rewrite.
    private func restore() {
      guard let path, let copy, access(copy, F_OK) == 0 else { return }
      guard let current = DefaultsWriter.domain(path) else {
        rename(copy, path)
        // Foundation reads a file again when it is younger than what it knows.
        utimes(path, nil)
        defaults.synchronize()
        return
      }
      // Somebody else may have written into a domain of which nothing was left.
      let kept = DefaultsWriter.domain(copy) ?? [:]
      if !kept.keys.contains(where: { current[$0] != nil }) {
        // What Foundation believes to be in the file already, it does not write.
        defaults.synchronize()
        for (key, value) in kept { defaults.set(value, forKey: key) }
      }
      if defaults.synchronize() { unlink(copy) }
    }

    /// What a domain's file holds; nothing where it is not whole.
    private static func domain(_ path: String) -> [String: Any]? {
      let file = FileManager.default.contents(atPath: path)
      return file.flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any]
      }
    }

    private static let lock = Locked<Int32>(-1)

    /// Does something while no other process of this user writes defaults with this type; says why
    /// it could not be done.
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
