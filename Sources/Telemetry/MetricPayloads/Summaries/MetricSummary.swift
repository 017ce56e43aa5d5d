public import Foundation

/// The figures of one metric payload that most apps look at. What the payload does not say, or does
/// not say for certain, is missing.
public struct MetricSummary: Sendable, Codable, Hashable {
  /// The stretch of time as the payload writes it.
  public var timeRange: String
  /// When it began; nothing if the payload does not say the zone.
  public var begin: Date?
  /// When it ended.
  public var end: Date?
  /// The latest version of the app in that time.
  public var appVersion: String?
  /// The build of the app.
  public var appBuildVersion: String?
  /// Whether there was more than one version; nothing if that is not known.
  public var includesMultipleApplicationVersions: Bool?
  /// The system.
  public var osVersion: String?
  /// The kind of device.
  public var deviceType: String?

  /// The most memory ever used, in megabytes.
  public var peakMemoryUsageMB: Double?
  /// Memory while suspended, on average, in megabytes.
  public var averageSuspendedMemoryMB: Double?
  /// Time on the CPU.
  public var cumulativeCPUTimeSeconds: Double?
  /// Time on the GPU.
  public var cumulativeGPUTimeSeconds: Double?
  /// Written to storage, in megabytes.
  public var cumulativeDiskWritesMB: Double?
  /// Hitches while scrolling as a share of the time: 0.05 is 50 ms in a second.
  public var scrollHitchTimeRatio: Double?
  /// Time in the foreground.
  public var foregroundTimeSeconds: Double?
  /// Time in the background.
  public var backgroundTimeSeconds: Double?
  /// Received over cellular networks, in megabytes.
  public var cellularDownloadMB: Double?
  /// Sent over cellular networks, in megabytes.
  public var cellularUploadMB: Double?
  /// Received over Wi-Fi, in megabytes.
  public var wifiDownloadMB: Double?
  /// Sent over Wi-Fi, in megabytes.
  public var wifiUploadMB: Double?

  /// Hangs.
  public var hangs: DurationSummary?
  /// Launches, from the tap to the first picture.
  public var launches: DurationSummary?
  /// Returns from the background.
  public var resumes: DurationSummary?

  /// Creates a summary that knows nothing but its time.
  public init(timeRange: String) { self.timeRange = timeRange }
}

extension MetricSummary {
  /// Memory while suspended: the only average that MetricKit gives.
  public var averageMemoryUsageMB: Double? { averageSuspendedMemoryMB }
  /// All hangs together; the middle of what is certain, which `hangs` gives.
  public var totalHangTimeSeconds: Double? { hangs?.totalSeconds?.middle }
  /// The mean launch; the middle of what is certain, which `launches` gives.
  public var averageLaunchTimeSeconds: Double? {
    launches.flatMap { launches in
      launches.totalSeconds.map { $0.middle / Double(max(1, launches.count)) }
    }
  }
  /// Time on the CPU as a percentage of the time in the foreground; nothing without such time.
  public var averageCPUPercentage: Double? {
    guard let foregroundTimeSeconds, foregroundTimeSeconds > 0 else { return nil }
    return cumulativeCPUTimeSeconds.map { $0 / foregroundTimeSeconds * 100 }
  }
}

extension MetricSummary: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    let figures = [
      ("peak memory", peakMemoryUsageMB, "MB"), ("CPU", cumulativeCPUTimeSeconds, "s"),
      ("hangs", totalHangTimeSeconds, "s"), ("launch", averageLaunchTimeSeconds, "s"),
    ]
    let known = figures.compactMap { name, value, unit in value.map { "\(name) \($0) \(unit)" } }
    return ([timeRange, appVersion].compactMap { $0 } + known).joined(separator: ", ")
  }
}

/// Durations of a histogram.
public struct DurationSummary: Sendable, Codable, Hashable {
  /// How many there are.
  public var count: Int
  /// Half of them are not longer.
  public var p50: SecondsBounds?
  /// Nine of ten are not longer.
  public var p90: SecondsBounds?
  /// 99 of 100 are not longer.
  public var p99: SecondsBounds?
  /// All of them together.
  public var totalSeconds: SecondsBounds?

  /// Creates a summary.
  public init(
    count: Int, p50: SecondsBounds? = nil, p90: SecondsBounds? = nil, p99: SecondsBounds? = nil,
    totalSeconds: SecondsBounds? = nil
  ) {
    self.count = count
    self.p50 = p50
    self.p90 = p90
    self.p99 = p99
    self.totalSeconds = totalSeconds
  }
}

/// A duration that lies between two bounds for certain.
public struct SecondsBounds: Sendable, Codable, Hashable {
  /// It is not shorter, in seconds.
  public var lower: Double
  /// It is not longer, in seconds.
  public var upper: Double
  /// If durations lie evenly in their buckets.
  public var estimate: Double

  /// Creates bounds; without an estimate it is the middle.
  public init(lower: Double, upper: Double, estimate: Double? = nil) {
    self.lower = lower
    self.upper = upper
    self.estimate = estimate ?? (lower + upper) / 2
  }

  /// The middle of the bounds.
  public var middle: Double { (lower + upper) / 2 }
}
