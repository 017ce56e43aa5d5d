/// A page of the change feed: the response to `GET /changes?since=&limit=`.
public struct ChangeFeedResponse: FieldList, Codable, WireReadable {
  /// The changes, oldest first.
  public var changes: [ChangeEntry]
  /// The cursor of the next page: the number of the last change, or the requested cursor.
  public var nextCursor: Int64
  /// Whether there are later changes.
  public var hasMore: Bool
  /// The epoch of the feed. In another epoch, for example after the server was restored from a
  /// backup, earlier cursors have no meaning. `nil` if the server has no epochs.
  public var epoch: String?

  /// Creates a page; omitted values have their defaults.
  public init(changes: [ChangeEntry], nextCursor: Int64, hasMore: Bool, epoch: String? = nil) {
    self.changes = changes
    self.nextCursor = nextCursor
    self.hasMore = hasMore
    self.epoch = epoch
  }

  /// The cursor after this page, which was requested with `since`; never lower than `since`.
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

/// A position in the change feed, and the response to `GET /changes/latest-cursor`.
public struct FeedPosition: Hashable, Codable, Sendable {
  /// The number of the last change; 0 before the first.
  public var cursor: Int64
  /// The epoch of the feed; `nil` if the server has no epochs.
  public var epoch: String?

  /// Creates a position.
  public init(cursor: Int64, epoch: String? = nil) {
    self.cursor = cursor
    self.epoch = epoch
  }
}
