/// Payloads of many uploads, each once: what a device uploads twice counts once.
public struct PayloadCollection: Sendable {
  /// Metric payloads, in the order in which they came.
  public private(set) var metrics: [MetricPayload] = []
  /// Diagnostic payloads, in the order in which they came.
  public private(set) var diagnostics: [DiagnosticPayload] = []
  /// How many came again.
  public private(set) var duplicates = 0
  private var seenMetrics: Set<MetricPayload> = []
  private var seenDiagnostics: Set<DiagnosticPayload> = []

  /// No payloads.
  public init() {}

  /// Adds what is new.
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

  /// All metric payloads as one.
  public var aggregate: PayloadAggregate {
    metrics.reduce(into: PayloadAggregate()) { $0.add($1) }
  }

  /// Metric payloads by version of the app. Payloads of several versions, which belong to none, are
  /// under `mixed`; payloads without a version under `?`.
  public var aggregatesByVersion: [String: PayloadAggregate] {
    metrics.reduce(into: [:]) { result, payload in
      let isMixed = payload.includesMultipleApplicationVersions == true
      let version = isMixed ? "mixed" : payload.appVersion ?? "?"
      result[version, default: PayloadAggregate()].add(payload)
    }
  }
}
