import Diagnostics
import Mermaid

/// The state diagram of a valid text.
func state(_ text: String) -> StateDiagram {
  guard case .state(let diagram) = MermaidParser.parse(text).diagram else {
    return StateDiagram(statements: [.inert(IgnoredStatement("no state diagram"))])
  }
  return diagram
}

/// The sequence diagram of a valid text.
func sequence(_ text: String) -> SequenceDiagram {
  guard case .sequence(let diagram) = MermaidParser.parse(text).diagram else {
    return SequenceDiagram(statements: [.inert(IgnoredStatement("no sequence diagram"))])
  }
  return diagram
}

/// The class diagram of a valid text.
func classes(_ text: String) -> ClassDiagram {
  guard case .classes(let diagram) = MermaidParser.parse(text).diagram else {
    return ClassDiagram(statements: [.inert(IgnoredStatement("no class diagram"))])
  }
  return diagram
}

/// The text in a range.
func text(_ range: SourceRange?, in text: String) -> String? {
  range.map { SourceText(text).text(in: $0) }
}
