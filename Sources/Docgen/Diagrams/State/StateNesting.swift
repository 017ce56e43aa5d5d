import Mermaid
import Models

/// One arrow, with all its transitions.
struct StateArrow {
  var from: String
  var to: String
  /// Events with the guards under which they lead to its target.
  private var causes: [(event: String, conditions: [String])] = []

  init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  mutating func add(_ event: String, condition: String?) {
    let known = causes.firstIndex { $0.event == event }
    if known == nil { causes.append((event, [])) }
    let index = known ?? causes.count - 1
    if let condition, !causes[index].conditions.contains(condition) {
      causes[index].conditions.append(condition)
    }
  }

  /// An event a line, and its guards below it: Mermaid breaks longer lines.
  var lines: [String] {
    causes.flatMap { cause in [cause.event] + cause.conditions.map { "[\($0)]" } }
  }

  var statement: StateStatement {
    let text = lines.joined(separator: "\n")
    return .transition(
      StateTransition(
        from: Name(from), to: Name(to), label: text.isEmpty ? nil : Label(text)))
  }
}

/// The nesting of states by their names: `working.pulling` within `working`.
///
/// Mermaid 11 cannot show a composite within a composite if arrows lead into it as well as out of
/// it within the outermost one: its states are then drawn in the enclosing one.
///
/// Dots are a convention of enumerations with nested states, and of traces: the builder reads the
/// hierarchy from the names alone.
struct StateNesting {
  /// The composite states, outer ones first, in order of appearance.
  private var composites: [String] = []

  init(_ model: StateMachineModel, _ arrows: [StateArrow]) {
    for state in model.states {
      for composite in Self.prefixes(of: state.name) where !composites.contains(composite) {
        composites.append(composite)
      }
    }
    composites.removeAll { Self.isCrossed($0, by: arrows) }
  }

  /// `a`, `a.b` for `a.b.c`
  private static func prefixes(of name: String) -> [String] {
    name.indices.filter { index in
      name[index] == "." && index > name.startIndex && name.index(after: index) < name.endIndex
    }.map { String(name[..<$0]) }
  }

  private static func isCrossed(_ composite: String, by arrows: [StateArrow]) -> Bool {
    guard let outermost = prefixes(of: composite).first else { return false }
    func holds(_ outer: String, _ name: String) -> Bool { name.hasPrefix(outer + ".") }
    let near = arrows.filter { holds(outermost, $0.from) && holds(outermost, $0.to) }
    return near.contains { holds(composite, $0.from) && !holds(composite, $0.to) }
      && near.contains { !holds(composite, $0.from) && holds(composite, $0.to) }
  }

  /// `working` for `working.pulling`; `nil` for a state outside of composites.
  private func around(_ name: String) -> String? {
    Self.prefixes(of: name).last { composites.contains($0) }
  }

  /// The innermost composite that contains both ends of an arrow.
  func home(of arrow: StateArrow) -> String? {
    var home = around(arrow.from)
    while let composite = home, !arrow.to.hasPrefix(composite + ".") {
      home = around(composite)
    }
    return home
  }

  /// The composite states within one (or at the root), and the states that need more than a name.
  ///
  /// Each arrow is declared in the innermost composite that has both ends, because Mermaid
  /// otherwise draws the states outside of it.
  func declarations(
    within outer: String?, _ model: StateMachineModel, _ arrows: [StateArrow],
    options: StateOptions
  ) -> [StateStatement] {
    var statements: [StateStatement] = []
    for composite in composites where around(composite) == outer {
      let label = around(composite) == nil ? nil : Label(ownName(composite))
      let inner = declarations(within: composite, model, arrows, options: options)
      let steps = arrows.filter { home(of: $0) == composite }.map(\.statement)
      statements.append(
        .state(
          StateDeclaration(
            Name(composite), label: label, regions: [StateRegion(inner + steps)],
            isLabelQuoted: label != nil)))
    }
    for state in model.states
    where around(state.name) == outer && !composites.contains(state.name) {
      let labels = options.showsValues ? state.values.filter { Int($0) == nil } : []
      let values = labels.isEmpty ? "" : "(\(labels.joined(separator: ", ")))"
      if outer == nil, values.isEmpty { continue }
      statements.append(
        .state(
          StateDeclaration(
            Name(state.name), label: Label(ownName(state.name) + values))))
    }
    return statements
  }

  /// `pulling` for `working.pulling`
  private func ownName(_ name: String) -> String {
    around(name).map { String(name.dropFirst($0.count + 1)) } ?? name
  }
}
