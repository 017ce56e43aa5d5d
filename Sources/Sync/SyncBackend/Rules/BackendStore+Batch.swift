import JSON
internal import Sync

/// `POST /events/batch`: each item is accepted or refused separately.
extension BackendStore {
  static let batchSizes = 1...500

  /// Creates events from `{"events": […]}`.
  ///
  /// The answer contains the events that now exist (`created`, in the order of the request,
  /// including those that existed before) and the refused ones (`errors`, with their position in
  /// the request). Its status is 201 if all were accepted, 207 if some were, and 400 if none was.
  ///
  /// - Throws: `Problem` if the body is not a batch; in that case nothing was created.
  func createBatch(_ call: Request) throws -> Response {
    let items = try batchItems(in: try call.object())
    var created: [JSON] = []
    var errors: [JSON] = []
    for (index, item) in items.enumerated() {
      do {
        guard case .object(let event) = item else {
          throw Problem(.validation, "the event is \(item.kind), not an object")
        }
        created.append(try create(.events, event, user: call.user, now: call.now).json)
      } catch let problem as Problem {
        errors.append(
          .object(
            JSONObject([
              "index": .integer(index), "message": .text(problem.detail),
              "code": .text(problem.code.rawValue),
              "existing_id": problem.existingID.map { .text($0) },
            ])))
      }
    }
    var body = JSONObject(["created": .array(created)])
    if !errors.isEmpty { body.append("errors", .array(errors)) }
    body.append("total", .integer(items.count))
    body.append("success", .integer(created.count))
    body.append("failed", .integer(errors.count))
    let status = errors.isEmpty ? 201 : created.isEmpty ? 400 : 207
    return Response(status: status, json: .object(body))
  }

  private func batchItems(in body: JSONObject) throws(Problem) -> [JSON] {
    guard case .array(let items)? = body["events"] else {
      throw .validation([Problem.FieldError(field: "events", message: "is required, a list")])
    }
    guard BackendStore.batchSizes.contains(items.count) else {
      let message = "has \(items.count) items, not from 1 to 500"
      throw .validation([Problem.FieldError(field: "events", message: message)])
    }
    return items
  }
}
