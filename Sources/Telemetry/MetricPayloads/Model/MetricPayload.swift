/// What a device measured in a stretch of time, a day mostly.
public struct MetricPayload: Hashable, Sendable {
  /// When the measurement began.
  public var begin: PayloadTime?
  /// When it ended; the same as `begin` for payloads about a point in time.
  public var end: PayloadTime?
  /// The latest version of the app in that time.
  public var appVersion: String?
  /// Whether the time has more than one version of the app. Nothing if the payload does not say, as
  /// its JSON does not.
  public var includesMultipleApplicationVersions: Bool?
  /// App, system and device.
  public var metadata = PayloadMetadata()
  /// Single values.
  public var values: [MetricPath: Reading] = [:]
  /// Averages with their number of samples.
  public var averages: [MetricPath: PayloadAverage] = [:]
  /// Histograms.
  public var histograms: [MetricPath: PayloadHistogram] = [:]
  /// How often the app ended, and how; nothing if the payload does not count that.
  public var exits: PayloadExits?
  /// Custom signposts.
  public var signposts: [PayloadSignpost] = []
  /// What is ambiguous or could not be read.
  public var problems: [PayloadProblem] = []

  /// An empty payload.
  public init() {}
}

/// An average of some samples.
public struct PayloadAverage: Hashable, Sendable {
  /// The mean.
  public var mean: Reading
  /// How many samples it is of; 0 if there were none, whatever the mean says.
  public var sampleCount: Int
  /// The standard deviation in the printed unit; nothing without samples.
  public var standardDeviation: Double?
}

/// How often an app ended. Reasons that did not occur are not in a payload: they count 0.
public struct PayloadExits: Hashable, Sendable {
  /// While in the foreground, by the key of the payload without `cumulative` and `ExitCount`:
  /// `BadAccess`.
  public var foreground: [String: Int] = [:]
  /// While in the background.
  public var background: [String: Int] = [:]

  /// No exits.
  public init() {}
}

/// What a custom signpost measured.
public struct PayloadSignpost: Hashable, Sendable {
  /// The log handle's category.
  public var category: String
  /// The signpost's name.
  public var name: String
  /// How often it occurred; need not be the number of durations.
  public var totalCount: Int
  /// The durations of intervals.
  public var durations: PayloadHistogram?
  /// What else the system measured in the intervals, by the payload's key.
  public var values: [String: Reading] = [:]
  /// Averages over the intervals, by the payload's key.
  public var averages: [String: PayloadAverage] = [:]
}

/// Something in a payload that is not certain.
public struct PayloadProblem: Hashable, Sendable, CustomStringConvertible {
  /// What is the matter.
  public enum Kind: String, Hashable, Sendable {
    /// A number that may mean several things.
    case ambiguous
    /// A value that is none we know.
    case unreadable
    /// A key that we do not know; its values are kept where they can be read.
    case unknown
  }

  /// What is the matter.
  public var kind: Kind
  /// Where: `memoryMetrics.peakMemoryUsage`.
  public var path: String
  /// The text in question.
  public var text: String

  /// `memoryMetrics.peakMemoryUsage: ambiguous '1,530 kB'`
  public var description: String { "\(path): \(kind.rawValue) '\(text)'" }
}
