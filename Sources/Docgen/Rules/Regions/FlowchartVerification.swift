package import Diagnostics
package import Mermaid
package import Models

/// A hand-drawn flowchart compared with the modules, types and files of the project.
package struct FlowchartVerification: Sendable {
  /// A node, and the elements of the project that it names; an empty list for prose.
  package struct Node: Sendable {
    package var id: String
    /// The name that was found or looked for.
    package var name: String
    package var elements: [ProjectGraph.Element]
    package var range: SourceRange?
  }

  /// An arrow between two nodes that name something.
  package struct Edge: Sendable {
    package var from: Node
    package var to: Node
    package var range: SourceRange?
    package var hasText: Bool
  }

  package struct UnknownNode: Sendable {
    package var node: Node
    package var nearest: String?
  }

  package struct MissingDependency: Sendable {
    package var from: Node
    package var to: Node
    package var declaredAt: SourceLocation?
  }

  package private(set) var nodes: [Node] = []
  /// Nodes that look like symbols or Swift files, and that the project lacks.
  private(set) var unknownSymbols: [UnknownNode] = []
  package private(set) var unknownDependencies: [Edge] = []
  package private(set) var reversedDependencies: [(edge: Edge, declaredAt: SourceLocation)] = []
  package private(set) var missingDependencies: [MissingDependency] = []

  /// `complete` requires all dependencies between the drawn elements. Without a marker, an arrow
  /// between types may also mean a use through a protocol or superclass.
  package init(
    _ diagram: Flowchart, _ graph: ProjectGraph, isComplete: Bool = false,
    isMarked: Bool = true
  ) {
    let model = FlowchartModel(diagram)
    var titles: [String: FlowchartModel.Subgraph] = [:]
    for subgraph in model.subgraphs { titles[subgraph.id] = subgraph }
    nodes = model.nodes.map { node in
      let title = node.text?.label ?? titles[node.id]?.title.label
      return Self.node(node.id, label: title, in: graph, at: node.range)
    }
    nodes += model.subgraphs.filter { subgraph in !nodes.contains { $0.id == subgraph.id } }
      .map { Self.node($0.id, label: $0.title.label, in: graph, at: $0.range) }
      .filter { !$0.elements.isEmpty }
    unknownSymbols = nodes.filter(\.elements.isEmpty).compactMap { Self.unknown($0, graph) }
    let known = Dictionary(
      nodes.filter { !$0.elements.isEmpty }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    compareEdges(model, known, in: graph, isMarked: isMarked)
    if isComplete { findMissing(model, known, in: graph) }
  }

  /// Unknown files, and symbols that are nearly right: others may belong to another library.
  package var unknownNodes: [UnknownNode] {
    unknownSymbols.filter { $0.nearest != nil || $0.node.isFile }
  }

  /// Whether there is nothing to report.
  package var isFlawless: Bool {
    unknownNodes.isEmpty && unknownDependencies.isEmpty && reversedDependencies.isEmpty
      && missingDependencies.isEmpty
  }
}

// MARK: - Nodes

extension FlowchartVerification {
  /// Finds elements by the label, or by the id if the label contains it.
  private static func node(
    _ id: String, label: Label?, in graph: ProjectGraph, at range: SourceRange?
  ) -> Node {
    let names = label.map { DiagramLabel.names(in: $0.text) } ?? [id]
    for name in names {
      let elements = graph.elements(named: name)
      if !elements.isEmpty { return Node(id: id, name: name, elements: elements, range: range) }
    }
    if let label, isAbout(label.text, id) {
      let elements = graph.elements(named: id)
      if !elements.isEmpty { return Node(id: id, name: id, elements: elements, range: range) }
    }
    let name = names.first(where: looksLikeSymbol) ?? names.first ?? id
    return Node(id: id, name: name, elements: [], range: range)
  }

  /// Whether a label has the id as a word: `Core package` is about `Core`.
  private static func isAbout(_ label: String, _ id: String) -> Bool {
    label.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == id }
  }

  /// A node that looks like a symbol of the project, and is not one.
  private static func unknown(_ node: Node, _ graph: ProjectGraph) -> UnknownNode? {
    let name = node.name
    guard looksLikeSymbol(name), !isTestDouble(name), !graph.isForeign(name) else { return nil }
    return UnknownNode(node: node, nearest: graph.nearest(to: name))
  }

  /// `MockStore`, `StoreTests`: it usually belongs to tests, which a project may exclude.
  private static func isTestDouble(_ name: String) -> Bool {
    ["Mock", "Fake", "Stub", "Spy", "Test"].contains(where: name.hasPrefix)
      || ["Mock", "Fake", "Stub", "Spy", "Test", "Tests"].contains(where: name.hasSuffix)
  }

  /// `SyncEngine`, `Store.swift`: two capitals and a lowercase letter, or a Swift file.
  private static func looksLikeSymbol(_ name: String) -> Bool {
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
    if name.hasSuffix(".swift") { return isName || name.allSatisfy { !$0.isWhitespace } }
    return isName && name.first?.isUppercase == true
      && name.dropFirst().contains(where: \.isUppercase)
      && name.contains(where: \.isLowercase)
  }
}

