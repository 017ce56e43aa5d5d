import Diagrams
import Markup
import Mermaid
import Models

/// `docgen:begin class-diagram types="SyncEngine *Protocol"`
package enum ClassDiagramRegion: RegionKind {
  package static let name = "class-diagram"
  package static let summary = "types of the sources with their members and relations"
  package static let keys = [
    RegionKey("types", "the types to draw: names or patterns"),
    RegionKey(
      "members", "which members are shown",
      choices: TypeSelection.Members.allCases.map(\.rawValue)),
    RegionKey(
      "access", "the narrowest access that is shown",
      choices: TypeSelection.AccessLevel.allCases.map(\.rawValue)),
    RegionKey("max-members", "how many members a type shows before \"… n more\""),
    RegionKey(
      "relations",
      "which relations are drawn, of inherits conforms composes aggregates creates uses, or none"),
    RegionKey.direction,
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let model = try request.types(selection(request))
    let direction = request.choice("direction", Direction.self)
    return MermaidBlock.text(of: .classes(ClassBuilder.diagram(of: model, direction: direction)))
  }

  private static func selection(
    _ request: RegionRequest
  ) throws(RegionProblem) -> TypeSelection {
    var selection = TypeSelection(types: request.marker.list("types"))
    selection.members = request.choice("members", TypeSelection.Members.self) ?? selection.members
    selection.access = request.choice("access", TypeSelection.AccessLevel.self) ?? selection.access
    if let text = request.marker["max-members"] {
      guard let maximum = Int(text), maximum >= 0 else {
        throw request.finding(
          "unknown-choice", at: "max-members", "`max-members` must be a number, not `\(text)`")
      }
      selection.maximum = maximum
    }
    let relations = request.marker.list("relations")
    if !relations.isEmpty {
      selection.relations = try relationKinds(relations, request)
    }
    return selection
  }

  private static func relationKinds(
    _ names: [String], _ request: RegionRequest
  ) throws(RegionProblem) -> Set<TypeModel.Relation.Kind> {
    var kinds: Set<TypeModel.Relation.Kind> = []
    for name in names where name != "none" {
      guard let kind = TypeModel.Relation.Kind(rawValue: name) else {
        let known = TypeModel.Relation.Kind.allCases.map(\.rawValue)
        throw request.finding(
          "unknown-choice", at: "relations", "`\(name)` is no kind of relation",
          evidence: request.nearest(name, among: known + ["none"], what: "kinds"))
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
