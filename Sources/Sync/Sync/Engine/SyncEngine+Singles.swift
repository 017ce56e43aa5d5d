/// Sends single mutations.
extension SyncEngine {
  /// Sends a mutation to its entity's own endpoint.
  ///
  /// - Throws: `APIError`; a mutation that this version cannot send counts as refused (400).
  func sendSingle(_ mutation: PendingMutation) async throws {
    let (kind, operation) = (mutation.entityKind, mutation.operation)
    if case .unrecognized(let name) = operation {
      throw refusal("unknown operation '\(name)'")
    }
    guard let content = kind.content else {
      throw refusal("unknown entity type '\(kind.rawValue)'")
    }
    switch operation {
    case .create: try await create(content, mutation)
    case .update: try await update(content, mutation)
    case .delete, .unrecognized: try await networkClient.delete(kind, id: mutation.entityId)
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

  private func create<Content: EntityContent>(
    _ content: Content.Type, _ mutation: PendingMutation
  ) async throws {
    let body = try payload(CreateRequest<Content>.self, of: mutation)
    _ = try await networkClient.create(body, idempotencyKey: mutation.clientRequestId)
  }

  private func update<Content: EntityContent>(
    _ content: Content.Type, _ mutation: PendingMutation
  ) async throws {
    let (id, key) = (mutation.entityId, mutation.clientRequestId)
    let body = try payload(UpdateRequest<Content>.self, of: mutation)
    let answered = try await networkClient.update(id: id, body, idempotencyKey: key).id
    if answered != id { throw APIError.decoding("it is about '\(answered)', not '\(id)'") }
  }
}
