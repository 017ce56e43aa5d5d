import Diagrams
import Mermaid

/// A diagram as a fenced block of Markdown.
enum MermaidBlock {
  static let language = "mermaid"

  static func text(of diagram: MermaidDiagram) -> String {
    var text: String
    switch diagram {
    case .state(let diagram): text = MermaidPrinter.print(diagram)
    case .sequence(let diagram): text = MermaidPrinter.print(diagram)
    case .classes(let diagram): text = MermaidPrinter.print(diagram)
    case .flowchart, .other, .unrecognized: text = ""
    }
    if !text.hasSuffix("\n") { text += "\n" }
    return fence(text)
  }

  /// A class diagram, or the flowchart of its relations.
  static func text(of diagram: ClassDiagram, style: String?) -> String {
    style == FlowchartRegion.name ? fence(diagram.flowchartText) : text(of: .classes(diagram))
  }

  private static func fence(_ text: String) -> String {
    "```mermaid\n\(text)```\n"
  }
}
