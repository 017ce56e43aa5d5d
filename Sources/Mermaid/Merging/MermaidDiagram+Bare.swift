/// What a person may add to a generated diagram without changing what it says: comments, styles,
/// links, an order of their own, and notes where the generator writes none.
extension MermaidDiagram {
  /// Without these additions; notes stay where they are the generator's.
  package func bare(keepsNotes: Bool) -> MermaidDiagram {
    switch self {
    case .state(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.compactMap { $0.bare(keepsNotes: keepsNotes) }
      return .state(diagram)
    case .classes(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.compactMap { $0.bare(keepsNotes: keepsNotes) }
      return .classes(diagram)
    case .sequence(var diagram):
      diagram.header = diagram.header.bare
      diagram.statements = diagram.statements.filter { !$0.isAddition }
      return .sequence(diagram)
    case .other, .unrecognized: return self
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
  func isAddition(keepsNotes: Bool) -> Bool {
    switch self {
    case .note: !keepsNotes
    case .style, .click, .comment, .inert: true
    // `idle:::hot` alone is there for its style.
    case .state(let state):
      state.cssClass != nil && state.label == nil && state.kind == .plain && !state.isComposite
    case .transition, .direction, .metadata: false
    }
  }

  func bare(keepsNotes: Bool) -> StateStatement? {
    if isAddition(keepsNotes: keepsNotes) { return nil }
    switch self {
    case .state(var state):
      state.cssClass = nil
      for index in state.regions.indices {
        state.regions[index].statements = state.regions[index].statements.compactMap {
          $0.bare(keepsNotes: keepsNotes)
        }
      }
      return .state(state)
    case .transition(var transition):
      transition.fromClass = nil
      transition.toClass = nil
      return .transition(transition)
    default: return self
    }
  }
}

extension ClassStatement {
  func isAddition(keepsNotes: Bool) -> Bool {
    switch self {
    case .note: !keepsNotes
    case .style, .interaction, .comment, .inert: true
    case .declaration(let type):
      type.cssClass != nil && type.generic == nil && type.label == nil && type.annotations.isEmpty
        && type.members.isEmpty
    case .member, .annotation, .relation, .namespace, .direction, .metadata: false
    }
  }

  func bare(keepsNotes: Bool) -> ClassStatement? {
    if isAddition(keepsNotes: keepsNotes) { return nil }
    switch self {
    case .declaration(var type):
      type.cssClass = nil
      return .declaration(type)
    case .namespace(var namespace):
      namespace.statements = namespace.statements.compactMap { $0.bare(keepsNotes: keepsNotes) }
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
