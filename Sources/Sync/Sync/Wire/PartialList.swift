/// A list with unreadable rows: thrown instead of returned, with the readable rows.
///
/// A row is accepted as the server's if it is an object with an `id`; a list with any other element
/// is rejected completely.
public struct PartialList<Row: Sendable>: Error {
  /// The readable rows, in order.
  public var rows: [Row]
  /// The unreadable rows.
  public var unreadable: [UnreadableRow]

  /// Creates a partial list.
  public init(rows: [Row], unreadable: [UnreadableRow]) {
    self.rows = rows
    self.unreadable = unreadable
  }
}

/// An unreadable row.
public struct UnreadableRow: Hashable, Sendable {
  /// Its position in the list, from 0.
  public var index: Int
  /// Its id.
  public var id: String
  /// The reason as a sentence.
  public var reason: String

  /// Creates an unreadable row.
  public init(index: Int, id: String, reason: String) {
    self.index = index
    self.id = id
    self.reason = reason
  }
}

extension PartialList where Row: Decodable {
  /// The rows of a JSON array; `nil` if it is not an array of objects with an `id`.
  package init?(reading bytes: [UInt8]) {
    guard let places = JSONOutline.elements(of: bytes) else { return nil }
    self.init(rows: [], unreadable: [])
    for (index, place) in places.enumerated() {
      let row = Array(bytes[place])
      do {
        rows.append(try WireCoding.decode(Row.self, from: row))
      } catch {
        guard let name = JSONOutline.members(of: row)?["id"],
          let id = try? WireCoding.decode(String.self, from: Array(row[name]))
        else { return nil }
        unreadable.append(UnreadableRow(index: index, id: id, reason: WireCoding.describe(error)))
      }
    }
  }
}
