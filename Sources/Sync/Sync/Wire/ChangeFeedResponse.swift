/// A page of the change feed: answer to `GET /changes?since=&limit=`.
public struct ChangeFeedResponse: FieldList, Codable, WireReadable {
  /// The changes, oldest first.
  public var changes: [ChangeEntry]
  /// Where the next page begins: the number of the last change, or what was asked for.
  public var nextCursor: Int64
  /// Whether there are later changes.
  public var hasMore: Bool
  /// The epoch of the feed; another one means that cursors of the former one have no meaning, as
  /// after the server was restored from a backup. `nil` if the server names none.
  public var epoch: String?

  /// Creates it; an omitted value has its default.
  public init(changes: [ChangeEntry], nextCursor: Int64, hasMore: Bool, epoch: String? = nil) {
    self.changes = changes
    self.nextCursor = nextCursor
    self.hasMore = hasMore
    self.epoch = epoch
  }

  /// The place after this page, which was asked for with `since`: never before that.
  func cursor(after since: Int64) -> Int64 {
    max(since, nextCursor, changes.map(\.id).max() ?? since)
  }

  /// An empty page.
  public static var empty: Self { Self(changes: [], nextCursor: 0, hasMore: false) }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("changes", &changes)
    try visitor.field("epoch", &epoch, default: nil)
    try visitor.field("has_more", &hasMore)
    try visitor.field("next_cursor", &nextCursor)
  }

  /// Reads a page.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: .row) }

  /// Writes a page.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: .row) }

  /// Reads a page in its common form.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    try self.init(reading: &reader, as: .row)
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
