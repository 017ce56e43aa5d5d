internal import Foundation

/// A submitted value that is not encoded yet. It is not generic, because looking up a generic type
/// at every call costs more than everything else.
struct PendingSample: Sendable {
  let metric: AnyMetric
  let timestamp: Date
  private let appendJSON: @Sendable (inout [UInt8]) throws -> Void

  init<T: MetricValue>(_ metric: Metric<T>, _ value: T, at timestamp: Date) {
    self.metric = metric.erased
    self.timestamp = timestamp
    appendJSON = { try MetricValueCoding.append(value, to: &$0) }
  }

  func appendValue(to bytes: inout [UInt8]) throws { try appendJSON(&bytes) }
}

/// Writes entries as lines:
///
///     {"time":816901410.75,"metric":{"bucket":"app","name":"startup_time_ms",
///      "type":"Double","version":1},"value":428.5}
///
/// on one line each. The time is in seconds since 2001-01-01 UTC, in the shortest form that reads
/// back as the same `Date`.
struct EntryLineWriter {
  private(set) var bytes: [UInt8] = []
  private var identities: [AnyMetric: [UInt8]] = [:]

  /// Appends a line, or nothing at all if encoding the value throws.
  mutating func append(_ sample: PendingSample) throws {
    let start = bytes.count
    do {
      appendHead(sample.timestamp, sample.metric)
      try sample.appendValue(to: &bytes)
      bytes.append(contentsOf: [0x7D, 0x0A])
    } catch {
      bytes.removeSubrange(start...)
      throw error
    }
  }

  mutating func append(_ entry: MetricEntry) {
    appendHead(entry.timestamp, entry.metric)
    bytes.append(contentsOf: entry.value)
    bytes.append(contentsOf: [0x7D, 0x0A])
  }

  /// Returns the lines so far and removes them.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func appendHead(_ time: Date, _ metric: AnyMetric) {
    bytes.append(contentsOf: "{\"time\":".utf8)
    MetricValueCoding.appendNumber(time.timeIntervalSinceReferenceDate, to: &bytes)
    let identity = identities[metric] ?? Self.identity(metric)
    identities[metric] = identity
    bytes.append(contentsOf: identity)
  }

  private static func identity(_ metric: AnyMetric) -> [UInt8] {
    var bytes = Array(",\"metric\":{".utf8)
    if let bucket = metric.bucket {
      bytes.append(contentsOf: "\"bucket\":".utf8)
      JSONText.appendQuoted(bucket.name, to: &bytes)
      bytes.append(0x2C)
    }
    bytes.append(contentsOf: "\"name\":".utf8)
    JSONText.appendQuoted(metric.name, to: &bytes)
    bytes.append(contentsOf: ",\"type\":".utf8)
    JSONText.appendQuoted(metric.valueType, to: &bytes)
    bytes.append(contentsOf: ",\"version\":\(metric.version)},\"value\":".utf8)
    return bytes
  }
}
