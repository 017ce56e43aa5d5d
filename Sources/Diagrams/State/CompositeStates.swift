import Mermaid

/// The composite states of a diagram, each with the plain states within it at any depth.
struct CompositeStates {
  private var inside: [String: Set<String>] = [:]

  init(of diagram: StateDiagram) {
    visit(diagram.statements, [])
    for (name, members) in inside { inside[name] = members.filter { inside[$0] == nil } }
  }

  /// Nothing for a plain state.
  subscript(_ name: String) -> Set<String>? { inside[name] }

  /// The plain states that a name stands for: itself, or what is in it.
  func members(of name: String) -> Set<String> { inside[name] ?? [name] }

  /// The arrows that join two plain states, or composites around them.
  func arrows(
    _ arrows: [StateTransition], from: String, to: String
  ) -> [StateTransition] {
    arrows.filter {
      members(of: $0.from.text).contains(from) && members(of: $0.to.text).contains(to)
    }
  }

  private mutating func visit(_ statements: [StateStatement], _ scope: [String]) {
    for statement in statements {
      switch statement {
      case .state(let state):
        if state.isComposite {
          inside[state.id.text, default: []].formUnion([])
          for region in state.regions { visit(region.statements, scope + [state.id.text]) }
        } else {
          add([state.id], scope)
        }
      case .transition(let transition): add([transition.from, transition.to], scope)
      case .note, .direction, .style, .click, .metadata, .comment, .inert: continue
      }
    }
  }

  private mutating func add(_ names: [Name], _ scope: [String]) {
    for outer in scope {
      for name in names where name != StateDiagram.edge {
        inside[outer, default: []].insert(name.text)
      }
    }
  }
}
