// The MetricPayloads module reads the payloads of Apple's MetricKit on any platform, and merges
// those of many devices.
//
// Devices upload the JSON representation of a payload, in which numbers are printed for people,
// with the separators and units of the device's language. Data flow: bytes -> `PayloadDecoder` ->
// `QuantityReader`, which finds out the number format from all values of a payload ->
// `MetricPayload` and `DiagnosticPayload` -> `PayloadCollection`, without duplicates ->
// `PayloadAggregate`, merged, with quantiles that have certain bounds. `MetricPayloadProcessor`
// reduces one payload to the figures that most apps need.
//
// No value is guessed: one that could be read in two ways is ambiguous, is counted as such, and is
// in no figure. Sums are exact decimals, so the order of merging does not matter. Only `Apple/`
// needs MetricKit.

public import Foundation
import JSON

/// Reads, on any platform, the JSON representation of `MXMetricPayload` and `MXDiagnosticPayload`
/// that devices upload.
///
///     let decoded = PayloadDecoder().decode(data)
///     for payload in decoded.metrics { aggregate.add(payload) }
public struct PayloadDecoder: Sendable {
  private let reader: QuantityReader

  /// Creates a decoder. A reader that knows how numbers are printed leaves fewer of them ambiguous.
  /// The decoder always learns from each payload as well.
  public init(reader: QuantityReader = QuantityReader()) { self.reader = reader }

  /// Reads all payloads of a text: a single one, an array, several in a row, or one on each line.
  ///
  /// It never throws: unreadable parts are in `failures`, and reading continues with the next line.
  public func decode(_ data: Data) -> DecodedPayloads {
    let bytes = Array(data)
    var result = DecodedPayloads()
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let start = bytes[position...].firstIndex(where: { !Self.space.contains($0) }) {
      position = start
      do throws(JSONError) {
        decode(try JSONNode(bytes[...], at: &position, Self.options), into: &result)
      } catch {
        result.failures.append(PayloadFailure(offset: error.offset, reason: error.reason))
        let from = max(position, start + 1)
        guard from < bytes.count, let line = bytes[from...].firstIndex(of: 0x0A) else { break }
        position = line
      }
    }
    return result
  }

  private static let space: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]

  /// Call stacks nest without a limit, so there is none here.
  private static let options: JSONOptions = {
    var options = JSONOptions()
    options.allowsRepeatedKeys = true
    options.maximumDepth = .max
    return options
  }()

  private func decode(_ value: JSONNode, into result: inout DecodedPayloads) {
    if value.isArray {
      value.forEachElement { decodePayload($0, into: &result) }
    } else {
      decodePayload(value, into: &result)
    }
  }

  private func decodePayload(_ value: JSONNode, into result: inout DecodedPayloads) {
    let kind = Self.kind(of: value)
    guard let kind else {
      let reason = value.isObject ? "the object is not a payload" : "expected a payload"
      result.failures.append(PayloadFailure(offset: value.start, reason: reason))
      return
    }
    var scope = DecodingScope(learning: value, reader)
    switch kind {
    case .metric: result.metrics.append(scope.metricPayload(value))
    case .diagnostic: result.diagnostics.append(scope.diagnosticPayload(value))
    }
  }

  private enum Kind { case metric, diagnostic }

  private static func kind(of value: JSONNode) -> Kind? {
    guard value.isObject else { return nil }
    var found: Kind?
    var hasTime = false
    value.forEachMember { key, _ in
      guard let name = key.string else { return }
      if name.hasSuffix("Diagnostics") { found = .diagnostic }
      if found == nil, name.hasSuffix("Metrics") { found = .metric }
      hasTime = hasTime || name == "timeStampBegin" || name == "timeStampEnd"
    }
    return found ?? (hasTime ? .metric : nil)
  }
}

/// The payloads of a text.
public struct DecodedPayloads: Sendable {
  /// Metric payloads in order.
  public var metrics: [MetricPayload] = []
  /// Diagnostic payloads in order.
  public var diagnostics: [DiagnosticPayload] = []
  /// The parts that could not be read.
  public var failures: [PayloadFailure] = []

  /// Creates an empty result.
  public init() {}
}

/// A part of a text that is not a payload.
public struct PayloadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset in bytes from the start.
  public let offset: Int
  /// The reason why it could not be read.
  public let reason: String

  /// `byte 17: expected ':'`
  public var description: String { "byte \(offset): \(reason)" }
}
