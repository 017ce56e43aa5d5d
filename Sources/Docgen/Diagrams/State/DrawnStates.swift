import Mermaid

/// The states of a diagram by the machine's names, and the states in each composite.
///
/// A drawn name is the machine's own, or the last part of it within composites: `pulling` in
/// `working` for `working.pulling`. It may also be an identifier whose label is the machine's name.
///
/// Machines in code are flat, and drawings nest. All comparisons use sets of the machine's states:
/// an arrow from a composite is one from each state within it, and an arrow to it leads to its
/// initial states.
struct DrawnStates {
  private var known: Set<String>
  /// The plain states within each composite, at any depth, as drawn.
  private var inside: [String: [String]] = [:]
  /// The states that `[*]` leads to within each composite, and those that lead to it, as drawn.
  private var starts: [String: [String]] = [:]
  private var ends: [String: [String]] = [:]
  private var scopes: [String: [[String]]] = [:]
  private var labels: [String: String] = [:]

  /// `known` are the names of the machine's states. `steps` are those of the same diagram.
  init(of diagram: StateDiagram, _ steps: DrawnStateSteps, known: Set<String>) {
    self.known = known
    visit(diagram.statements, [], markers: Set(diagram.markers.map(\.text)))
    for (name, members) in inside { inside[name] = members.filter { inside[$0] == nil } }
    for step in steps.all {
      guard let scope = step.scope else { continue }
      if step.from == StateDiagram.edge.text { starts[scope, default: []].append(step.to) }
      if step.to == StateDiagram.edge.text { ends[scope, default: []].append(step.from) }
    }
  }

  func isComposite(_ name: String) -> Bool { inside[name] != nil }

  /// The machine's name for a drawn one; the drawn one if the machine has none.
  ///
  /// The longest enclosing path is tried first, then shorter ones, then the label.
  func state(_ name: String) -> String {
    if known.contains(name) { return name }
    for scope in scopes[name] ?? [] {
      for start in scope.indices {
        let full = (scope[start...] + [name]).joined(separator: ".")
        if known.contains(full) { return full }
      }
    }
    return labels[name].flatMap { known.contains($0) ? $0 : nil } ?? name
  }

  /// The plain states that a name stands for: itself, or the states in it.
  func members(of name: String) -> Set<String> {
    guard let members = inside[name] else { return [state(name)] }
    return Set(members.map(state)).union(known.intersection([name]))
  }

  /// The states that an arrow to a name may lead to: for a composite its initial states, or all if
  /// it draws none.
  func entered(by name: String) -> Set<String> { members(of: name, following: starts) }

  /// The states from each of which an arrow from a name leads: for a composite its final states, or
  /// all if it draws none.
  func left(by name: String) -> Set<String> { members(of: name, following: ends) }

  private func members(of name: String, following edges: [String: [String]]) -> Set<String> {
    var (open, seen, found) = ([name], Set<String>(), Set<String>())
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      if let inner = edges[name] { open += inner } else { found.formUnion(members(of: name)) }
    }
    return found
  }

  private mutating func visit(
    _ statements: [StateStatement], _ scope: [String], markers: Set<String>
  ) {
    for statement in statements {
      switch statement {
      case .state(let state):
        if let label = state.label { labels[state.id.text] = label.text }
        if state.isComposite {
          inside[state.id.text, default: []] += []
          for region in state.regions {
            visit(region.statements, scope + [state.id.text], markers: markers)
          }
        } else {
          add([state.id], scope, markers: markers)
        }
      case .transition(let transition):
        add([transition.from, transition.to], scope, markers: markers)
      case .note, .direction, .style, .click, .metadata, .comment, .inert: continue
      }
    }
  }

  private mutating func add(_ names: [Name], _ scope: [String], markers: Set<String>) {
    for name in names.map(\.text) where name != StateDiagram.edge.text && !markers.contains(name) {
      if !scope.isEmpty { scopes[name, default: []].append(scope) }
      for outer in scope { inside[outer, default: []].append(name) }
    }
  }
}
