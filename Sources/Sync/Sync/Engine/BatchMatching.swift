/// Matches the answer to a batch with the items of the batch.
enum BatchMatching {
  /// The result of one item.
  enum Result: Hashable {
    /// The server created it under the id in the request.
    case created
    /// The server keeps this older row instead.
    case replaced(APIEvent)
    /// The server already has it, under this other id.
    case duplicate(of: String, message: String)
    /// It has meanwhile been deleted on the server.
    case gone
    /// Its identifier was refused because the clock that created it was fast.
    case premature(message: String)
    /// The server refused it.
    case refused(message: String, isDuplicate: Bool)
  }

  /// One result for each request, in order; `nil` if the answer does not account for every request.
  ///
  /// An event in the answer belongs to the request with its id, or else to the one with its health
  /// sample. If neither exists and the counts agree, it belongs to the request at its position
  /// among the accepted ones.
  static func results(
    of answer: BatchCreateEventsResponse, for requests: [CreateEventRequest]
  ) -> [Result]? {
    var results = [Result?](repeating: nil, count: requests.count)
    for error in answer.errors where requests.indices.contains(error.index) {
      results[error.index] = result(of: error, for: requests[error.index])
    }
    let places = Dictionary(
      requests.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let open = requests.indices.filter { results[$0] == nil }
    let isComplete = answer.created.count == open.count
    let samples = Dictionary(
      open.compactMap { place in requests[place].healthKitSampleId.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
    for (number, event) in answer.created.enumerated() {
      if let place = places[event.id] {
        results[place] = .created
      } else if let sample = event.healthKitSampleId, let place = samples[sample] {
        results[place] = .replaced(event)
      } else if isComplete && places[event.id] == nil && results[open[number]] == nil {
        results[open[number]] = .replaced(event)
      }
    }
    let known = results.compactMap(\.self)
    return known.count == requests.count ? known : nil
  }

  private static func result(of error: BatchItemError, for request: CreateEventRequest) -> Result {
    if error.code == "gone" { return .gone }
    if error.code == "id_in_future" { return .premature(message: error.message) }
    guard let existing = error.existingId else {
      return .refused(message: error.message, isDuplicate: isDuplicate(error))
    }
    return existing == request.id
      ? .created : .duplicate(of: existing, message: error.message)
  }

  private static func isDuplicate(_ error: BatchItemError) -> Bool {
    error.code == "duplicate" || error.message.lowercased().contains("duplicate key value")
  }
}
