import Diagnostics

/// Walks a state diagram like the real Mermaid and collects the contents of its data base.
///
/// Statements outside of composites are entered first (style classes, links). Then every mention of
/// a state, depth first, updates the state: the first mention decides its kind, each mention inside
/// a composite its parent.
struct StateModelBuilder {
  private var model = StateModel()
  private var indices: [String: Int] = [:]
  private var classes: [String: [String]] = [:]
  private var styles: [String: [String]] = [:]

  /// A start or end is identified by its scope.
  private func key(_ name: String, _ scope: StateModel.Scope, isSource: Bool) -> String {
    guard name == StateDiagram.edge.text else { return name }
    let place = "\(scope.parent ?? "")\u{1F}\(scope.region ?? -1)"
    return "[*]\u{1F}\(place)\u{1F}\(isSource)"
  }

  mutating func build(_ diagram: StateDiagram) -> StateModel {
    model.metadata.title = FrontMatter.title(diagram.header)
    for statement in diagram.statements { enterRoot(statement) }
    walk(diagram.statements, StateModel.Scope())
    // A marker such as `<<fork>>` without a name makes no state.
    model.states.removeAll { $0.id.isEmpty }
    for index in model.states.indices {
      let id = model.states[index].id
      model.states[index].classes = classes[id] ?? []
      model.states[index].styles = styles[id] ?? []
    }
    return model
  }

  /// Statements that count only outside of composites.
  private mutating func enterRoot(_ statement: StateStatement) {
    switch statement {
    case .metadata(let metadata): model.metadata.set(metadata)
    case .direction(let direction): model.direction = direction.direction
    case .transition(let transition):
      for (name, style) in [
        (transition.from, transition.fromClass), (transition.to, transition.toClass),
      ] {
        if let style { classes[name.text, default: []].append(style.text) }
      }
    case .style(let style): enter(style)
    case .click(let click):
      model.links.removeAll { $0.state == click.state.text }
      model.links.append(
        StateModel.Link(state: click.state.text, url: click.url, tooltip: click.tooltip))
    default: break
    }
  }

  private mutating func enter(_ style: StyleStatement) {
    let pieces = style.value.source.split(separator: ",").map { ModelText.trimmed(String($0)) }
    switch style.kind {
    case .definition:
      for name in style.targets {
        let styles = pieces.map(ModelText.withoutFirstSemicolon)
        if let index = model.classDefs.firstIndex(where: { $0.name == name.text }) {
          model.classDefs[index].styles += styles
        } else {
          model.classDefs.append(StateModel.Definition(name: name.text, styles: styles))
        }
      }
    case .assignment:
      for name in style.targets { classes[name.text, default: []].append(style.value.source) }
    case .direct:
      for name in style.targets {
        styles[name.text] = pieces.map(ModelText.withoutSemicolons)
      }
    }
  }

  private mutating func walk(_ statements: [StateStatement], _ scope: StateModel.Scope) {
    for statement in statements {
      switch statement {
      case .state(let state): self.state(state, scope)
      case .transition(let transition): self.transition(transition, scope)
      case .note(let note):
        let index = mention(note.state.text, scope, isSource: true, range: note.range)
        if let range = note.state.range { model.states[index].mentions.append(range) }
        model.notes.append(
          StateModel.Note(
            state: note.state.text, position: note.position, text: note.text, range: note.range))
      default: break
      }
    }
  }

  /// Enters one mention. Returns the index of the state.
  ///
  /// `isSource` distinguishes the start from the end, which are both written `[*]` and are separate
  /// states in each scope. `kind` matters at the first mention only.
  private mutating func mention(
    _ name: String, _ scope: StateModel.Scope, isSource: Bool,
    kind: StateModel.Kind = .plain, range: SourceRange?
  ) -> Int {
    let key = key(name, scope, isSource: isSource)
    if let index = indices[key] {
      if scope.parent != nil { model.states[index].scope = scope }
      return index
    }
    let isEdge = name == StateDiagram.edge.text
    indices[key] = model.states.count
    model.states.append(
      StateModel.State(
        id: name, type: isEdge ? (isSource ? .start : .end) : kind, scope: scope, range: range))
    return model.states.count - 1
  }

  private mutating func transition(_ transition: StateTransition, _ scope: StateModel.Scope) {
    for (name, isSource) in [(transition.from, true), (transition.to, false)] {
      let index = mention(name.text, scope, isSource: isSource, range: name.range)
      if let range = name.range { model.states[index].mentions.append(range) }
    }
    model.transitions.append(
      StateModel.Transition(
        from: transition.from.text, to: transition.to.text, label: transition.label, scope: scope,
        range: transition.range))
  }

  private mutating func state(_ state: StateDeclaration, _ scope: StateModel.Scope) {
    let kind: StateModel.Kind =
      switch state.kind {
      case .plain: .plain
      case .fork: .fork
      case .join: .join
      case .choice: .choice
      }
    let index = mention(
      state.id.text, scope, isSource: true, kind: kind, range: state.id.range ?? state.range)
    if model.states[index].declaration == nil { model.states[index].declaration = state.range }
    if let range = state.id.range { model.states[index].mentions.append(range) }
    if let label = state.label, !label.isEmpty {
      if model.states[index].label == nil {
        model.states[index].label = label
      } else {
        model.states[index].descriptions.append(label)
      }
    }
    guard state.isComposite else { return }
    if model.states[index].type != .composite {
      model.states[index].type = .composite
      let own = state.hasRegions ? [] : state.regions.flatMap(\.statements)
      for case .direction(let direction) in own {
        model.states[index].direction = direction.direction
      }
    }
    bodies(state)
  }

  /// Dividers count only if a statement follows the last of them.
  private mutating func bodies(_ state: StateDeclaration) {
    let hasRegions = state.hasRegions
    if hasRegions {
      model.regions.removeAll { $0.parent == state.id.text }
      model.regions.append((state.id.text, state.regions.count))
    }
    for (number, region) in state.regions.enumerated() {
      walk(
        region.statements,
        StateModel.Scope(parent: state.id.text, region: hasRegions ? number : nil))
    }
  }
}

extension StateDeclaration {
  fileprivate var hasRegions: Bool { regions.count > 1 && regions.last?.hasContent == true }
}

extension StateRegion {
  fileprivate var hasContent: Bool {
    statements.contains { statement in
      if case .comment = statement { false } else { true }
    }
  }
}
