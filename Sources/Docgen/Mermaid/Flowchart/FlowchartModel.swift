package import Diagnostics
package import JSON

/// The meaning of a flowchart, as in the real Mermaid's data base, with places in the source.
///
/// The tree has mentions, the model has nodes: `A[x] --> B` and a later `A --> C` make one node `A`
/// with the text `x`. A chain of groups makes an edge for each pair of neighbors.
package struct FlowchartModel: Sendable {
  package struct Node: Sendable {
    package var id: String
    /// `nil` if the id is shown.
    package var text: FlowchartText?
    package var shape: String?
    /// The first mention, and every place that names it.
    package var range: SourceRange?
    package var mentions: [SourceRange] = []
  }

  package struct Edge: Sendable {
    package var from: String
    package var to: String
    /// `nil` if the source has no id, or the id belongs to an earlier edge.
    package var id: String?
    package var link: FlowchartLink
    /// The mentions of both ends on the line of the edge.
    package var fromRange: SourceRange?
    package var toRange: SourceRange?
  }

  package struct Subgraph: Sendable {
    package var id: String
    package var title: FlowchartText
    /// Nodes and subgraphs; each belongs to the first subgraph that closes.
    package var members: [String]
    package var direction: Direction?
    package var range: SourceRange?
  }

  package var metadata = ModelMetadata()
  package var direction: Direction
  /// In order of first mention.
  package var nodes: [Node] = []
  package var edges: [Edge] = []
  /// In the order of their `end`.
  package var subgraphs: [Subgraph] = []
  private var indices: [String: Int] = [:]
  private var edgeIDs: Set<String> = []
  private var memberIDs: Set<String> = []

  package init(_ diagram: Flowchart) {
    direction = diagram.direction
    metadata.title = FrontMatter.title(diagram.header)
    _ = enter(diagram.statements)
  }

  /// Enters statements. Returns the ids that Mermaid counts as members of a surrounding subgraph,
  /// and the last direction.
  private mutating func enter(
    _ statements: [FlowchartStatement]
  ) -> (members: [String], direction: Direction?) {
    var members: [String] = []
    var direction: Direction?
    for statement in statements {
      switch statement {
      case .chain(let chain): members += enter(chain)
      case .subgraph(let subgraph): members.append(enter(subgraph))
      case .direction(let statement): direction = statement.direction
      case .style(let node): mention(node)
      case .metadata(let metadata):
        self.metadata.set(metadata)
        members.append(metadata.text.source)
      // A second `;` is a member to Mermaid.
      case .ignored(let text) where text.text == ";": members.append(text.text)
      case .comment, .ignored: break
      }
    }
    return (members, direction)
  }

  private mutating func enter(_ subgraph: FlowchartSubgraph) -> String {
    let body = enter(subgraph.statements)
    let id = subgraph.id?.text ?? "subGraph\(subgraphs.count)"
    var own: Set<String> = []
    let members = body.members.filter { member in
      !ModelText.trimmed(member).isEmpty && !memberIDs.contains(member)
        && own.insert(member).inserted
    }
    memberIDs.formUnion(members)
    subgraphs.append(
      Subgraph(
        id: id, title: subgraph.title, members: members, direction: body.direction,
        range: subgraph.range))
    return id
  }

  /// Mermaid lists the members of a chain from its last group to its first.
  private mutating func enter(_ chain: FlowchartChain) -> [String] {
    for (index, group) in chain.groups.enumerated() {
      for node in group { mention(node) }
      guard index > 0 else { continue }
      let sources = chain.groups[index - 1]
      for (first, source) in sources.enumerated() {
        for (second, target) in group.enumerated() {
          var id: String?
          if first == sources.count - 1, second == 0, let name = chain.links[index - 1].id?.text,
            edgeIDs.insert(name).inserted
          {
            id = name
          }
          edges.append(
            Edge(
              from: source.id.text, to: target.id.text, id: id, link: chain.links[index - 1],
              fromRange: source.range, toRange: target.range))
        }
      }
    }
    return chain.groups.reversed().flatMap { $0.map(\.id.text) }
  }

  /// `e1@{ animate: true }` configures an edge; all other mentions belong to a node.
  private mutating func mention(_ node: FlowchartNode) {
    let id = node.id.text
    guard !edgeIDs.contains(id) else { return }
    let index = indices[id] ?? nodes.count
    if index == nodes.count {
      indices[id] = index
      nodes.append(Node(id: id, range: node.range))
    }
    if let range = node.id.range { nodes[index].mentions.append(range) }
    if let label = node.label { nodes[index].text = label }
    if let shape = node.shape { nodes[index].shape = shape }
    guard let data = node.data else { return }
    if let shape = data["shape"] { nodes[index].shape = shape }
    if let label = data["label"] {
      let kind = data["labelType"].map { FlowchartText.Kind(rawValue: $0) ?? .markdown }
      nodes[index].text = FlowchartText(
        Label(Entities.shown(written: label), written: label, range: node.range),
        kind ?? .markdown)
    } else if data["icon"] != nil || data["img"] != nil, nodes[index].text == nil {
      nodes[index].text = FlowchartText("")
    }
  }
}

extension FlowchartModel.Node {
  /// The text of the node, or its id if it has none. An empty text is shown as empty.
  package var shown: String { text?.label.text ?? id }
}

extension FlowchartModel {
  package var value: JSON {
    .model(
      metadata.entries + [
        ("direction", .text(direction.rawValue)),
        ("nodes", .array(nodes.map(\.value))),
        ("edges", .array(edges.map(\.value))),
        ("subgraphs", .array(subgraphs.map(\.value))),
      ])
  }
}

extension FlowchartModel.Node {
  fileprivate var value: JSON {
    let label = text?.label.source
    return .model([
      ("id", .text(id)), ("label", .text(label == id ? nil : label)),
      ("labelType", .text(text.flatMap { $0.kind == .text ? nil : $0.kind.rawValue })),
      ("shape", .text(shape)),
    ])
  }
}

extension FlowchartModel.Edge {
  fileprivate var value: JSON {
    .model(
      [
        ("id", .text(id)), ("from", .text(from)), ("to", .text(to)),
        ("label", .text(link.text?.label.source)),
        ("labelType", .text(link.text.flatMap { $0.kind == .text ? nil : $0.kind.rawValue })),
        ("type", .text(link.arrow)), ("stroke", .text(link.stroke.rawValue)),
      ] + (link.length.map { [("length", .number(String($0)))] } ?? []))
  }
}

extension FlowchartModel.Subgraph {
  fileprivate var value: JSON {
    .model([
      ("id", .text(id)), ("title", .text(ModelText.trimmed(title.label.source))),
      ("labelType", .text(title.kind == .text ? nil : title.kind.rawValue)),
      ("members", .texts(members)), ("direction", .text(direction?.rawValue)),
    ])
  }
}
