/// The position of a metric in a payload: `applicationLaunchMetrics.histogrammedResumeTime`.
public struct MetricPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The key of the section.
  public let section: String
  /// The key within the section, as in the JSON; some keys differ from Apple's property names.
  public let key: String

  /// Creates a path.
  public init(_ section: String, _ key: String) {
    self.section = section
    self.key = key
  }

  /// Both keys with a point between them.
  public var description: String { "\(section).\(key)" }

  /// Orders by section, then by key.
  public static func < (left: MetricPath, right: MetricPath) -> Bool {
    (left.section, left.key) < (right.section, right.key)
  }

  /// How the values of several payloads are combined.
  public var combination: Combination {
    if key.hasPrefix("cumulative") { return .sum }
    return key.hasPrefix("peak") ? .maximum : .range
  }

  /// Ways to combine the values of several payloads.
  public enum Combination: Hashable, Sendable {
    /// The sum of the values.
    case sum
    /// The largest value.
    case maximum
    /// The smallest and the largest value, for ratios and states, which cannot be added.
    case range
  }
}

extension MetricPath {
  /// Time on the CPU.
  public static let cpuTime = MetricPath("cpuMetrics", "cumulativeCPUTime")
  /// Instructions executed.
  public static let cpuInstructions = MetricPath("cpuMetrics", "cumulativeCPUInstructions")
  /// Time on the GPU.
  public static let gpuTime = MetricPath("gpuMetrics", "cumulativeGPUTime")
  /// The most memory ever used.
  public static let peakMemory = MetricPath("memoryMetrics", "peakMemoryUsage")
  /// Memory while suspended, an average.
  public static let suspendedMemory = MetricPath("memoryMetrics", "averageSuspendedMemory")
  /// Bytes written to storage.
  public static let diskWrites = MetricPath("diskIOMetrics", "cumulativeLogicalWrites")
  /// Time in the foreground.
  public static let foregroundTime = MetricPath(
    "applicationTimeMetrics", "cumulativeForegroundTime")
  /// Time in the background.
  public static let backgroundTime = MetricPath(
    "applicationTimeMetrics", "cumulativeBackgroundTime")
  /// Bytes received over cellular networks.
  public static let cellularDownload = MetricPath(
    "networkTransferMetrics", "cumulativeCellularDownload")
  /// Bytes sent over cellular networks.
  public static let cellularUpload = MetricPath(
    "networkTransferMetrics", "cumulativeCellularUpload")
  /// Bytes received over Wi-Fi.
  public static let wifiDownload = MetricPath("networkTransferMetrics", "cumulativeWifiDownload")
  /// Bytes sent over Wi-Fi.
  public static let wifiUpload = MetricPath("networkTransferMetrics", "cumulativeWifiUpload")
  /// Hitches while scrolling.
  public static let scrollHitches = MetricPath("animationMetrics", "scrollHitchTimeRatio")
  /// All hitches.
  public static let hitches = MetricPath("animationMetrics", "hitchTimeRatio")
  /// From the tap on the icon to the first frame, a histogram.
  public static let timeToFirstDraw = MetricPath(
    "applicationLaunchMetrics", "histogrammedTimeToFirstDrawKey")
  /// The same for launches that the system had prepared, a histogram.
  public static let optimizedTimeToFirstDraw = MetricPath(
    "applicationLaunchMetrics", "histogrammedOptimizedTimeToFirstDrawKey")
  /// The launch including the app's own extension of it, a histogram.
  public static let extendedLaunch = MetricPath(
    "applicationLaunchMetrics", "histogrammedExtendedLaunch")
  /// Returns from the background, a histogram.
  public static let resumeTime = MetricPath("applicationLaunchMetrics", "histogrammedResumeTime")
  /// Times without a response to the user, a histogram.
  public static let hangTime = MetricPath(
    "applicationResponsivenessMetrics", "histogrammedAppHangTime")
  /// Time at each number of bars, a histogram.
  public static let cellularCondition = MetricPath("cellularConditionMetrics", "cellConditionTime")
}
