public import Foundation
import JSON

/// Reads the JSON that `MXMetricPayload` and `MXDiagnosticPayload` make of themselves, as devices
/// upload it, on any platform.
///
///     let decoded = PayloadDecoder().decode(data)
///     for payload in decoded.metrics { aggregate.add(payload) }
public struct PayloadDecoder: Sendable {
  private let reader: QuantityReader

  /// Creates a decoder. A reader that knows more about how numbers are printed leaves fewer of them
  /// ambiguous; what each payload tells by itself is used in any case.
  public init(reader: QuantityReader = QuantityReader()) { self.reader = reader }

  /// Reads all payloads of a text: one, an array of them, several after each other, or one a line.
  ///
  /// Whatever the text is, nothing is thrown: what cannot be read is in `failures`, and reading goes
  /// on with the next line.
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

  /// Call stacks nest without a limit.
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
      let reason = value.isObject ? "an object that is no payload" : "expected a payload"
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

/// What a text held.
public struct DecodedPayloads: Sendable {
  /// Metric payloads in order.
  public var metrics: [MetricPayload] = []
  /// Diagnostic payloads in order.
  public var diagnostics: [DiagnosticPayload] = []
  /// What could not be read.
  public var failures: [PayloadFailure] = []

  /// Nothing.
  public init() {}
}

/// A place in a text that is no payload.
public struct PayloadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where, in bytes from the start.
  public let offset: Int
  /// What is wrong there.
  public let reason: String

  /// `byte 17: expected ':'`
  public var description: String { "byte \(offset): \(reason)" }
}
