public import Foundation

/// The figures of one metric payload that matter to most apps. A figure is `nil` if the payload
/// does not have it or if it is ambiguous.
public struct MetricSummary: Sendable, Codable, Hashable {
  /// The period, as the payload writes it.
  public var timeRange: String
  /// The beginning of the period; `nil` if the payload states no time zone and UTC is not assumed.
  public var begin: Date?
  /// The end of the period.
  public var end: Date?
  /// The latest version of the app in that period.
  public var appVersion: String?
  /// The build of the app.
  public var appBuildVersion: String?
  /// Whether there were several versions of the app; `nil` if unknown.
  public var includesMultipleApplicationVersions: Bool?
  /// The system.
  public var osVersion: String?
  /// The kind of device.
  public var deviceType: String?

  /// The most memory ever used, in megabytes.
  public var peakMemoryUsageMB: Double?
  /// The average memory while suspended, in megabytes.
  public var averageSuspendedMemoryMB: Double?
  /// Time on the CPU.
  public var cumulativeCPUTimeSeconds: Double?
  /// Time on the GPU.
  public var cumulativeGPUTimeSeconds: Double?
  /// Data written to storage, in megabytes.
  public var cumulativeDiskWritesMB: Double?
  /// Hitches while scrolling as a share of the time: 0.05 is 50 ms in a second.
  public var scrollHitchTimeRatio: Double?
  /// Time in the foreground.
  public var foregroundTimeSeconds: Double?
  /// Time in the background.
  public var backgroundTimeSeconds: Double?
  /// Data received over cellular networks, in megabytes.
  public var cellularDownloadMB: Double?
  /// Data sent over cellular networks, in megabytes.
  public var cellularUploadMB: Double?
  /// Data received over Wi-Fi, in megabytes.
  public var wifiDownloadMB: Double?
  /// Data sent over Wi-Fi, in megabytes.
  public var wifiUploadMB: Double?

  /// Hangs.
  public var hangs: DurationSummary?
  /// Launches, from the tap to the first frame.
  public var launches: DurationSummary?
  /// Returns from the background.
  public var resumes: DurationSummary?

  /// Creates a summary with only a period.
  public init(timeRange: String) { self.timeRange = timeRange }
}

extension MetricSummary {
  /// The average memory while suspended, which is the only average that MetricKit reports.
  public var averageMemoryUsageMB: Double? { averageSuspendedMemoryMB }
  /// The duration of all hangs: the middle of the certain bounds in `hangs`.
  public var totalHangTimeSeconds: Double? { hangs?.totalSeconds?.middle }
  /// The mean duration of a launch: the middle of the certain bounds in `launches`.
  public var averageLaunchTimeSeconds: Double? {
    launches.flatMap { launches in
      launches.totalSeconds.map { $0.middle / Double(max(1, launches.count)) }
    }
  }
  /// CPU time as a percentage of the time in the foreground; `nil` without time in the foreground.
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
  /// The number of durations.
  public var count: Int
  /// The duration that half of them do not exceed.
  public var p50: SecondsBounds?
  /// The duration that 90 % of them do not exceed.
  public var p90: SecondsBounds?
  /// The duration that 99 % of them do not exceed.
  public var p99: SecondsBounds?
  /// The sum of all durations.
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

/// A duration that is certainly between two bounds.
public struct SecondsBounds: Sendable, Codable, Hashable {
  /// The lower bound in seconds.
  public var lower: Double
  /// The upper bound in seconds.
  public var upper: Double
  /// The duration under the assumption of evenly distributed values in each bucket.
  public var estimate: Double

  /// Creates bounds; the default estimate is their middle.
  public init(lower: Double, upper: Double, estimate: Double? = nil) {
    self.lower = lower
    self.upper = upper
    self.estimate = estimate ?? (lower + upper) / 2
  }

  /// The middle of the bounds.
  public var middle: Double { (lower + upper) / 2 }
}
