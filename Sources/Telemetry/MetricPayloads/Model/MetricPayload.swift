/// The measurements of a device in a period of time, usually a day.
public struct MetricPayload: Hashable, Sendable {
  /// The beginning of the period.
  public var begin: PayloadTime?
  /// The end of the period; equal to `begin` for payloads about a point in time.
  public var end: PayloadTime?
  /// The latest version of the app in that period.
  public var appVersion: String?
  /// Whether the app had several versions in that period; `nil` if unknown, as in every payload
  /// that was read from JSON.
  public var includesMultipleApplicationVersions: Bool?
  /// App, system and device.
  public var metadata = PayloadMetadata()
  /// Single values.
  public var values: [MetricPath: Reading] = [:]
  /// Averages with their number of samples.
  public var averages: [MetricPath: PayloadAverage] = [:]
  /// Histograms.
  public var histograms: [MetricPath: PayloadHistogram] = [:]
  /// The exits of the app by reason; `nil` if the payload does not count them.
  public var exits: PayloadExits?
  /// Custom signposts.
  public var signposts: [PayloadSignpost] = []
  /// Ambiguous and unreadable values.
  public var problems: [PayloadProblem] = []

  /// Creates an empty payload.
  public init() {}
}

/// An average of samples.
public struct PayloadAverage: Hashable, Sendable {
  /// The mean.
  public var mean: Reading
  /// The number of samples. If it is 0, the mean has no meaning.
  public var sampleCount: Int
  /// The standard deviation in the printed unit; `nil` without samples.
  public var standardDeviation: Double?
}

/// The exits of an app. Reasons that are missing in a payload did not occur and count as 0.
public struct PayloadExits: Hashable, Sendable {
  /// Exits in the foreground, by the payload's key without `cumulative` and `ExitCount`:
  /// `BadAccess`.
  public var foreground: [String: Int] = [:]
  /// Exits in the background.
  public var background: [String: Int] = [:]

  /// Creates a value without exits.
  public init() {}
}

/// The measurements of a custom signpost.
public struct PayloadSignpost: Hashable, Sendable {
  /// The log handle's category.
  public var category: String
  /// The signpost's name.
  public var name: String
  /// The number of occurrences, which may differ from the number of durations.
  public var totalCount: Int
  /// The durations of intervals.
  public var durations: PayloadHistogram?
  /// Other measurements of the system in the intervals, by the payload's key.
  public var values: [String: Reading] = [:]
  /// Averages over the intervals, by the payload's key.
  public var averages: [String: PayloadAverage] = [:]
}

/// A value in a payload that is not certain.
public struct PayloadProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of problem.
  public enum Kind: String, Hashable, Sendable {
    /// A number with several possible meanings.
    case ambiguous
    /// A value in an unknown format.
    case unreadable
    /// An unknown key; its values are kept if they can be read.
    case unknown
  }

  /// The kind of problem.
  public var kind: Kind
  /// The position: `memoryMetrics.peakMemoryUsage`.
  public var path: String
  /// The text in question.
  public var text: String

  /// `memoryMetrics.peakMemoryUsage: ambiguous '1,530 kB'`
  public var description: String { "\(path): \(kind.rawValue) '\(text)'" }
}
