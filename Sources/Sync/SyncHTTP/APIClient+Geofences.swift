public import Sync

extension APIClient {
  /// All geofences, or those that are watched: `GET /geofences[?active=true]`.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    let query = activeOnly ? [HTTPField("active", "true")] : []
    return try await fetch(Endpoint("GET", "/geofences", query: query))
  }

  /// Creates a geofence: `POST /geofences`.
  public func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence {
    try await send(Endpoint("POST", "/geofences"), body: request)
  }

  /// The same, at most once for a key.
  public func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence {
    try await send(Endpoint("POST", "/geofences"), body: request, key: idempotencyKey)
  }

  /// Changes a geofence: `PUT /geofences/{id}`; at most once for a key.
  public func updateGeofence(
    id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?
  ) async throws -> APIGeofence {
    try await send(Endpoint("PUT", "/geofences/{id}", [id]), body: request, key: idempotencyKey)
  }

  /// Deletes a geofence: `DELETE /geofences/{id}`.
  public func deleteGeofence(id: String) async throws {
    try await delete(Endpoint("DELETE", "/geofences/{id}", [id]))
  }
}
