/// One request for one mutation.
extension SyncEngine {
  /// Sends a mutation to its entity's own endpoint.
  ///
  /// - Throws: `APIError`; a mutation that this version cannot send counts as refused (400).
  func sendSingle(_ mutation: PendingMutation) async throws {
    switch mutation.operation {
    case .create: try await sendCreation(mutation)
    case .update: try await sendUpdate(mutation)
    case .delete: try await sendDeletion(mutation)
    case .unrecognized(let name): throw refusal("operation '\(name)' is not known")
    }
  }

  private func refusal(_ reason: String) -> APIError {
    .http(status: 400, problem: ProblemDetails(detail: reason))
  }

  private func payload<Value: Decodable>(
    _ type: Value.Type, of mutation: PendingMutation
  ) throws -> Value {
    do {
      return try WireCoding.decode(type, from: mutation.payload)
    } catch {
      throw refusal("the payload cannot be read: \(WireCoding.describe(error))")
    }
  }

  private func sendCreation(_ mutation: PendingMutation) async throws {
    let key = mutation.clientRequestId
    switch mutation.entityKind {
    case .event:
      let body = try payload(CreateEventRequest.self, of: mutation)
      _ = try await networkClient.createEventWithIdempotency(body, idempotencyKey: key)
    case .eventType:
      let body = try payload(CreateEventTypeRequest.self, of: mutation)
      _ = try await networkClient.createEventTypeWithIdempotency(body, idempotencyKey: key)
    case .geofence:
      let body = try payload(CreateGeofenceRequest.self, of: mutation)
      _ = try await networkClient.createGeofenceWithIdempotency(body, idempotencyKey: key)
    case .propertyDefinition:
      let body = try payload(CreatePropertyDefinitionRequest.self, of: mutation)
      _ = try await networkClient.createPropertyDefinitionWithIdempotency(
        body, idempotencyKey: key)
    case .unrecognized(let name): throw refusal("entity type '\(name)' is not known")
    }
  }

  private func sendUpdate(_ mutation: PendingMutation) async throws {
    let (id, key) = (mutation.entityId, mutation.clientRequestId)
    let answered: String
    switch mutation.entityKind {
    case .event:
      let body = try payload(UpdateEventRequest.self, of: mutation)
      answered = try await networkClient.updateEvent(id: id, body, idempotencyKey: key).id
    case .eventType:
      let body = try payload(UpdateEventTypeRequest.self, of: mutation)
      answered = try await networkClient.updateEventType(id: id, body, idempotencyKey: key).id
    case .geofence:
      let body = try payload(UpdateGeofenceRequest.self, of: mutation)
      answered = try await networkClient.updateGeofence(id: id, body, idempotencyKey: key).id
    case .propertyDefinition:
      let body = try payload(UpdatePropertyDefinitionRequest.self, of: mutation)
      answered = try await networkClient.updatePropertyDefinition(
        id: id, body, idempotencyKey: key
      ).id
    case .unrecognized(let name): throw refusal("entity type '\(name)' is not known")
    }
    if answered != id { throw APIError.decoding("it is about '\(answered)', not '\(id)'") }
  }

  private func sendDeletion(_ mutation: PendingMutation) async throws {
    let id = mutation.entityId
    switch mutation.entityKind {
    case .event: try await networkClient.deleteEvent(id: id)
    case .eventType: try await networkClient.deleteEventType(id: id)
    case .geofence: try await networkClient.deleteGeofence(id: id)
    case .propertyDefinition: try await networkClient.deletePropertyDefinition(id: id)
    case .unrecognized(let name): throw refusal("entity type '\(name)' is not known")
    }
  }
}
