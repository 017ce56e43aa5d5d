public import Traces

extension SyncStateMachine {
  /// What the machine asks the engine to do.
  public enum Effect: Hashable, Sendable {
    /// Ask the server for its event types, to see that it is there and answers sensibly.
    case checkHealth
    /// Send the next batch or the next single mutation, if there is one.
    case sendNextBatch
    /// Fetch and store the next page of remote changes.
    case pullNextPage
    /// Fetch the next part of the server's data, or swap all of it in.
    case fetchBootstrap
    /// Wait before the same request is made again.
    case pause(seconds: Double)
    /// Send nothing until the backoff is over.
    case openBreaker(seconds: Double)
    /// Enter a success into the history.
    case recordSuccess
    /// Enter a failure into the history.
    case recordFailure(message: String)
    /// Begin one more sync, for the calls that came during the last one.
    case requestSync
  }
}

extension SyncStateMachine.Effect: TraceNamed {
  /// The case's name.
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
