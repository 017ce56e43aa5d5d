/// A page of the change feed: answer to `GET /changes?since=&limit=`.
public struct ChangeFeedResponse: Hashable, Codable, Sendable {
  /// The changes, oldest first.
  public var changes: [ChangeEntry]
  /// Where the next page begins: the number of the last change, or what was asked for.
  public var nextCursor: Int64
  /// Whether there are later changes.
  public var hasMore: Bool

  /// Creates it; what is not given has its default.
  public init(
    changes: [ChangeEntry], nextCursor: Int64, hasMore: Bool
  ) {
    self.changes = changes
    self.nextCursor = nextCursor
    self.hasMore = hasMore
  }

  private enum CodingKeys: String, CodingKey {
    case changes
    case nextCursor = "next_cursor"
    case hasMore = "has_more"
  }
}

/// Answer to `GET /changes/latest-cursor`; 0 where nothing has changed yet.
public struct LatestCursorResponse: Hashable, Codable, Sendable {
  /// The number of the last change.
  public var cursor: Int64

  /// Creates it; what is not given has its default.
  public init(
    cursor: Int64
  ) {
    self.cursor = cursor
  }
}
