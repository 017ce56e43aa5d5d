import Facts

/// The parts of a diagram that facts do not cover: comments, styles, header.
extension MermaidDiagram {
  /// The texts of comments, styles, style classes and the header.
  var decorations: [String] {
    switch self {
    case .state(let diagram):
      diagram.header.decorations + diagram.allStatements.flatMap(\.decorations)
    case .classes(let diagram):
      diagram.header.decorations + diagram.allStatements.flatMap(\.decorations)
    case .sequence(let diagram):
      diagram.header.decorations
        + diagram.allStatements.compactMap { statement in
          if case .comment(let comment) = statement { return comment.text }
          return nil
        }
    case .flowchart, .other, .unrecognized: []
    }
  }

  /// The elements that only styles, links and notes name. If such an element is removed, the
  /// addition would bring it back, or be lost.
  ///
  /// `style gone fill:#f00` would make Mermaid draw a class `gone` that the code no longer has.
  var decoratedNames: Set<String> {
    func targets(_ style: StyleStatement) -> [String] {
      style.kind == .definition ? [] : style.targets.map(\.text)
    }
    var styled: [String] = []
    switch self {
    case .state(let diagram):
      for case .style(let style) in diagram.allStatements { styled += targets(style) }
    case .classes(let diagram):
      for case .style(let style) in diagram.allStatements { styled += targets(style) }
    case .sequence, .flowchart, .other, .unrecognized: break
    }
    let mentioned = facts.filter { $0.kind == .note || $0.kind == .link }
      .flatMap { [$0[.target], $0[.owner]] }
    return Set(styled + mentioned).subtracting([""])
  }
}

extension DiagramHeader {
  fileprivate var decorations: [String] {
    (frontMatter.map { [$0.text] } ?? []) + directives.map(\.text)
  }
}

extension StyleStatement {
  fileprivate var decoration: String { "\(kind) \(targets.map(\.text)) \(value.text)" }
}

extension StateStatement {
  fileprivate var decorations: [String] {
    switch self {
    case .style(let style): [style.decoration]
    case .comment(let comment): [comment.text]
    case .inert(let inert): [inert.text]
    case .state(let state): state.cssClass.map { ["\(state.id):::\($0)"] } ?? []
    case .transition(let transition):
      [(transition.from, transition.fromClass), (transition.to, transition.toClass)]
        .compactMap { name, style in style.map { "\(name):::\($0)" } }
    case .note, .direction, .click, .metadata: []
    }
  }

  /// Whether no part of it is generated.
  func isAddition(_ parts: GeneratedParts) -> Bool {
    switch self {
    case .note: !parts.hasNotes
    case .style, .click, .metadata, .comment, .inert: true
    // `idle:::hot` alone exists for its style, `idle : Nothing to do` for its label.
    case .state(let state):
      (state.cssClass != nil || state.label != nil) && parts.label(of: state) == nil
        && state.kind == .plain && !state.isComposite
    case .transition, .direction: false
    }
  }
}

extension ClassStatement {
  fileprivate var decorations: [String] {
    switch self {
    case .style(let style): [style.decoration]
    case .comment(let comment): [comment.text]
    case .inert(let inert): [inert.text]
    case .declaration(let type): type.cssClass.map { ["\(type.id):::\($0)"] } ?? []
    default: []
    }
  }

  /// Whether no part of it is generated.
  func isAddition(_ parts: GeneratedParts) -> Bool {
    switch self {
    case .note: !parts.hasNotes
    case .style, .interaction, .metadata, .comment, .inert: true
    case .declaration(let type):
      type.cssClass != nil && type.generic == nil && type.label == nil && type.annotations.isEmpty
        && type.members.isEmpty
    case .member, .annotation, .relation, .namespace, .direction: false
    }
  }
}
