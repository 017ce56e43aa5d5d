/// Something that goes wrong with the next requests, on purpose.
package struct Fault: Hashable, Sendable {
  /// What goes wrong.
  package enum Kind: Hashable, Sendable {
    /// The answer comes so much later.
    case delay(Duration)
    /// The request is lost: the server never sees it, the client gets no answer.
    case dropBeforeCommit
    /// The answer is lost: the server has done what was asked, the client does not know.
    case dropAfterCommit
    /// 429 with `Retry-After`, or without.
    case rateLimit(retryAfter: Int64?)
    /// A 5xx status; `afterCommit` says whether the server did what was asked all the same.
    case failure(status: Int, afterCommit: Bool)
    /// The answer breaks off after so many bytes of its body.
    case truncate(bytes: Int)
  }

  /// What goes wrong.
  package var kind: Kind
  /// How many requests it meets.
  package var times: Int
  /// The requests it meets: `POST /events/batch`; nothing for every one.
  package var route: String?

  /// Describes a fault.
  package init(_ kind: Kind, times: Int = 1, route: String? = nil) {
    self.kind = kind
    self.times = times
    self.route = route
  }
}

/// The faults that are still to come, in order; each request meets the first that fits.
struct FaultPlan: Sendable {
  private(set) var faults: [Fault] = []

  mutating func append(_ fault: Fault) {
    if fault.times > 0 { faults.append(fault) }
  }

  mutating func removeAll() { faults = [] }

  /// Takes the fault that meets a request to this route.
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
