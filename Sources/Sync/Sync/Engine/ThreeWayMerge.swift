/// Transfers the queued updates of an entity from one row of the server to the next.
///
///     base            remote          update           result
///     notes: a        notes: a        notes: b         notes: b
///     place: x        place: y        -                place: y, by the remote row
///     color: 1        color: 2        color: 3         a conflict
///
/// A field that only one side changed gets that side's value. The keys of an event's `properties`
/// are merged like fields.
///
/// Only the base row shows which side has changed a field: the server sends complete rows, without
/// a time for each field, and the clock of a device may be wrong. The method is the three-way merge
/// of version control (Khanna, Kunal, Pierce: A Formal Investigation of Diff3, 2007) with fields in
/// place of lines. Fields have names, so nothing has to be aligned.
///
/// Cost: O(n log n) for the n fields of the updates and the keys of their `properties`, and at most
/// one call of the conflict hook for each field.
struct ThreeWayMerge {
  /// The fields before the updates; `nil` if they are unknown. The updates then apply unchanged.
  let base: EntityFields?
  let remote: EntityFields
  /// Resolves a conflict, given the name and the base, local and remote values.
  let resolve: (String, JSONValue, JSONValue, JSONValue) -> SyncConflictResolution
  /// The resolutions so far, by field.
  private var resolved: [String: SyncConflictResolution] = [:]

  init(
    base: EntityFields?, remote: EntityFields,
    resolve: @escaping (String, JSONValue, JSONValue, JSONValue) -> SyncConflictResolution
  ) {
    self.base = base
    self.remote = remote
    self.resolve = resolve
  }

  /// The fields that an update still has to change. Of several updates, the last is merged first:
  /// its value is the one in conflict, and the earlier ones follow its resolution.
  mutating func rebased(_ change: EntityFields) -> EntityFields {
    guard let base else { return change }
    var rebased: EntityFields = [:]
    for (name, local) in change.sorted(by: { $0.key < $1.key }) {
      guard let before = base[name], let theirs = remote[name] else {
        rebased[name] = local
        continue
      }
      if case (.object(let a), .object(let b), .object(let c)) = (before, local, theirs) {
        rebased[name] = .object(merged(name, before: a, local: b, theirs: c))
      } else {
        rebased[name] = merged(name, before: before, local: local, theirs: theirs)
      }
    }
    return rebased
  }

  /// The merged value of a field or key; `nil` if the server's value is used.
  private mutating func merged(
    _ name: String, before: JSONValue, local: JSONValue, theirs: JSONValue
  ) -> JSONValue? {
    if theirs == before || theirs == local { return local }
    let isFirst = resolved[name] == nil
    let resolution = resolved[name] ?? resolve(name, before, local, theirs)
    resolved[name] = resolution
    return switch resolution {
    case .keepLocal: local
    case .takeRemote: nil
    case .use(let value): isFirst ? value : local
    }
  }

  private mutating func merged(
    _ name: String, before: EntityFields, local: EntityFields, theirs: EntityFields
  ) -> EntityFields {
    var merged = theirs
    for key in Set(before.keys).union(local.keys).sorted() {
      let (old, mine) = (before[key] ?? .null, local[key] ?? .null)
      if mine == old { continue }
      let other = theirs[key] ?? .null
      guard let value = self.merged("\(name).\(key)", before: old, local: mine, theirs: other)
      else { continue }
      merged[key] = value == .null ? nil : value
    }
    return merged
  }
}
