import Sync

/// A fault that lasts until it is removed, and must not hold up what does not depend on it.
///
///     wedge 0 reset           every request about one entity is reset
///     wedge 2 html-403        every request gets a page of HTML
///     wedge 4 body=2000       every request with a larger body is reset
struct WedgingFault: Hashable, Sendable {
  /// The requests that it meets.
  enum Target: Hashable, Sendable {
    /// Those about one entity.
    case entity(String)
    /// Those of a route, with the kind that they change; `nil` for a kind if they read.
    case route(method: String, route: String, EntityKind?)
    /// All of them.
    case everything
    /// Those with a larger body.
    case body(bytes: Int)
    /// Those with a larger answer, among the requests for pages.
    case answer(bytes: Int)
    /// None; the clock of a device is wrong.
    case clock(device: Int)
  }

  /// What becomes of such a request.
  enum Outcome: Hashable, Sendable {
    /// The connection is reset before the server gets it.
    case reset
    /// The server does the work, and its answer is lost.
    case lostAnswer
    /// Nothing comes until the client gives up.
    case timeout
    /// A gateway answers.
    case answer(GatewayAnswer)
  }

  var target: Target
  var outcome: Outcome

  /// Outcomes to choose from.
  static let outcomes: [String] = [
    "reset", "lost", "timeout", "html-403", "json-401", "html-408", "html-500", "html-502",
    "html-200", "empty-204", "empty-200", "object-201", "null-201-after", "half-201-after",
    "text-201-after", "html-404", "problem-410", "html-302", "html-451", "html-511",
    "html-503=2", "html-503=120", "html-429=3", "html-429=120", "html-429",
  ]

  /// Reads the name of an outcome.
  static func outcome(_ name: String) -> Outcome? {
    switch name {
    case "reset": .reset
    case "lost": .lostAnswer
    case "timeout": .timeout
    default: GatewayAnswer(name).map { .answer($0) }
    }
  }

  /// Routes that can fail alone. Without the first three nothing can go on.
  static let routes: [(method: String, route: String, kind: EntityKind?)] = [
    ("GET", "/event-types", nil), ("GET", "/changes", nil), ("GET", "/events", nil),
    ("POST", "/events/batch", .event), ("PUT", "/events/{id}", .event),
    ("DELETE", "/events/{id}", .event), ("POST", "/event-types", .eventType),
    ("PUT", "/event-types/{id}", .eventType), ("POST", "/geofences", .geofence),
    ("PUT", "/geofences/{id}", .geofence), ("DELETE", "/geofences/{id}", .geofence),
    ("PUT", "/property-definitions/{id}", .propertyDefinition),
  ]

  /// Whether it meets a request whose server would answer with so many bytes.
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

  /// Whether no request of a device can go on while it lasts.
  var stopsEverything: Bool {
    switch target {
    case .everything: true
    case .route(_, _, let kind): kind == nil
    case .entity, .body, .answer, .clock: false
    }
  }
}
