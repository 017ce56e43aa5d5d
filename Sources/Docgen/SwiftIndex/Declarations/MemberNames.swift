import Basics
import Diagnostics

/// The members of a type by name. A type with many members is indexed by its first search, since
/// most types are small or never searched.
///
/// All of them are equal: they add nothing to the members.
final class MemberNames: Hashable, Sendable {
  private struct Index {
    /// Positions, in the order of the members.
    var positions: [String: [Int]]
    var near: NearMissIndex
  }

  /// So few members are searched one after the other.
  private static let few = 32
  private let index = Locked<Index?>(nil)

  static func == (_: MemberNames, _: MemberNames) -> Bool { true }
  func hash(into hasher: inout Hasher) {}

  /// The members of that name, or of that full name.
  func members(_ name: String, among members: [Member]) -> [Member] {
    let isFull = name.hasSuffix(")")
    let base = isFull ? String(name.prefix { $0 != "(" }) : name
    let candidates =
      members.count <= Self.few
      ? members[...] : ArraySlice(positions(of: base, in: members).map { members[$0] })
    return candidates.filter { (isFull ? $0.fullName : $0.name) == name }
  }

  func count(of name: String, among members: [Member]) -> Int {
    members.count <= Self.few
      ? members.count { $0.name == name } : positions(of: name, in: members).count
  }

  /// The nearest other name of a member that `isWanted`.
  func nearest(to name: String, among members: [Member], where isWanted: (Member) -> Bool)
    -> String?
  {
    guard members.count > Self.few else {
      return NearMiss.best(for: name, among: members.lazy.filter(isWanted).map(\.name))
    }
    let index = made(of: members)
    return index.near.best(for: name) { candidate in
      index.positions[candidate, default: []].contains { isWanted(members[$0]) }
    }
  }

  private func positions(of name: String, in members: [Member]) -> [Int] {
    made(of: members).positions[name] ?? []
  }

  private func made(of members: [Member]) -> Index {
    index.withLock { index in
      if let index { return index }
      let positions = Dictionary(grouping: members.indices) { members[$0].name }
      let made = Index(positions: positions, near: NearMissIndex(positions.keys))
      index = made
      return made
    }
  }
}
