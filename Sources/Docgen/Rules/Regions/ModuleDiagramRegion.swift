import Diagrams
import Markdown
import Mermaid
import Models

/// `docgen:begin module-diagram modules="Docgen Checks"`
package enum ModuleDiagramRegion: RegionKind {
  package static let name = "module-diagram"
  package static let summary =
    "modules of the package and which imports which, read from the sources"
  package static let keys = [
    RegionKey("modules", "the modules to draw, in this order; all by default"),
    RegionKey(
      "arrows", "all imports, or only those that do not follow from others",
      choices: ["all", "essential"]),
    RegionKey.style, RegionKey.direction,
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let model = ModuleModel(request.project.code, only: request.marker.list("modules"))
    if let unknown = model.unknown.first {
      let known = ModuleModel(request.project.code).modules
      throw request.finding(.unknownModule(unknown, among: known))
    }
    let diagram = ModuleBuilder.diagram(
      of: model, direction: request.choice("direction", Direction.self),
      showsAll: request.marker["arrows"] == "all")
    return MermaidBlock.text(of: diagram, style: request.marker["style"])
  }
}
