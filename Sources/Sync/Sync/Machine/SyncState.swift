public import Traces

/// The state of the engine, as the app sees it.
public enum SyncState: Hashable, Sendable {
  /// No sync is running, and the last one did not fail; left when a sync is requested.
  case idle
  /// Local edits are being sent; left when all are sent, the breaker opens or a request fails.
  ///
  /// `synced` of `total` mutations have been accepted. Both are 0 during the health check.
  case syncing(synced: Int, total: Int)
  /// Remote changes are being fetched; left when all are stored, the breaker opens or a request
  /// fails.
  case pulling
  /// The circuit breaker is open and nothing is sent; left when the backoff ends or it is reset.
  ///
  /// The backoff takes `retryAfter` seconds from its beginning or, after a restart of the process,
  /// from the time when the engine read its store. `pending` mutations are waiting.
  case rateLimited(retryAfter: Double, pending: Int)
  /// The last sync failed for this reason; left when a sync is requested.
  ///
  /// The text is for developers and not localized.
  case error(String)

  /// Whether a sync is running.
  public var isSyncing: Bool {
    switch self {
    case .syncing, .pulling: true
    case .idle, .rateLimited, .error: false
    }
  }
}

extension SyncState: TraceNamed {
  /// The name of the case.
  public var traceName: String {
    switch self {
    case .idle: "idle"
    case .syncing: "syncing"
    case .pulling: "pulling"
    case .rateLimited: "rateLimited"
    case .error: "error"
    }
  }

  /// The associated values with their labels.
  public var traceValues: [TraceValue] {
    switch self {
    case .idle, .pulling: []
    case .syncing(let synced, let total):
      [TraceValue("synced", .integer(synced)), TraceValue("total", .integer(total))]
    case .rateLimited(let retryAfter, let pending):
      [TraceValue("retryAfter", .number(retryAfter)), TraceValue("pending", .integer(pending))]
    case .error(let message): [TraceValue("0", .text(message))]
    }
  }
}
