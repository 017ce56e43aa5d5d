import Foundation
import MetricPayloads

/// The figures that the program prints.
///
/// It is the JSON format of the program: names of properties are keys, so renaming one changes the
/// format. The table shows the same figures.
struct PayloadReport: Encodable {
  var metricPayloads: Int
  var diagnosticPayloads: Int
  var duplicates: Int
  var groups: [Group]
  var diagnostics: Diagnostics

  /// Merged payloads: all of them, or those of one version of the app.
  struct Group: Encodable {
    var version: String?
    var payloads: Int
    var severalVersions: Bool
    var versions: [String: Int]
    var devices: [String: Int]
    var systems: [String: Int]
    var first: String?
    var last: String?
    var values: [Value]
    var averages: [Average]
    var histograms: [Histogram]
    var foregroundExits: [String: Int]
    var backgroundExits: [String: Int]
    var signposts: [Signpost]
    var problems: [String: Int]
  }

  /// `ambiguous` and `unreadable` count values of the payloads that are in no figure.
  struct Value: Encodable {
    var metric: String
    var unit: String?
    var count: Int
    /// The sum or the maximum, depending on the metric; `nil` for ratios.
    var total: Double?
    var maximum: Double?
    var minimum: Double?
    var ambiguous: Int
    var unreadable: Int
  }

  struct Average: Encodable {
    var metric: String
    var unit: String?
    var samples: Int
    var mean: Double?
  }

  struct Histogram: Encodable {
    var metric: String
    var unit: String?
    var count: Int
    var p50: Quantile?
    var p90: Quantile?
    var p99: Quantile?
  }

  /// Histograms have buckets and no values, so a quantile is known only up to the bounds of a
  /// bucket.
  struct Quantile: Encodable {
    /// `nil` if the bound is unknown.
    var lower: Double?
    var upper: Double?
    var estimate: Double?
  }

  struct Signpost: Encodable {
    var category: String
    var name: String
    var count: Int
    var durations: Histogram
  }

  struct Diagnostics: Encodable {
    var crashes: [String: Int] = [:]
    var hangs = 0
    var cpuExceptions = 0
    var diskWriteExceptions = 0
    var slowLaunches = 0
  }

  init(_ collection: PayloadCollection, byVersion: Bool) {
    metricPayloads = collection.metrics.count
    diagnosticPayloads = collection.diagnostics.count
    duplicates = collection.duplicates
    if byVersion {
      groups = collection.aggregatesByVersion.sorted { $0.key < $1.key }.map {
        Group(version: $0.key, $0.value)
      }
    } else {
      groups = [Group(version: nil, collection.aggregate)]
    }
    diagnostics = Diagnostics(collection.diagnostics)
  }

  /// The report as one JSON object with sorted keys.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension PayloadReport.Group {
  init(version: String?, _ aggregate: PayloadAggregate) {
    self.version = version
    payloads = aggregate.payloadCount
    severalVersions = aggregate.hasSeveralVersions
    versions = aggregate.versions
    devices = aggregate.devices
    systems = aggregate.systems
    first = aggregate.times?.lowerBound
    last = aggregate.times?.upperBound
    values = aggregate.values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    averages = aggregate.averages.sorted { $0.key < $1.key }.map { path, tally in
      .init(
        metric: path.description, unit: tally.weighted.unit?.rawValue, samples: tally.sampleCount,
        mean: tally.mean)
    }
    histograms = aggregate.histograms.sorted { $0.key < $1.key }.map {
      .init($0.key.description, $0.value)
    }
    foregroundExits = aggregate.foregroundExits
    backgroundExits = aggregate.backgroundExits
    signposts = aggregate.signposts.sorted { $0.key < $1.key }.map { name, tally in
      .init(
        category: name.category, name: name.name, count: tally.totalCount,
        durations: .init(name.name, tally.durations))
    }
    problems = [:]
    for (kind, count) in aggregate.problems { problems[kind.rawValue] = count }
  }
}

extension PayloadReport.Value {
  init(_ path: MetricPath, _ tally: ValueTally) {
    metric = path.description
    unit = tally.unit?.rawValue
    count = tally.count
    ambiguous = tally.ambiguous
    unreadable = tally.unreadable
    if count > 0, path.combination == .sum { total = tally.sum?.double }
    maximum = tally.range?.upperBound.double
    minimum = tally.range?.lowerBound.double
  }
}

extension PayloadReport.Histogram {
  init(_ name: String, _ histogram: PayloadHistogram) {
    metric = name
    unit = histogram.unit?.rawValue
    count = histogram.count
    p50 = histogram.quantile(0.5).map { .init($0) }
    p90 = histogram.quantile(0.9).map { .init($0) }
    p99 = histogram.quantile(0.99).map { .init($0) }
  }
}

extension PayloadReport.Quantile {
  init(_ quantile: PayloadQuantile) {
    lower = quantile.lower.isFinite ? quantile.lower : nil
    upper = quantile.upper.isFinite ? quantile.upper : nil
    estimate = quantile.estimate
  }
}

extension PayloadReport.Diagnostics {
  init(_ payloads: [DiagnosticPayload]) {
    for diagnostic in payloads.flatMap(\.diagnostics) {
      switch diagnostic.kind {
      case .crash:
        let crash = diagnostic.crash
        let names = [crash?.exceptionTypeName, crash?.signalName].compactMap { $0 }
        crashes[names.isEmpty ? "?" : names.joined(separator: " "), default: 0] += 1
      case .hang: hangs += 1
      case .cpuException: cpuExceptions += 1
      case .diskWriteException: diskWriteExceptions += 1
      case .appLaunch: slowLaunches += 1
      }
    }
  }
}
