/// The permitted messages of a server from its first to its last.
///
///     starting --initialize--> running --shutdown--> shutDown --exit--> ended(0)
///     any other state --exit--> ended(1)
package struct ServerLifecycle: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// Only `initialize` is answered. Exits: `initialize`, `exit`.
    case starting
    /// Everything is answered. Exits: `shutdown`, `exit`.
    case running
    /// No request is answered any more. Exits: `exit`.
    case shutDown
    /// The server has ended with this exit code. No exits.
    case ended(Int32)
  }

  package enum Verdict: Hashable, Sendable {
    case handle
    /// If it is a request, respond with this error.
    case refuse(RPCError)
    /// A notification that is too early or too late.
    case drop
    case end(Int32)
  }

  package private(set) var state = State.starting

  package init() {}

  /// Judges a message and changes the state.
  package mutating func receive(_ method: String, isRequest: Bool) -> Verdict {
    if case .ended(let code) = state { return .end(code) }
    if method == "exit" { return end() }
    switch (state, method) {
    case (.starting, "initialize") where isRequest:
      state = .running
      return .handle
    case (.starting, _):
      return isRequest
        ? .refuse(RPCError(.serverNotInitialized, "`initialize` must be the first request")) : .drop
    case (.running, "initialize"):
      return .refuse(RPCError(.invalidRequest, "`initialize` may be sent once"))
    case (.running, "shutdown") where isRequest:
      state = .shutDown
      return .handle
    case (.running, _): return .handle
    case (.shutDown, _):
      return isRequest
        ? .refuse(RPCError(.invalidRequest, "the server was shut down")) : .drop
    case (.ended(let code), _): return .end(code)
    }
  }

  /// The client has exited, or sent `exit`: 0 if it shut the server down before, otherwise 1.
  package mutating func end() -> Verdict {
    let code: Int32 = state == .shutDown ? 0 : 1
    state = .ended(code)
    return .end(code)
  }
}
