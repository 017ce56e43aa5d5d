/// A namespace for related metrics.
///
///     let app = Bucket("app")
///     let startupTime = app.doubleMetric("startup_time_ms")
public struct Bucket: Hashable, Sendable, Identifiable {
  /// The bucket's name in stored entries.
  public let name: String

  /// Creates a bucket.
  public init(_ name: String) { self.name = name }

  /// The name; buckets of the same name are the same bucket.
  public var id: String { name }
}

extension Bucket {
  /// A metric of any value type in this bucket.
  ///
  /// `type` and `version` name the shape of the value; see `Metric.init(name:in:type:version:)`.
  public func metric<T: MetricValue>(
    _ name: String, type: String? = nil, version: Int? = nil
  ) -> Metric<T> {
    Metric(name: name, in: self, type: type, version: version)
  }

  /// A metric of Booleans.
  public func boolMetric(_ name: String) -> Metric<Bool> { metric(name) }
  /// A metric of texts.
  public func stringMetric(_ name: String) -> Metric<String> { metric(name) }
  /// A metric of whole numbers.
  public func intMetric(_ name: String) -> Metric<Int> { metric(name) }
  /// A metric of floating-point numbers; NaN and infinities are kept.
  public func doubleMetric(_ name: String) -> Metric<Double> { metric(name) }
}

extension Bucket: Codable {
  /// Reads a bucket from its name.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
