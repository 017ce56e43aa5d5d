/// A type that can be read even if a part of it is unreadable.
protocol WireTolerant: Decodable {
  /// The value without its unreadable parts; `nil` if too little is readable to trust the rest.
  static func readTolerantly(_ bytes: [UInt8]) -> Self?
}

/// A page is accepted if it is one object with a cursor. An unreadable change keeps its position
/// and gets a reason, so that the engine can quarantine it and continue.
extension ChangeFeedResponse: WireTolerant {
  static func readTolerantly(_ bytes: [UInt8]) -> ChangeFeedResponse? {
    func read<Value: Decodable>(_ type: Value.Type, _ place: Range<Int>?) -> Value? {
      place.flatMap { try? WireCoding.decodeThoroughly(type, from: Array(bytes[$0])) }
    }
    guard let members = JSONOutline.members(of: bytes),
      let cursor = read(Int64.self, members["next_cursor"]),
      let hasMore = read(Bool.self, members["has_more"]),
      let list = members["changes"], let places = JSONOutline.elements(of: bytes, in: list)
    else { return nil }
    var page = ChangeFeedResponse(
      changes: [], nextCursor: cursor, hasMore: hasMore,
      epoch: read(String.self, members["epoch"]))
    for place in places {
      let change = Array(bytes[place])
      do {
        page.changes.append(try WireCoding.decode(ChangeEntry.self, from: change))
      } catch {
        // Numbers ascend, so this one is higher than the previous and lower than the next.
        let number = page.changes.last.map { $0.id + 1 } ?? cursor
        guard let entry = ChangeEntry(unreadable: change, number: number, error) else { return nil }
        page.changes.append(entry)
      }
    }
    return page
  }
}

extension ChangeEntry {
  /// Creates the readable part of a change that cannot be decoded; `nil` if it is not an object.
  fileprivate init?(unreadable bytes: [UInt8], number: Int64, _ error: any Error) {
    guard let members = JSONOutline.members(of: bytes) else { return nil }
    func read<Value: Decodable>(_ type: Value.Type, _ name: String) -> Value? {
      members[name].flatMap {
        try? WireCoding.decodeThoroughly(type, from: Array(bytes[$0]))
      }
    }
    let kind = read(String.self, "entity_type")
    let entity = read(String.self, "entity_id")
    let isNamed = kind != nil && entity != nil
    let operation = isNamed ? read(String.self, "operation") : nil
    self.init(
      id: read(Int64.self, "id") ?? number, entityType: EntityKind(rawValue: kind ?? "unknown"),
      operation: MutationOperation(rawValue: operation ?? "unreadable"), entityId: entity ?? "",
      data: .unreadable(reason: WireCoding.describe(error)))
  }
}
