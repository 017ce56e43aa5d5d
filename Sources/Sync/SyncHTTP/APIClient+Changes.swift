public import Sync

extension APIClient {
  /// The changes after a cursor, oldest first: `GET /changes?since=&limit=`.
  public func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse {
    let query = [HTTPField("since", String(cursor)), HTTPField("limit", String(limit))]
    return try await send(Endpoint("GET", "/changes", query: query))
  }

  /// The end of the feed: `GET /changes/latest-cursor`.
  public func getLatestCursor() async throws -> FeedPosition {
    try await send(Endpoint("GET", "/changes/latest-cursor"))
  }
}
