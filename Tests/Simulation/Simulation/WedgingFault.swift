import Sync

/// A fault that lasts until it is removed, and must block only edits that depend on it.
///
///     wedge 0 reset           every request about one entity is reset
///     wedge 2 html-403        every request gets a page of HTML
///     wedge 4 body=2000       every request with a larger body is reset
struct WedgingFault: Hashable, Sendable {
  /// The requests that it affects.
  enum Target: Hashable, Sendable {
    /// The requests about one entity.
    case entity(String)
    /// The requests to a route, with the kind that they change; the kind is `nil` if they read.
    case route(method: String, route: String, EntityKind?)
    /// All requests.
    case everything
    /// The requests with a larger body.
    case body(bytes: Int)
    /// The requests for pages with a larger answer.
    case answer(bytes: Int)
    /// No requests; the clock of a device is wrong.
    case clock(device: Int)
  }

  /// The outcome of such a request.
  enum Outcome: Hashable, Sendable {
    /// The connection is reset before the server gets the request.
    case reset
    /// The server processes the request, and its answer is lost.
    case lostAnswer
    /// Nothing arrives until the client gives up.
    case timeout
    /// A gateway answers.
    case answer(GatewayAnswer)
  }

  var target: Target
  var outcome: Outcome

  /// The outcomes to choose from.
  static let outcomes: [String] = [
    "reset", "lost", "timeout", "html-403", "json-401", "html-408", "html-500", "html-502",
    "html-200", "empty-204", "empty-200", "object-201", "null-201-after", "half-201-after",
    "text-201-after", "html-404", "problem-410", "html-302", "html-451", "html-511",
    "html-503=2", "html-503=120", "html-429=3", "html-429=120", "html-429",
  ]

  /// Parses the name of an outcome.
  static func outcome(_ name: String) -> Outcome? {
    switch name {
    case "reset": .reset
    case "lost": .lostAnswer
    case "timeout": .timeout
    default: GatewayAnswer(name).map { .answer($0) }
    }
  }

  /// The routes that can fail alone. Without the first three, no sync succeeds.
  static let routes: [(method: String, route: String, kind: EntityKind?)] = [
    ("GET", "/event-types", nil), ("GET", "/changes", nil), ("GET", "/events", nil),
    ("POST", "/events/batch", .event), ("PUT", "/events/{id}", .event),
    ("DELETE", "/events/{id}", .event), ("POST", "/event-types", .eventType),
    ("PUT", "/event-types/{id}", .eventType), ("POST", "/geofences", .geofence),
    ("PUT", "/geofences/{id}", .geofence), ("DELETE", "/geofences/{id}", .geofence),
    ("PUT", "/property-definitions/{id}", .propertyDefinition),
  ]

  /// Whether it affects a request whose answer would have this number of bytes.
  func meets(_ request: HTTPRequest, answerSize: () -> Int) -> Bool {
    switch target {
    case .entity(let id): Simulation.entities(of: request).contains(id)
    case .route(let method, let route, _): request.method == method && request.route == route
    case .everything: true
    case .body(let bytes): request.body.count > bytes
    case .answer(let bytes):
      request.method == "GET" && ["/changes", "/events"].contains(request.route)
        && answerSize() > bytes
    case .clock: false
    }
  }

  /// Whether it blocks all requests of a device while it lasts.
  var stopsEverything: Bool {
    switch target {
    case .everything: true
    case .route(_, _, let kind): kind == nil
    case .entity, .body, .answer, .clock: false
    }
  }
}
