package import Diagnostics

/// A flowchart as its statements, in the order of the text.
///
///     flowchart LR
///       App[App target] --> Core & Tools   a chain of two groups of nodes
///       subgraph storage [Storage]
///         Core -.->|reads| Store
///       end
///
/// Unlike the other kinds, flowcharts are not printed: styles and clicks are read only as far as
/// needed to recognize errors, and would be lost.
package struct Flowchart: Hashable, Sendable {
  package var header = DiagramHeader(keyword: "flowchart")
  package var direction = Direction.topToBottom
  package var statements: [FlowchartStatement] = []
}

package indirect enum FlowchartStatement: Hashable, Sendable {
  case chain(FlowchartChain)
  case subgraph(FlowchartSubgraph)
  case direction(DirectionStatement)
  /// `style A fill:#f9f`: it creates the node if nothing else names it.
  case style(FlowchartNode)
  case metadata(Metadata)
  case comment(Comment)
  /// `classDef`, `class`, `linkStyle`, `click`: accepted, and ignored by the model.
  case ignored(IgnoredStatement)
}

/// `A --> B & C -.-> D`: groups of nodes with a link between each two neighbors.
package struct FlowchartChain: Hashable, Sendable {
  package var groups: [[FlowchartNode]]
  /// One fewer than the groups.
  package var links: [FlowchartLink]
  @Location package var range: SourceRange?

  package init(
    _ groups: [[FlowchartNode]], links: [FlowchartLink] = [], range: SourceRange? = nil
  ) {
    self.groups = groups
    self.links = links
    self.range = range
  }
}

/// One mention of a node: `A`, `A[text]`, `A@{ shape: cyl, label: "text" }`.
package struct FlowchartNode: Hashable, Sendable {
  package var id: Name
  /// `nil` if this mention has no text.
  package var label: FlowchartText?
  /// Mermaid's name of the shape (`square`, `cyl`); `nil` if this mention has none.
  package var shape: String?
  /// The value of `@{…}`.
  package var data: AttributeMapping?
  @Location package var range: SourceRange?

  package init(
    _ id: Name, label: FlowchartText? = nil, shape: String? = nil, data: AttributeMapping? = nil,
    range: SourceRange? = nil
  ) {
    self.id = id
    self.label = label
    self.shape = shape
    self.data = data
    self.range = range
  }
}

/// The text of a node, a link or a subgraph, and how its source quotes it.
package struct FlowchartText: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// `[text]`
    case text
    /// `["text"]`
    case string
    /// ``["`text`"]``
    case markdown
  }

  package var label: Label
  package var kind: Kind

  package init(_ label: Label, _ kind: Kind = .text) {
    self.label = label
    self.kind = kind
  }
}

/// `-->`, `-. text .->`, `==>|text|`, `e1@--o`
package struct FlowchartLink: Hashable, Sendable {
  package enum Stroke: String, Hashable, Sendable {
    case normal, thick, dotted, invisible
    /// The two halves of `-- text ==>` differ: Mermaid draws a plain line.
    case mismatched = "INVALID"
  }

  /// `e1` of `e1@-->`.
  package var id: Name?
  package var stroke = Stroke.normal
  /// Mermaid's name: `arrow_point`, `arrow_open`, `double_arrow_cross`.
  package var arrow = "arrow_point"
  package var length: Int? = 1
  package var text: FlowchartText?
  @Location package var range: SourceRange? = nil
}

/// `subgraph id [title]` … `end`
package struct FlowchartSubgraph: Hashable, Sendable {
  /// `nil` if the title has blanks and the source has no id: Mermaid numbers such subgraphs.
  package var id: Name?
  package var title: FlowchartText
  package var statements: [FlowchartStatement] = []
  /// The first line, without `end`.
  @Location package var range: SourceRange? = nil
}
