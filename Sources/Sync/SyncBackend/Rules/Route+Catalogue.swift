import JSON
internal import SQLiteAccess
internal import Sync

extension Route {
  /// All endpoints. `environment` appears in the response to `GET /health`.
  static func all(environment: String) -> [Route] {
    entityRoutes(.eventTypes) + entityRoutes(.events) + entityRoutes(.geofences)
      + singleRoutes(.propertyDefinitions) + propertyRoutes + eventRoutes + feedRoutes
      + [
        Route("GET", "/health", isOpen: true) { _, _ in
          let body = JSONObject(["status": .text("ok"), "env": .text(environment)])
          return Response(status: 200, json: .object(body))
        }
      ]
  }

  /// The endpoints that all kinds of entities have, including list and creation.
  private static func entityRoutes(_ resource: Resource) -> [Route] {
    let list = Route("GET", "/\(resource.collection)") { store, call in
      let isPaged = resource.table == Resource.events.table
      let limit = isPaged ? call.number("limit", in: 1...500, default: 50) : .max
      var records =
        if isPaged, let id = call.query("after") {
          try store.list(resource, user: call.user, after: id, limit: limit)
        } else {
          try store.list(
            resource, user: call.user, limit: limit,
            offset: isPaged ? call.number("offset", in: 0...Int64.max, default: 0) : 0)
        }
      if call.query("active") == "true", let active = resource.index(of: "is_active") {
        records.removeAll { $0.values[active] == 0 }
      }
      return try store.reply(records, of: resource, user: call.user)
    }
    let create = Route("POST", "/\(resource.collection)") { store, call in
      try store.reply(creating: resource, try call.object(), call)
    }
    return [list, create] + singleRoutes(resource)
  }

  private static func singleRoutes(_ resource: Resource) -> [Route] {
    let path = "/\(resource.collection)/{id}"
    return [
      Route("GET", path) { store, call in
        guard let record = try store.find(resource, id: call["id"], user: call.user) else {
          throw Problem.notFound(resource, call["id"])
        }
        return Response(status: 200, json: .object(resource.json(record, user: call.user)))
      },
      Route("PUT", path) { store, call in
        let json = try store.change(
          resource, id: call["id"], try call.object(), user: call.user, now: call.now)
        return Response(status: 200, json: json)
      },
      Route("DELETE", path) { store, call in
        try store.remove(resource, id: call["id"], user: call.user, now: call.now)
        return Response(status: 204)
      },
    ]
  }

  private static let propertyRoutes = [
    Route("GET", "/event-types/{event_type_id}/properties") { store, call in
      let records = try store.list(
        .propertyDefinitions, ofType: call["event_type_id"], user: call.user)
      return try store.reply(records, of: .propertyDefinitions, user: call.user)
    },
    Route("POST", "/event-types/{event_type_id}/properties") { store, call in
      let type = JSON.text(call["event_type_id"])
      var body = try call.object()
      if let given = body["event_type_id"], given != type {
        let message = "differs from the event type of the path"
        throw Problem.validation([Problem.FieldError(field: "event_type_id", message: message)])
      }
      if body["event_type_id"] == nil { body.append("event_type_id", type) }
      return try store.reply(creating: .propertyDefinitions, body, call)
    },
  ]

  private static let eventRoutes = [
    Route("POST", "/events/batch") { store, call in try store.createBatch(call) }
  ]

  private static let feedRoutes = [
    Route("GET", "/changes") { store, call in
      let cursor = call.number("since", in: 0...Int64.max, default: 0)
      let limit = call.number("limit", in: 1...500, default: 100)
      try store.checkCursor(cursor, user: call.user)
      var changes = try store.changes(user: call.user, after: cursor, limit: limit + 1)
      let hasMore = changes.count > limit
      if hasMore { changes.removeLast() }
      let body = JSONObject([
        "changes": .array(changes.map(\.json)), "next_cursor": .integer(changes.last?.id ?? cursor),
        "has_more": .boolean(hasMore), "epoch": try store.epoch(),
      ])
      return Response(status: 200, json: .object(body))
    },
    Route("GET", "/changes/latest-cursor") { store, call in
      let body = JSONObject([
        "cursor": .integer(try store.latestCursor(user: call.user)),
        "epoch": try store.epoch(),
      ])
      return Response(status: 200, json: .object(body))
    },
    Route("GET", "/me/sync") { store, call in
      var counts = JSONObject()
      for resource in Resource.all {
        counts.append(resource.table, .integer(try store.count(resource, user: call.user)))
      }
      let body = JSONObject([
        "status": .text("ok"), "counts": .object(counts),
        "latest_cursor": .integer(try store.latestCursor(user: call.user)),
      ])
      return Response(status: 200, json: .object(body))
    },
  ]
}

extension BackendStore {
  fileprivate func reply(_ records: [Record], of resource: Resource, user: String) throws
    -> Response
  {
    Response(status: 200, json: .array(records.map { .object(resource.json($0, user: user)) }))
  }

  fileprivate func reply(
    creating resource: Resource, _ body: JSONObject, _ call: Request
  ) throws -> Response {
    switch try create(resource, body, user: call.user, now: call.now) {
    case .created(let json): Response(status: 201, json: json)
    case .found(let json): Response(status: 200, json: json)
    }
  }
}
