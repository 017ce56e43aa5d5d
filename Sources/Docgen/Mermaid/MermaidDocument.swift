package import Diagnostics

/// A parsed Mermaid text: its bytes, its tree and its errors.
package struct MermaidDocument: Sendable {
  package let source: SourceText
  package let diagram: MermaidDiagram
  /// In the order of the text; empty if and only if Mermaid itself accepts the text.
  package let errors: [MermaidError]

  package init(source: SourceText, diagram: MermaidDiagram, errors: [MermaidError]) {
    self.source = source
    self.diagram = diagram
    self.errors = errors
  }

  /// The source text, byte for byte.
  package var text: String { String(decoding: source.bytes, as: UTF8.self) }
}

/// A diagram of one of the kinds that this module understands.
package enum MermaidDiagram: Hashable, Sendable {
  case state(StateDiagram)
  case sequence(SequenceDiagram)
  case classes(ClassDiagram)
  /// `flowchart` and `graph`; read and compared, not printed.
  case flowchart(Flowchart)
  /// Any other diagram, identified by its first word only.
  case other(kind: String)
  /// Not a diagram: the text is empty, or its first word is not a kind of diagram.
  case unrecognized
}

extension MermaidDiagram {
  /// The word that names its kind, as written: `stateDiagram-v2`.
  package var keyword: Name? {
    switch self {
    case .state(let diagram): diagram.header.keyword
    case .sequence(let diagram): diagram.header.keyword
    case .classes(let diagram): diagram.header.keyword
    case .flowchart(let diagram): diagram.header.keyword
    case .other, .unrecognized: nil
    }
  }
}
