/// Metric payloads of many days and devices, merged. Aggregates can be merged in any order and any
/// grouping, with the same result.
///
/// Quantiles are never averaged: the buckets of histograms are added, and quantiles are taken from
/// the sum.
public struct PayloadAggregate: Hashable, Sendable {
  /// A signpost's category and name.
  public struct SignpostName: Hashable, Sendable, Comparable {
    /// The log handle's category.
    public let category: String
    /// The signpost's name.
    public let name: String

    /// Orders by category, then by name.
    public static func < (left: SignpostName, right: SignpostName) -> Bool {
      (left.category, left.name) < (right.category, right.name)
    }
  }

  /// The number of payloads.
  public private(set) var payloadCount = 0
  /// The number of payloads that report several versions of the app.
  public private(set) var mixedVersionCount = 0
  /// The number of payloads of each version of the app; `?` if the version is missing.
  public private(set) var versions: [String: Int] = [:]
  /// The number of payloads of each kind of device.
  public private(set) var devices: [String: Int] = [:]
  /// The number of payloads of each version of the system.
  public private(set) var systems: [String: Int] = [:]
  /// Single values.
  public private(set) var values: [MetricPath: ValueTally] = [:]
  /// Averages.
  public private(set) var averages: [MetricPath: AverageTally] = [:]
  /// Histograms.
  public private(set) var histograms: [MetricPath: PayloadHistogram] = [:]
  /// The number of times the app ended in the foreground, by reason.
  public private(set) var foregroundExits: [String: Int] = [:]
  /// The number of times it ended in the background.
  public private(set) var backgroundExits: [String: Int] = [:]
  /// Custom signposts.
  public private(set) var signposts: [SignpostName: SignpostTally] = [:]
  /// The earliest begin and the latest end, as texts; within one time zone, these sort by time.
  public private(set) var times: ClosedRange<String>?
  /// The number of problems of each kind.
  public private(set) var problems: [PayloadProblem.Kind: Int] = [:]

  /// Creates an empty aggregate.
  public init() {}

  /// Adds a payload. It does not detect duplicates: see `MetricPayload`'s equality.
  public mutating func add(_ payload: MetricPayload) {
    payloadCount += 1
    if payload.includesMultipleApplicationVersions == true { mixedVersionCount += 1 }
    versions[payload.appVersion ?? "?", default: 0] += 1
    devices[payload.metadata.deviceType ?? "?", default: 0] += 1
    systems[payload.metadata.osVersion ?? "?", default: 0] += 1
    for (path, value) in payload.values { values[path, default: ValueTally()].add(value) }
    for (path, value) in payload.averages { averages[path, default: AverageTally()].add(value) }
    for (path, value) in payload.histograms {
      histograms[path, default: PayloadHistogram()].merge(value)
    }
    for signpost in payload.signposts {
      let name = SignpostName(category: signpost.category, name: signpost.name)
      signposts[name, default: SignpostTally()].add(signpost)
    }
    if let exits = payload.exits {
      foregroundExits.merge(exits.foreground) { $0.addingSaturating($1) }
      backgroundExits.merge(exits.background) { $0.addingSaturating($1) }
    }
    for problem in payload.problems { problems[problem.kind, default: 0] += 1 }
    let written = [payload.begin, payload.end].compactMap { $0?.text }.sorted()
    if let first = written.first, let last = written.last { add(first...last) }
  }

  /// Adds another aggregate; a payload in both counts twice.
  public mutating func merge(_ other: PayloadAggregate) {
    payloadCount += other.payloadCount
    mixedVersionCount += other.mixedVersionCount
    versions.merge(other.versions) { $0.addingSaturating($1) }
    devices.merge(other.devices) { $0.addingSaturating($1) }
    systems.merge(other.systems) { $0.addingSaturating($1) }
    values.merge(other.values) { $0.merged($1) }
    for (path, value) in other.averages { averages[path, default: AverageTally()].merge(value) }
    for (path, value) in other.histograms {
      histograms[path, default: PayloadHistogram()].merge(value)
    }
    for (name, value) in other.signposts { signposts[name, default: SignpostTally()].merge(value) }
    foregroundExits.merge(other.foregroundExits) { $0.addingSaturating($1) }
    backgroundExits.merge(other.backgroundExits) { $0.addingSaturating($1) }
    problems.merge(other.problems) { $0.addingSaturating($1) }
    if let theirs = other.times { add(theirs) }
  }

  /// Whether the payloads belong to several versions of the app, or one of them does.
  public var hasSeveralVersions: Bool { versions.count > 1 || mixedVersionCount > 0 }

  private mutating func add(_ written: ClosedRange<String>) {
    times =
      times.map {
        min($0.lowerBound, written.lowerBound)...max($0.upperBound, written.upperBound)
      } ?? written
  }
}
