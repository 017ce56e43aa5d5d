public import Sync

extension APIClient {
  /// The definitions of a type: `GET /event-types/{id}/properties`.
  public func getPropertyDefinitions(
    eventTypeId: String
  ) async throws -> [APIPropertyDefinition] {
    try await fetch(Endpoint("GET", "/event-types/{id}/properties", [eventTypeId]))
  }

  /// Creates a definition: `POST /event-types/{id}/properties`.
  public func createPropertyDefinition(
    _ request: CreatePropertyDefinitionRequest
  ) async throws -> APIPropertyDefinition {
    try await create(request, key: nil)
  }

  /// The same, at most once for a key.
  public func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition {
    try await create(request, key: idempotencyKey)
  }

  /// Changes a definition: `PUT /property-definitions/{id}`; at most once for a key.
  public func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition {
    try await send(
      Endpoint("PUT", "/property-definitions/{id}", [id]), body: request, key: idempotencyKey)
  }

  /// Deletes a definition: `DELETE /property-definitions/{id}`.
  public func deletePropertyDefinition(id: String) async throws {
    try await delete(Endpoint("DELETE", "/property-definitions/{id}", [id]))
  }

  private func create(
    _ request: CreatePropertyDefinitionRequest, key: String?
  ) async throws -> APIPropertyDefinition {
    try await send(
      Endpoint("POST", "/event-types/{id}/properties", [request.eventTypeId]), body: request,
      key: key)
  }
}
