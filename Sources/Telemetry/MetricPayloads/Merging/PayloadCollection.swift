/// Payloads of many uploads. A payload that a device uploads twice counts once.
public struct PayloadCollection: Sendable {
  /// Metric payloads in their order of arrival.
  public private(set) var metrics: [MetricPayload] = []
  /// Diagnostic payloads in their order of arrival.
  public private(set) var diagnostics: [DiagnosticPayload] = []
  /// The number of payloads that arrived again.
  public private(set) var duplicates = 0
  private var seenMetrics: Set<MetricPayload> = []
  private var seenDiagnostics: Set<DiagnosticPayload> = []

  /// Creates an empty collection.
  public init() {}

  /// Adds the payloads that are not in the collection yet.
  public mutating func add(_ decoded: DecodedPayloads) {
    for payload in decoded.metrics {
      if seenMetrics.insert(payload).inserted { metrics.append(payload) } else { duplicates += 1 }
    }
    for payload in decoded.diagnostics {
      if seenDiagnostics.insert(payload).inserted {
        diagnostics.append(payload)
      } else {
        duplicates += 1
      }
    }
  }

  /// All metric payloads, merged.
  public var aggregate: PayloadAggregate {
    metrics.reduce(into: PayloadAggregate()) { $0.add($1) }
  }

  /// Metric payloads, merged by version of the app. Payloads of several versions are under `mixed`,
  /// payloads without a version under `?`.
  public var aggregatesByVersion: [String: PayloadAggregate] {
    metrics.reduce(into: [:]) { result, payload in
      let isMixed = payload.includesMultipleApplicationVersions == true
      let version = isMixed ? "mixed" : payload.appVersion ?? "?"
      result[version, default: PayloadAggregate()].add(payload)
    }
  }
}
