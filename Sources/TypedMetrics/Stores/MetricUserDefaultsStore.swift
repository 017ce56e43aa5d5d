public import Foundation

/// Keeps entries in user defaults, for small amounts.
///
/// The entries lie under keys that begin with the store's key. Several stores and processes may use
/// the same key: each writes keys of its own.
///
/// Foundation keeps defaults in a file of its own where there is no defaults server, as on Linux,
/// and overwrites that file in place: a process that is killed at that moment loses all of them.
/// What must survive that belongs into a `MetricFileStore`.
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
