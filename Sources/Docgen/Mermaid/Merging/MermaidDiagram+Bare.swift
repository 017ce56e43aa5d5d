/// What a person may add to a generated diagram without changing what it says: comments, styles,
/// links, an order of their own, and notes and labels where the generator writes none.
extension MermaidDiagram {
  /// Without these additions.
  package func bare(_ parts: GeneratedParts) -> MermaidDiagram {
    switch self {
    case .state(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.compactMap { $0.bare(parts) }
      return .state(diagram)
    case .classes(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.compactMap { $0.bare(parts) }
      return .classes(diagram)
    case .sequence(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.filter { !$0.isAddition }
      return .sequence(diagram)
    case .flowchart, .other, .unrecognized: return self
    }
  }

  /// A text that is the same for two diagrams that say the same, whatever their order where order
  /// means nothing; nothing for a diagram that is only known by its first word.
  package var meaning: String? {
    guard let value = MermaidModel.value(of: self) else { return nil }
    if case .sequence = self { return value.json }
    return value.unordered.json
  }
}

extension ModelValue {
  /// The same with the elements of every list in the order of their texts.
  fileprivate var unordered: ModelValue {
    switch self {
    case .text, .number, .truth: self
    case .list(let list): .list(list.map(\.unordered).sorted { $0.json < $1.json })
    case .object(let entries): .object(entries.map { ($0.key, $0.value.unordered) })
    }
  }
}

extension DiagramHeader {
  fileprivate var bare: DiagramHeader { DiagramHeader(keyword: keyword) }
}

extension StateStatement {
  /// Whether it says nothing by itself: it may be a person's.
  func isAddition(_ parts: GeneratedParts) -> Bool {
    switch self {
    case .note: !parts.hasNotes
    case .style, .click, .comment, .inert: true
    // `idle:::hot` alone is there for its style, `idle : Nothing to do` for its label.
    case .state(let state):
      (state.cssClass != nil || state.label != nil) && parts.label(of: state) == nil
        && state.kind == .plain && !state.isComposite
    case .transition, .direction, .metadata: false
    }
  }

  func bare(_ parts: GeneratedParts) -> StateStatement? {
    if isAddition(parts) { return nil }
    switch self {
    case .state(var state):
      state.label = parts.label(of: state)
      state.cssClass = nil
      for index in state.regions.indices {
        state.regions[index].statements = state.regions[index].statements.compactMap {
          $0.bare(parts)
        }
      }
      return .state(state)
    case .transition(var transition):
      transition.fromClass = nil
      transition.toClass = nil
      transition.label = parts.label(of: transition)
      return .transition(transition)
    default: return self
    }
  }
}

extension ClassStatement {
  func isAddition(_ parts: GeneratedParts) -> Bool {
    switch self {
    case .note: !parts.hasNotes
    case .style, .interaction, .comment, .inert: true
    case .declaration(let type):
      type.cssClass != nil && type.generic == nil && type.label == nil && type.annotations.isEmpty
        && type.members.isEmpty
    case .member, .annotation, .relation, .namespace, .direction, .metadata: false
    }
  }

  func bare(_ parts: GeneratedParts) -> ClassStatement? {
    if isAddition(parts) { return nil }
    switch self {
    case .declaration(var type):
      type.cssClass = nil
      type.label = nil
      return .declaration(type)
    case .relation(var relation):
      relation.label = parts.label(of: relation)
      return .relation(relation)
    case .namespace(var namespace):
      namespace.statements = namespace.statements.compactMap { $0.bare(parts) }
      return .namespace(namespace)
    default: return self
    }
  }
}

extension SequenceStatement {
  var isAddition: Bool {
    if case .comment = self { true } else { false }
  }
}