// MARK: - Edges

extension FlowchartVerification {
  private mutating func compareEdges(
    _ model: FlowchartModel, _ known: [String: Node], in graph: ProjectGraph, isMarked: Bool
  ) {
    for edge in model.edges where edge.link.stroke != .invisible {
      guard let from = known[edge.from], let to = known[edge.to],
        !Self.areNested(from: from, to: to, in: graph), !Self.isTree(from, to),
        from.elements.contains(where: graph.hasCode)
      else { continue }
      guard isMarked || from.isModule == to.isModule,
        Self.dependency(from: from, to: to, in: graph) == nil
      else { continue }
      let range = edge.link.range ?? edge.fromRange
      let drawn = Edge(from: from, to: to, range: range, hasText: edge.link.text != nil)
      if let back = Self.dependency(from: to, to: from, in: graph) {
        // A line without a head, or with two, does not state a direction.
        let isDirected = edge.link.arrow != "arrow_open" && !edge.link.arrow.hasPrefix("double")
        if isDirected { reversedDependencies.append((drawn, back)) }
      } else if isMarked || from.isModule || !Self.areRelated(from, to, in: graph) {
        unknownDependencies.append(drawn)
      }
    }
  }

  /// Dependencies of modules and types that no edge draws.
  private mutating func findMissing(
    _ model: FlowchartModel, _ known: [String: Node], in graph: ProjectGraph
  ) {
    var drawn = Set(model.edges.map { [$0.from, $0.to] })
    for edge in model.edges where edge.link.arrow == "arrow_open" || edge.link.arrow.hasPrefix("d")
    {
      drawn.insert([edge.to, edge.from])
    }
    let nodes = nodes.filter { known[$0.id] != nil }
    for from in nodes {
      for to in nodes where from.id != to.id && !drawn.contains([from.id, to.id]) {
        guard !Self.areNested(from: from, to: to, in: graph), !Self.isTree(from, to) else {
          continue
        }
        guard let place = Self.dependency(from: from, to: to, in: graph) else { continue }
        missingDependencies.append(MissingDependency(from: from, to: to, declaredAt: place))
      }
    }
  }

  /// A folder and a file: an arrow between them shows where the file is.
  private static func isTree(_ from: Node, _ to: Node) -> Bool {
    from.elements.allSatisfy { if case .folder = $0 { true } else { false } }
      && to.elements.allSatisfy { if case .file = $0 { true } else { false } }
  }

  private static func areNested(from: Node, to: Node, in graph: ProjectGraph) -> Bool {
    from.elements.contains { one in to.elements.contains { graph.isNested(one, $0) } }
  }

  private static func areRelated(_ from: Node, _ to: Node, in graph: ProjectGraph) -> Bool {
    from.elements.contains { one in
      to.elements.contains { graph.areRelated(one, $0) || graph.areRelated($0, one) }
    }
  }

  private static func dependency(
    from: Node, to: Node, in graph: ProjectGraph
  ) -> SourceLocation? {
    for one in from.elements {
      for other in to.elements {
        if let place = graph.dependency(of: one, on: other) { return place }
      }
    }
    return nil
  }
}

extension FlowchartVerification.Node {
  /// Whether it names a module: the imports of a module are certain, the uses of a type are not.
  var isModule: Bool {
    elements.contains { if case .module = $0 { true } else { false } }
  }

  /// Whether it names exactly one type.
  var isType: Bool { elements.count == 1 && elements.allSatisfy(\.isType) }

  var isFile: Bool { name.hasSuffix(".swift") }
}
