/// A name in a document, split into its parts.
///
///     SyncEngine.apply(_:)   ->  owner SyncEngine, name apply, labels ["_"], isCall
///     .idle                  ->  name idle, isMemberOnly
///     Sync.Engine.State      ->  owner Sync.Engine, name State
struct SymbolPath {
  /// Everything before the last dot.
  var owner: String?
  var name: String
  /// `apply(_:)` has `["_"]`; `apply()` and `apply` have none.
  var labels: [String]?
  /// Written with parentheses.
  var isCall: Bool
  /// Written with a leading dot.
  var isMemberOnly: Bool

  /// Owner and name.
  var dotted: String { (owner.map { $0 + "." } ?? "") + name }

  init(_ text: String) {
    var rest = text[...]
    isMemberOnly = rest.hasPrefix(".")
    if isMemberOnly { rest = rest.dropFirst() }
    isCall = rest.hasSuffix(")")
    if isCall, let open = rest.firstIndex(of: "(") {
      let inside = rest[rest.index(after: open)...].dropLast()
      labels = inside.isEmpty ? nil : SymbolPath.labels(inside)
      rest = rest[..<open]
    }
    if let dot = rest.lastIndex(of: "."), dot != rest.startIndex {
      owner = String(rest[..<dot])
      name = String(rest[rest.index(after: dot)...])
    } else {
      name = String(rest)
    }
  }

  /// `_:for:` -> `_`, `for`; call-like text such as `retryAfter, pending` gives no labels.
  private static func labels(_ inside: Substring) -> [String]? {
    guard inside.hasSuffix(":") else { return nil }
    let labels = inside.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    return labels.map(String.init)
  }

  func matches(_ member: Member) -> Bool {
    guard member.name == name else { return false }
    guard isCall else { return true }
    if let labels {
      if let signature = member.signature { return signature.labels == labels }
      let associated = member.enumCase?.associatedValues.map { $0.label ?? "_" }
      return associated == labels
    }
    if let enumCase = member.enumCase { return !enumCase.associatedValues.isEmpty }
    return member.signature != nil || member.property != nil
  }
}
