package import Mermaid

extension ClassDiagram {
  /// The classes and relations as the text of a flowchart, with each arrow from the dependent type
  /// to the type that it depends on:
  ///
  ///     Core <|-- App   ->   App --> Core
  ///     App ..> Tools   ->   App -.-> Tools
  ///
  /// For a region with the style of a flowchart, where only the dependencies matter. Members,
  /// annotations and multiplicities are lost; equal arrows are written once.
  package var flowchartText: String {
    let names = classNames.map(\.text)
    let labels = Dictionary(
      declarations.compactMap { type in type.label.map { (type.id.text, $0.text) } },
      uniquingKeysWith: { first, _ in first })
    var ids: [String: String] = [:]
    for (index, name) in names.enumerated() {
      ids[name] = Self.isPlainID(name) ? name : "n\(index)"
    }
    let directions = statements.compactMap { statement in
      if case .direction(let direction) = statement { direction.direction.rawValue } else { nil }
    }
    var lines = ["flowchart \(directions.last ?? "TB")"]
    lines += names.map { name in
      let (id, label) = (ids[name] ?? name, labels[name] ?? name)
      return "    " + (id == label ? id : "\(id)[\"\(Self.escaped(label))\"]")
    }
    var seen: Set<String> = []
    for relation in relations {
      // The end at the class that is depended on, or at the class that holds the other one.
      let isBackward =
        [.extending, .dependency].contains(relation.from.end)
        || [.composition, .aggregation].contains(relation.to.end)
      let (from, to) = isBackward ? (relation.to, relation.from) : (relation.from, relation.to)
      guard let source = ids[from.name.text], let target = ids[to.name.text] else { continue }
      let arrow = relation.line == .dotted ? "-.->" : "-->"
      let text = relation.label.map { "|\"\(Self.escaped($0.text))\"|" } ?? ""
      let line = "    \(source) \(arrow)\(text) \(target)"
      if seen.insert(line).inserted { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether Mermaid reads a name as the id of a node.
  private static func isPlainID(_ name: String) -> Bool {
    let document = MermaidParser.parse("flowchart\n\(name) --> \(name)\n")
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), document.errors.isEmpty,
      case .flowchart(let diagram) = document.diagram
    else { return false }
    return FlowchartModel(diagram).nodes.map(\.id) == [name]
  }

  /// A text in quotes: entity codes for the quote, the `#` of codes and tags.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\"": result += "#quot;"
      case "#": result += "#35;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "\n": result += "<br/>"
      default: result.append(character)
      }
    }
  }
}
