package import Diagnostics

extension StateDiagram {
  /// Every statement, depth first, a composite before its contents.
  package var allStatements: [StateStatement] {
    var result: [StateStatement] = []
    func visit(_ statements: [StateStatement]) {
      for statement in statements {
        result.append(statement)
        guard case .state(let state) = statement else { continue }
        for region in state.regions { visit(region.statements) }
      }
    }
    visit(statements)
    return result
  }

  /// Every transition with the composite states around it, outermost first.
  package var transitions: [(transition: StateTransition, scope: [Name])] {
    var result: [(transition: StateTransition, scope: [Name])] = []
    func visit(_ statements: [StateStatement], _ scope: [Name]) {
      for statement in statements {
        switch statement {
        case .transition(let transition): result.append((transition, scope))
        case .state(let state):
          for region in state.regions { visit(region.statements, scope + [state.id]) }
        default: break
        }
      }
    }
    visit(statements, [])
    return result
  }

  /// Every state that is named, in order of first appearance, without `[*]`.
  package var stateNames: [Name] {
    var seen: Set<String> = [StateDiagram.edge.text]
    var result: [Name] = []
    for statement in allStatements {
      for name in statement.names where seen.insert(name.text).inserted { result.append(name) }
    }
    return result
  }
}

extension StateStatement {
  /// The states that it names, `[*]` too.
  var names: [Name] {
    switch self {
    case .state(let state): [state.id]
    case .transition(let transition): [transition.from, transition.to]
    case .note(let note): [note.state]
    default: []
    }
  }

  /// The place of the statement; `nil` if it was built by code.
  package var range: SourceRange? {
    switch self {
    case .state(let state): state.range
    case .transition(let transition): transition.range
    case .note(let note): note.range
    case .direction(let direction): direction.range
    case .style(let style): style.range
    case .click(let click): click.range
    case .metadata(let metadata): metadata.range
    case .comment(let comment): comment.range
    case .inert(let inert): inert.range
    }
  }
}
