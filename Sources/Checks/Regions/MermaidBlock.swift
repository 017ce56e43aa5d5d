import Mermaid

/// A diagram as a fenced block of Markdown.
enum MermaidBlock {
  static func text(of diagram: MermaidDiagram) -> String {
    var text = MermaidPrinter.print(diagram)
    if !text.hasSuffix("\n") { text += "\n" }
    return "```mermaid\n\(text)```\n"
  }
}
