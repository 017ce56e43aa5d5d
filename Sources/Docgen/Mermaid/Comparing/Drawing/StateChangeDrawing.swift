import Diagnostics
import Facts

/// A state diagram with its changes drawn in.
///
/// A state machine has no order, so the drawing is the new diagram with prefixes on changed labels;
/// removed elements follow, and style classes color the states. Names of removed elements are
/// translated to the new ids, since a renamed state would otherwise be drawn twice.
struct StateChangeDrawing {
  private let old: StateDiagram
  private let new: StateDiagram
  private let marks: ChangeMarks
  /// The new ids of old states.
  private let ids: [String: String]
  private let composites: Set<String>
  private var marked: Set<String> = []
  private var styled: [(name: String, style: ElementMark.Color)] = []

  init(old: StateDiagram, new: StateDiagram, marks: ChangeMarks) {
    self.old = old
    self.new = new
    self.marks = marks
    ids = Dictionary(
      FactComparison(old.facts, new.facts).names.pairs.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first })
    composites = Set(
      new.allStatements.compactMap { statement in
        if case .state(let state) = statement, state.isComposite { state.id.text } else { nil }
      })
  }

  /// Removed transitions and notes return to the composite that contained them. If that composite
  /// no longer exists, they appear outside of all composites.
  func diagram() -> StateDiagram {
    var drawing = self
    var result = new
    result.statements = drawing.marked(new.statements)
    drawing.declare(into: &result.statements)
    drawing.restore(old.statements, scope: nil, into: &result.statements)
    result.statements += drawing.styles()
    return result
  }

  // MARK: - Additions

  private mutating func marked(_ statements: [StateStatement]) -> [StateStatement] {
    statements.map { statement in
      switch statement {
      case .transition(var transition):
        let prefix = marks.new(.transition, at: transition.range).labelPrefix
        if !prefix.isEmpty { transition.label = (transition.label ?? "").behind(prefix) }
        return .transition(transition)
      case .note(var note):
        let prefix = marks.new(.note, at: note.range).labelPrefix
        if !prefix.isEmpty { note.text = note.text.behind(prefix) }
        return .note(note)
      case .state(let state): return .state(marked(state))
      default: return statement
      }
    }
  }

  /// A state is marked once, however often it is declared.
  private mutating func marked(_ state: StateDeclaration) -> StateDeclaration {
    var state = state
    for index in state.regions.indices {
      state.regions[index].statements = marked(state.regions[index].statements)
    }
    let shown = shown(state.id.text)
    let changes = marks.named(state.id.text)
    guard !changes.isEmpty, state.kind == .plain, marked.insert(state.id.text).inserted else {
      return state
    }
    // A second description of a composite is an error.
    if state.label != nil || shown == state.id.text {
      state.label = (state.label ?? Label(state.id.text)).behind(changes.labelPrefix)
    }
    styled.append((state.id.text, changes.color ?? .changed))
    return state
  }

  /// Declares marked states that have no statement of their own to show their marks.
  private mutating func declare(into root: inout [StateStatement]) {
    for state in StateModel(new).states {
      let changes = marks.named(state.id).filter(\.isDeclared)
      guard state.declaration == nil, state.id != StateDiagram.edge.text,
        let color = changes.color, marked.insert(state.id).inserted
      else { continue }
      styled.append((state.id, color))
      let label = Label(state.shown).behind(changes.labelPrefix)
      insert(
        .state(StateDeclaration(Name(state.id), label: label, isLabelQuoted: true)),
        state.scope.parent, root: &root)
    }
  }

  private func shown(_ id: String) -> String {
    for case .state(let state) in new.allStatements where state.id.text == id {
      if let label = state.label, !label.isEmpty { return label.text }
    }
    return id
  }

  private func styles() -> [StateStatement] {
    var result: [StateStatement] = []
    for color in ElementMark.Color.allCases {
      let names = styled.filter { $0.style == color && ChangeDrawing.isPlain($0.name) }
      guard !names.isEmpty else { continue }
      let definition = color.className
      result.append(
        .style(StyleStatement(.definition, targets: [Name(definition)], value: Label(color.style))))
      result.append(
        .style(
          StyleStatement(
            .assignment, targets: names.map { Name($0.name) }, value: Label(definition))))
    }
    return result
  }

  // MARK: - Removals

  /// Walks the old diagram with the scope of each statement under its new name.
  private mutating func restore(
    _ statements: [StateStatement], scope: String?, into root: inout [StateStatement]
  ) {
    for statement in statements {
      switch statement {
      case .transition(let transition):
        for removal in marks.removals(of: .transition, at: transition.range) {
          let removed = StateTransition(
            from: name(transition.from), to: name(transition.to),
            label: Label(removal.fact[.text]).behind(ChangeMarks.removed))
          insert(.transition(removed), scope, root: &root)
        }
      case .note(let note):
        guard !marks.removals(of: .note, at: note.range).isEmpty else { continue }
        let removed = StateNote(
          note.position, of: name(note.state), note.text.behind(ChangeMarks.removed))
        insert(.note(removed), scope, root: &root)
      case .state(let state):
        if !marks.removals(of: .state, at: state.range).isEmpty {
          restore(state, scope, root: &root)
        }
        for region in state.regions {
          restore(region.statements, scope: name(state.id).text, into: &root)
        }
      default: break
      }
    }
  }

  private mutating func restore(
    _ state: StateDeclaration, _ scope: String?, root: inout [StateStatement]
  ) {
    guard marked.insert(state.id.text).inserted else { return }
    let removed = StateDeclaration(
      name(state.id), label: (state.label ?? Label(state.id.text)).behind(ChangeMarks.removed))
    insert(.state(removed), scope, root: &root)
    styled.append((removed.id.text, .gone))
  }

  private func name(_ name: Name) -> Name { Name(ids[name.text] ?? name.text) }

  /// Inserts into the first body of the composite, or at the root if the composite was removed too.
  private func insert(
    _ statement: StateStatement, _ scope: String?, root: inout [StateStatement]
  ) {
    if let scope, composites.contains(scope), Self.insert(statement, scope, statements: &root) {
      return
    }
    root.append(statement)
  }

  private static func insert(
    _ statement: StateStatement, _ scope: String, statements: inout [StateStatement]
  ) -> Bool {
    for index in statements.indices {
      guard case .state(var state) = statements[index], state.isComposite else { continue }
      if state.id.text == scope {
        state.regions[0].statements.append(statement)
        statements[index] = .state(state)
        return true
      }
      for region in state.regions.indices
      where insert(statement, scope, statements: &state.regions[region].statements) {
        statements[index] = .state(state)
        return true
      }
    }
    return false
  }
}
