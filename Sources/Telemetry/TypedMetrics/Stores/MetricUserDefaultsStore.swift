public import Foundation

/// Keeps entries in user defaults, for small amounts.
///
/// The entries lie under keys that begin with the store's key. Several stores and processes may use
/// the same key: each writes keys of its own.
///
/// Where there is no defaults server, as on Linux, Foundation keeps defaults in a file and overwrites
/// it in place. For that time a store keeps a copy beside the file, from which the next write or read
/// of any store restores what a killed process was about to rewrite: other people's keys as well.
/// What must survive a power failure belongs into a `MetricFileStore`.
public struct MetricUserDefaultsStore: BufferedMetricStore {
  /// The store's inner part.
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
