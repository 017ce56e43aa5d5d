public import Foundation

/// Keeps entries in user defaults, for small amounts of data.
///
/// The keys of the entries begin with the store's key. Several stores and processes may share that
/// key, because each writes its own keys.
///
/// Without a defaults server, as on Linux, Foundation keeps defaults in a file and overwrites it in
/// place. During each write, a store keeps a copy next to the file. If a process is killed while it
/// writes, the next write or read of any store restores all keys from that copy, including those of
/// other owners. Use a `MetricFileStore` for data that must survive a power failure.
public struct MetricUserDefaultsStore: BufferedMetricStore {
  /// The implementation of the store.
  public let core: MetricStoreCore

  /// Creates a store in these defaults.
  public init(
    userDefaults: UserDefaults, userDefaultKey: String,
    options: MetricStoreOptions = MetricStoreOptions()
  ) {
    let sink = DefaultsSink(userDefaults, key: userDefaultKey, retention: options.retention)
    core = MetricStoreCore(sink, options: options)
  }
}

extension MetricStore where Self == MetricUserDefaultsStore {
  /// A store that keeps entries in user defaults.
  public static func userDefaults(_ defaults: UserDefaults, key: String) -> MetricUserDefaultsStore
  {
    MetricUserDefaultsStore(userDefaults: defaults, userDefaultKey: key)
  }
}
