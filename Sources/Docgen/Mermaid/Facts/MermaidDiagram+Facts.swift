import Diagnostics
package import Facts

/// A fact is one statement of the diagram without its notation: `A-->B : x` and `A --> B: x` are
/// the same fact. The roles of its fields are those of `FactSchema`, so that `Facts` can compare
/// diagrams without knowledge of their kinds. The order of facts is that of the model, and matters
/// for sequence diagrams only.
extension MermaidDiagram: FactSource {
  /// The facts of the diagram; empty for a kind that is identified only by its first word.
  package var facts: [LocatedFact] {
    switch self {
    case .state(let diagram): diagram.facts
    case .sequence(let diagram): diagram.facts
    case .classes(let diagram): diagram.facts
    case .flowchart(let diagram): diagram.facts
    case .other, .unrecognized: []
    }
  }
}

extension ModelMetadata {
  /// A title of white space has no fact.
  var facts: [LocatedFact] {
    [
      ("title", title), ("accessibility title", accessibleTitle),
      ("accessibility description", accessibleDescription),
    ].compactMap { name, label in
      guard let label else { return nil }
      let text = ModelText.trimmed(label.text)
      return text.isEmpty
        ? nil : LocatedFact(.title, [.name: name, .text: text], at: label.range)
    }
  }
}

extension Direction {
  var fact: LocatedFact { LocatedFact(.direction, [.text: rawValue], at: nil) }
}

extension String {
  /// The name of a scope or link with several parts.
  static func joined(_ parts: String?...) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
