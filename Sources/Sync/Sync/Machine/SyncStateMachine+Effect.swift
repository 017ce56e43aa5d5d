public import Traces

extension SyncStateMachine {
  /// An action that the machine requests from the engine.
  public enum Effect: Hashable, Sendable {
    /// Request the event types, to check that the server is available and answers correctly.
    case checkHealth
    /// Send the next batch or the next single mutation, if there is one.
    case sendNextBatch
    /// Fetch and store the next page of remote changes.
    case pullNextPage
    /// Fetch the next part of the server's data, or swap in the complete data.
    case fetchBootstrap
    /// Wait before repeating the same request.
    case pause(seconds: Double)
    /// Send nothing until the backoff is over.
    case openBreaker(seconds: Double)
    /// Add a success to the history.
    case recordSuccess
    /// Add a failure to the history.
    case recordFailure(message: String)
    /// Start one more sync, for the calls during the last one.
    case requestSync
  }
}

extension SyncStateMachine.Effect: TraceNamed {
  /// The name of the case.
  public var traceName: String {
    switch self {
    case .checkHealth: "checkHealth"
    case .sendNextBatch: "sendNextBatch"
    case .pullNextPage: "pullNextPage"
    case .fetchBootstrap: "fetchBootstrap"
    case .pause: "pause"
    case .openBreaker: "openBreaker"
    case .recordSuccess: "recordSuccess"
    case .recordFailure: "recordFailure"
    case .requestSync: "requestSync"
    }
  }
}
