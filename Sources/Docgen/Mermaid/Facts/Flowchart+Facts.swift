import Diagnostics
package import Facts

/// A node that is only mentioned in links is implied: its removal follows from that of the links
/// and is not reported.
extension Flowchart: FactSource {
  package var facts: [LocatedFact] {
    let model = FlowchartModel(self)
    var scopes: [String: String] = [:]
    for subgraph in model.subgraphs {
      for member in subgraph.members { scopes[member] = subgraph.id }
    }
    let subgraphs = model.subgraphs.map { subgraph in
      LocatedFact(
        .subgraph,
        [
          .name: subgraph.id, .label: ModelText.trimmed(subgraph.title.label.text),
          .scope: scopes[subgraph.id], .direction: subgraph.direction?.rawValue,
        ], at: subgraph.range, ranges: [.label: subgraph.title.label.range])
    }
    let linked = Set(model.edges.flatMap { [$0.from, $0.to] })
    let nodes = model.nodes.map { node in
      LocatedFact(
        .node,
        [.name: node.id, .label: node.shown, .form: node.shape, .scope: scopes[node.id]],
        at: node.range, ranges: [.label: node.text?.label.range], mentions: node.mentions,
        isImplied: node.text == nil && node.shape == nil && linked.contains(node.id))
    }
    let shown = Dictionary(
      model.nodes.map { ($0.id, $0.shown) }, uniquingKeysWith: { first, _ in first })
    let edges = model.edges.map { edge in
      let scope = scopes[edge.from]
      return LocatedFact(
        .dependency,
        [
          .source: edge.from, .target: edge.to,
          .scope: scope == scopes[edge.to] ? scope : nil, .sourceLabel: shown[edge.from],
          .targetLabel: shown[edge.to], .form: edge.link.sign, .text: edge.link.text?.label.text,
        ], at: edge.link.range, ranges: [.text: edge.link.text?.label.range])
    }
    return model.metadata.facts + [model.direction.fact] + subgraphs + nodes + edges
  }
}

extension FlowchartLink {
  /// The link without its text and length: `-.->`, `<==>`, `--x`.
  fileprivate var sign: String {
    let heads = ["point": (">", "<"), "cross": ("x", "x"), "circle": ("o", "o")]
    let head = heads[arrow.split(separator: "_").last.map(String.init) ?? ""] ?? ("", "")
    let line =
      switch stroke {
      case .normal, .mismatched: head.0.isEmpty ? "---" : "--"
      case .thick: head.0.isEmpty ? "===" : "=="
      case .dotted: "-.-"
      case .invisible: "~~~"
      }
    return (arrow.hasPrefix("double") ? head.1 : "") + line + head.0
  }
}
