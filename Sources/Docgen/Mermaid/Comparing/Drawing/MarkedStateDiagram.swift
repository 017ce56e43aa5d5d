import Diagnostics
import Facts

/// A state diagram with marks: prefixes on labels, and style classes that color the states.
struct MarkedStateDiagram {
  private let diagram: StateDiagram
  private let marks: MarkIndex
  private var marked: Set<String> = []
  private var styled: [(name: String, style: ElementMark.Color)] = []

  init(_ diagram: StateDiagram, _ marks: MarkIndex) {
    self.diagram = diagram
    self.marks = marks
  }

  func drawn() -> StateDiagram {
    var drawing = self
    var result = diagram
    result.statements = drawing.marked(diagram.statements)
    drawing.declare(into: &result.statements)
    result.statements += drawing.styles()
    return result
  }

  private mutating func marked(_ statements: [StateStatement]) -> [StateStatement] {
    statements.map { statement in
      switch statement {
      case .transition(var transition):
        let prefix = marks.all(.transition, at: transition.range).labelPrefix
        if !prefix.isEmpty { transition.label = (transition.label ?? "").prefixed(by: prefix) }
        return .transition(transition)
      case .note(var note):
        let prefix = marks.all(.note, at: note.range).labelPrefix
        if !prefix.isEmpty { note.text = note.text.prefixed(by: prefix) }
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
      state.label = (state.label ?? Label(state.id.text)).prefixed(by: changes.labelPrefix)
    }
    styled.append((state.id.text, changes.color ?? .changed))
    return state
  }

  /// Declares marked states that have no statement of their own to show their marks.
  private mutating func declare(into root: inout [StateStatement]) {
    for state in StateModel(diagram).states {
      let changes = marks.named(state.id).filter(\.isDeclared)
      guard state.declaration == nil, state.id != StateDiagram.edge.text,
        let color = changes.color, marked.insert(state.id).inserted
      else { continue }
      styled.append((state.id, color))
      let label = Label(state.shown).prefixed(by: changes.labelPrefix)
      insert(
        .state(StateDeclaration(Name(state.id), label: label, isLabelQuoted: true)),
        state.scope.parent, root: &root)
    }
  }

  private func shown(_ id: String) -> String {
    for case .state(let state) in diagram.allStatements where state.id.text == id {
      if let label = state.label, !label.isEmpty { return label.text }
    }
    return id
  }

  private func styles() -> [StateStatement] {
    var result: [StateStatement] = []
    for color in ElementMark.Color.allCases {
      let names = styled.filter { $0.style == color && MarkedDrawing.isPlain($0.name) }
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

  /// Inserts into the first body of the composite, or at the root.
  private func insert(
    _ statement: StateStatement, _ scope: String?, root: inout [StateStatement]
  ) {
    if let scope, Self.insert(statement, scope, statements: &root) { return }
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
