/// A page of the change feed: answer to `GET /changes?since=&limit=`.
public struct ChangeFeedResponse: Hashable, Codable, Sendable {
  /// The changes, oldest first.
  public var changes: [ChangeEntry]
  /// Where the next page begins: the number of the last change, or what was asked for.
  public var nextCursor: Int64
  /// Whether there are later changes.
  public var hasMore: Bool
  /// The epoch of the feed; another one means that cursors of the former one have no meaning, as
  /// after the server was restored from a backup. `nil` if the server names none.
  public var epoch: String?

  /// Creates it; what is not given has its default.
  public init(
    changes: [ChangeEntry], nextCursor: Int64, hasMore: Bool, epoch: String? = nil
  ) {
    self.changes = changes
    self.nextCursor = nextCursor
    self.hasMore = hasMore
    self.epoch = epoch
  }

  /// The place after this page, which was asked for with `since`: never before that.
  func cursor(after since: Int64) -> Int64 {
    max(since, nextCursor, changes.map(\.id).max() ?? since)
  }

  private enum CodingKeys: String, CodingKey {
    case changes, epoch
    case nextCursor = "next_cursor"
    case hasMore = "has_more"
  }
}

/// A place in the change feed, and the answer to `GET /changes/latest-cursor`.
public struct FeedPosition: Hashable, Codable, Sendable {
  /// The number of the last change; 0 before the first.
  public var cursor: Int64
  /// The epoch of the feed; `nil` if the server names none.
  public var epoch: String?

  /// Creates a place.
  public init(cursor: Int64, epoch: String? = nil) {
    self.cursor = cursor
    self.epoch = epoch
  }
}
