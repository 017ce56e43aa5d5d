/// Prints diagrams that were built by code: one statement a line, four spaces a level, a final
/// newline.
///
/// Any label is printed as Mermaid that shows that label. A name that the language cannot spell
/// gets an alias that shows it.
package enum MermaidPrinter {
  package static func print(_ diagram: StateDiagram) -> String {
    var printer = StatePrinter(diagram)
    return printer.print()
  }

  package static func print(_ diagram: ClassDiagram) -> String {
    var printer = ClassPrinter(diagram)
    return printer.print()
  }

  package static func print(_ diagram: SequenceDiagram) -> String {
    var printer = SequencePrinter(diagram)
    return printer.print()
  }

  /// Returns `nil` for flowcharts, and for a diagram that is identified only by its first word.
  package static func print(_ diagram: MermaidDiagram) -> String? {
    switch diagram {
    case .state(let diagram): print(diagram)
    case .sequence(let diagram): print(diagram)
    case .classes(let diagram): print(diagram)
    case .flowchart, .other, .unrecognized: nil
    }
  }
}
