import Basics
internal import Sync

/// Applies the rules to a request whose route is known.
extension BackendService {
  func respond(to request: HTTPRequest, _ route: Route, _ parameters: [String: String]) -> Response
  {
    let now = clock.now
    state.withLock { $0.requests[route.name, default: 0] += 1 }
    do {
      var headers: [(name: String, value: String)] = []
      var user = ""
      if !route.isOpen {
        user = try self.user(of: request)
        headers = try state.withLock { state throws(Problem) in
          try BackendService.admit(user, at: now, by: &state.limiter)
        }
      }
      try BackendService.checkMediaType(of: request)
      let call = Request(
        user: user, parameters: parameters, query: request.query, body: request.body, now: now)
      var reply = try run(call, request: request, route: route)
      reply.headers += headers
      return reply
    } catch let problem as Problem {
      return problem.reply
    } catch {
      return BackendService.problem(for: error).reply
    }
  }

  private func user(of request: HTTPRequest) throws(Problem) -> String {
    let parts = (request.header("Authorization") ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      let user = configuration.users[String(parts[1])]
    else { throw Problem(.unauthorized, "a known bearer token is required") }
    return user
  }

  private static func admit(
    _ user: String, at now: Timestamp, by limiter: inout RateLimiter
  ) throws(Problem) -> [(name: String, value: String)] {
    switch limiter.request(by: user, at: now) {
    case .accepted(let remaining):
      return [
        ("X-RateLimit-Limit", String(limiter.limit)), ("X-RateLimit-Remaining", String(remaining)),
      ]
    case .refused(let seconds):
      var problem = Problem(.rateLimited, "more than \(limiter.limit) requests")
      problem.retryAfter = seconds
      throw problem
    }
  }

  private static func checkMediaType(of request: HTTPRequest) throws(Problem) {
    guard !request.body.isEmpty else { return }
    let type = request.header("Content-Type") ?? ""
    guard type.lowercased().hasPrefix("application/json") else {
      throw Problem(.unsupportedMediaType, "the body is '\(type.prefix(60))', not application/json")
    }
  }

  /// Runs a route's rules in one transaction, or repeats the answer that is stored under the
  /// request's key.
  private func run(_ call: Request, request: HTTPRequest, route: Route) throws -> Response {
    if route.method == "GET" {
      return try storage.transaction(.read) { try route.handle($0, call) }
    }
    return try storage.transaction(.write(user: call.user)) { store in
      guard route.honoursKeys, let key = request.header("Idempotency-Key"), !key.isEmpty else {
        return try route.handle(store, call)
      }
      let hash = BackendStore.hash(request.body) + " " + request.path
      if let kept = try store.answer(user: call.user, key: key, route: route.name, now: call.now) {
        guard kept.bodyHash == hash else {
          throw Problem(.keyReused, "the key '\(key.prefix(60))' was used for another request")
        }
        var reply = kept.reply
        reply.headers.append(("X-Idempotency-Replayed", "true"))
        return reply
      }
      let reply = try route.handle(store, call)
      if reply.isSuccess {
        try store.keep(
          reply, user: call.user, key: key, route: route.name, bodyHash: hash, now: call.now)
      }
      return reply
    }
  }

  /// The error of the storage in the form that a client may see.
  private static func problem(for error: any Error) -> Problem {
    guard let error = error as? any StorageError, error.isTemporary else {
      return Problem(.internal, "\(error)")
    }
    var problem = Problem(.unavailable, "the storage is busy")
    problem.retryAfter = 1
    return problem
  }
}

// MARK: - Faults

extension BackendService {
  func answer(_ fault: Fault.Kind?, _ respond: () -> HTTPResponse) -> DeliveredResponse {
    switch fault {
    case nil: return DeliveredResponse(response: respond(), delay: .zero, delivery: .whole)
    case .delay(let delay):
      return DeliveredResponse(response: respond(), delay: delay, delivery: .whole)
    case .dropBeforeCommit:
      return DeliveredResponse(
        response: HTTPResponse(status: 503), delay: .zero, delivery: .dropped)
    case .dropAfterCommit:
      return DeliveredResponse(response: respond(), delay: .zero, delivery: .dropped)
    case .rateLimit(let seconds):
      var problem = Problem(.rateLimited, "too many requests")
      problem.retryAfter = seconds
      return DeliveredResponse(response: problem.reply.response, delay: .zero, delivery: .whole)
    case .failure(let status, let afterCommit):
      if afterCommit { _ = respond() }
      var response = Problem(.unavailable, "the server fails on purpose").reply.response
      response.status = status
      return DeliveredResponse(response: response, delay: .zero, delivery: .whole)
    case .truncate(let bytes):
      return DeliveredResponse(
        response: respond(), delay: .zero, delivery: .truncated(bytes: max(0, bytes)))
    }
  }
}

extension Response {
  /// The response on the wire.
  var response: HTTPResponse {
    HTTPResponse(status: status, headers: headers.map { HTTPField($0.name, $0.value) }, body: body)
  }
}
