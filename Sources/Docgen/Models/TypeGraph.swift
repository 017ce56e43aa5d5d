import SwiftIndex

/// Types and all relations between them.
struct TypeGraph: Sendable {
  let types: [TypeDeclaration]
  /// The filters without a match.
  let unknown: [TypeModel.Unknown]
  /// Types that the sources only extend.
  let outside: Set<TypeKey>
  /// Positions in `types`.
  private let byName: [String: [Int]]
  private var edges: [[Edge]]

  private struct Edge {
    var kind: TypeModel.Relation.Kind
    var place: Int
    /// Whether it leads to a user.
    var isReversed: Bool
  }

  /// `types` contains each type once.
  init(
    _ types: [TypeDeclaration], unknown: [TypeModel.Unknown], outside: Set<TypeKey>,
    in code: CodeModel
  ) {
    (self.types, self.unknown, self.outside) = (types, unknown, outside)
    byName = Dictionary(grouping: types.indices) { types[$0].qualifiedName }
    edges = Array(repeating: [], count: types.count)
    // Numbers as names, so that no two types share one.
    let numbered = types.indices.map { ChosenType(declaration: types[$0], name: String($0)) }
    for relation in TypeRelationReader(types: numbered, code: code).relations() {
      guard let from = Int(relation.from), let to = Int(relation.to) else { continue }
      edges[from].append(Edge(kind: relation.kind, place: to, isReversed: false))
      edges[to].append(Edge(kind: relation.kind, place: from, isReversed: true))
    }
  }

  /// The types that a name or pattern means, in the order of the sources.
  func places(matching text: String) -> [Int] {
    if !text.contains("*") { return byName[text] ?? [] }
    let pattern = NamePattern(text)
    return types.indices.filter { pattern.matches(types[$0].qualifiedName) }
  }

  /// The types that the selection follows from one.
  func neighbours(of place: Int, _ selection: TypeSelection) -> [Int] {
    edges[place].filter {
      selection.relations.contains($0.kind)
        && selection.following != ($0.isReversed ? .uses : .users)
    }.map(\.place)
  }
}
