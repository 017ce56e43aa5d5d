/// A deliberate failure of the next requests.
package struct Fault: Hashable, Sendable {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    /// The answer is delayed.
    case delay(Duration)
    /// The request is lost: the server never receives it, and the client gets no answer.
    case dropBeforeCommit
    /// The answer is lost: the server has processed the request, but the client does not know that.
    case dropAfterCommit
    /// A 429 with or without `Retry-After`.
    case rateLimit(retryAfter: Int64?)
    /// A 5xx status; with `afterCommit`, the server has processed the request nevertheless.
    case failure(status: Int, afterCommit: Bool)
    /// The answer breaks off after this number of bytes of its body.
    case truncate(bytes: Int)
  }

  /// The kind of failure.
  package var kind: Kind
  /// The number of requests that it affects.
  package var times: Int
  /// The route that it affects: `POST /events/batch`; `nil` for all.
  package var route: String?

  /// Creates a fault.
  package init(_ kind: Kind, times: Int = 1, route: String? = nil) {
    self.kind = kind
    self.times = times
    self.route = route
  }
}

/// The remaining faults, in order; each request encounters the first one that applies.
struct FaultPlan: Sendable {
  private(set) var faults: [Fault] = []

  mutating func append(_ fault: Fault) {
    if fault.times > 0 { faults.append(fault) }
  }

  mutating func removeAll() { faults = [] }

  /// Removes and returns the fault for a request to this route; `nil` if there is none.
  mutating func next(route: String) -> Fault.Kind? {
    guard let index = faults.firstIndex(where: { $0.route == nil || $0.route == route }) else {
      return nil
    }
    let kind = faults[index].kind
    faults[index].times -= 1
    if faults[index].times == 0 { faults.remove(at: index) }
    return kind
  }
}
