// The Mermaid module reads, compares, merges, formats and prints diagrams in the language of
// Mermaid 11.
//
// Four kinds are read completely: state, sequence and class diagrams, and flowcharts. Of all others
// only the first word is known. The module runs no JavaScript; instead, its lexers follow the
// regular expressions of the real grammars rule by rule, and its checks repeat the errors that the
// real program raises after parsing. The aim is that `errors` is empty if and only if Mermaid draws
// the text.
//
// Data flow of reading: bytes -> `PreparedText` (as the grammars see them) -> a lexer and a parser
// for each kind (`Reading`) -> a tree of statements with places (`Tree`) -> checks. From the tree
// come the model, which is what Mermaid stores (`Model`), and the facts, which are independent of
// order and notation (`Facts`). Comparison, merging and change drawings work on facts; printing
// (`Writing`) works on trees and is the inverse of reading.
//
// The module depends on Diagnostics, Facts, JSON and YAML, and on no other part of docgen: it has
// no knowledge of Swift code. `Diagrams` builds and checks trees with it, `Rules` reports syntax
// errors, and `DocgenKit` has the commands `mermaid diff` and `mermaid format`.

package import Diagnostics

/// A parsed Mermaid text: its bytes, its tree and its errors.
///
/// A text with errors still has a tree: parsing continues on the next line, so editors can offer
/// completion and hovers while a diagram is being written.
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
