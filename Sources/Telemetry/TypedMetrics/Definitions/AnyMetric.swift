/// The requirements of a recordable value.
public typealias MetricValue = Codable & Sendable

/// The identity of a metric without its Swift type: bucket, name, and the name and version of the
/// value's shape. Two entries belong to the same metric if all four are equal.
public struct AnyMetric: Codable, Hashable, Sendable {
  /// The metric's name.
  public let name: String
  /// The namespace, if it has one.
  public let bucket: Bucket?
  /// The name of the value's shape: `Double`, `MyApp.StartupBreakdown`.
  public let valueType: String
  /// Raised by the app when the value's shape changes.
  public let version: Int

  /// Creates an identity from its parts.
  public init(name: String, bucket: Bucket? = nil, valueType: String, version: Int = 1) {
    self.name = name
    self.bucket = bucket
    self.valueType = valueType
    self.version = version
  }

  /// The identity of a typed metric.
  public init<T>(_ metric: Metric<T>) { self = metric.erased }
}

extension AnyMetric: CustomStringConvertible {
  /// `app.startup_time_ms: Double`, followed by ` v2` from the second version on.
  public var description: String {
    let prefix = bucket.map { $0.name + "." } ?? ""
    return "\(prefix)\(name): \(valueType)" + (version == 1 ? "" : " v\(version)")
  }
}

/// A value type that names its own shape, so that its entries remain readable after the type is
/// renamed or moved.
///
///     extension StartupBreakdown: NamedMetricValue {
///       static var metricTypeName: String { "startup-breakdown" }
///       static var metricTypeVersion: Int { 2 }
///     }
public protocol NamedMetricValue: Codable, Sendable {
  /// A name that does not change when the Swift type is renamed.
  static var metricTypeName: String { get }
  /// The version of the shape, raised when it changes; 1 by default.
  static var metricTypeVersion: Int { get }
}

extension NamedMetricValue {
  /// The first version.
  public static var metricTypeVersion: Int { 1 }
}

/// The name of a value type in entries, unless the app provides one.
enum MetricTypeName {
  /// `Double` -> `Double`, `App.A.Value` -> `App.A.Value`. The name is always qualified, because
  /// two types `A.Value` and `B.Value` are different shapes.
  static func name(of type: any MetricValue.Type) -> String {
    if let named = type as? any NamedMetricValue.Type { return named.metricTypeName }
    let name = withoutContexts(String(reflecting: type))
    if name.hasPrefix("Swift."), !name.contains("<") { return String(name.dropFirst(6)) }
    let essentials = "FoundationEssentials."
    return name.hasPrefix(essentials) ? "Foundation." + name.dropFirst(essentials.count) : name
  }

  static func version(of type: any MetricValue.Type) -> Int {
    (type as? any NamedMetricValue.Type)?.metricTypeVersion ?? 1
  }

  /// `App.(unknown context at $10f2c).Value` -> `App.Value`: the address of a private or local
  /// type's context differs from build to build.
  private static func withoutContexts(_ name: String) -> String {
    var result = ""
    var depth = 0
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      if part.hasPrefix("(unknown context at ") {
        depth += part.hasSuffix(")") ? 0 : 1
        continue
      }
      if depth > 0 {
        depth -= part.hasSuffix(")") ? 1 : 0
        continue
      }
      result += (result.isEmpty ? "" : ".") + part
    }
    return result
  }
}
