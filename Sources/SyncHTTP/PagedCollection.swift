internal import Sync

/// Puts pages of a list that may move under the reader together, without gaps and repetitions.
///
/// Each page begins one place before the end of what is there, so that it shows something known:
///
///     have a b c    ask from c    get c d e    -> a b c d e
///     have a b c    ask from c    get b c d    -> a b c d      (one was added in front)
///     have a b c    ask from c    get e f g    -> step back    (some were deleted in front)
struct PagedCollection {
  /// How many events to ask for.
  let pageSize: Int
  /// Where the next page begins; nothing when all are there.
  private(set) var nextOffset: Int? = 0
  private(set) var events: [APIEvent] = []
  private var known: Set<String> = []
  private var stepsBack = 0

  /// Steps back in a row after which the list counts as unreadable.
  private static let patience = 20

  /// The server gives at most 500; one known event and one new one are the least.
  init(pageSize: Int) {
    self.pageSize = min(max(2, pageSize), 500)
  }

  /// Adds a page that began at `nextOffset`.
  ///
  /// - Returns: false when there is no getting on.
  mutating func add(_ page: [APIEvent]) -> Bool {
    guard let offset = nextOffset else { return true }
    let connects = offset == 0 || page.contains { known.contains($0.id) }
    guard connects else {
      stepsBack += 1
      nextOffset = max(0, offset - pageSize)
      return stepsBack <= PagedCollection.patience
    }
    stepsBack = 0
    for event in page where known.insert(event.id).inserted { events.append(event) }
    nextOffset = page.count < pageSize ? nil : offset + page.count - 1
    return true
  }
}
