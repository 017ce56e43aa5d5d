import Mermaid
import Models

/// One arrow, with everything that leads along it.
struct StateArrow {
  var from: String
  var to: String
  /// Events with the guards under which they lead this way.
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

/// Which states lie within which, by their names: `working.pulling` within `working`.
struct StateNesting {
  /// The composite states, outer ones first, in order of appearance.
  private var composites: [String] = []

  init(_ model: StateMachineModel) {
    for state in model.states {
      var name = state.name
      var outer: [String] = []
      while let around = Self.around(name) {
        outer.insert(around, at: 0)
        name = around
      }
      for composite in outer where !composites.contains(composite) { composites.append(composite) }
    }
  }

  /// `working` of `working.pulling`; nothing for a state that lies within none.
  private static func around(_ name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name.index(after: dot) < name.endIndex
    else { return nil }
    return String(name[..<dot])
  }

  /// The innermost composite that holds both ends of an arrow.
  func home(of arrow: StateArrow) -> String? {
    var home = Self.around(arrow.from)
    while let composite = home, !arrow.to.hasPrefix(composite + ".") {
      home = Self.around(composite)
    }
    return home
  }

  /// The composite states within one, or within none, and the states that need more than a name.
  func declarations(
    within outer: String?, _ model: StateMachineModel, _ arrows: [StateArrow],
    _ options: StateOptions
  ) -> [StateStatement] {
    var statements: [StateStatement] = []
    for composite in composites where Self.around(composite) == outer {
      let label = Self.around(composite) == nil ? nil : Label(Self.ownName(composite))
      let inner = declarations(within: composite, model, arrows, options)
      let steps = arrows.filter { home(of: $0) == composite }.map(\.statement)
      statements.append(
        .state(
          StateDeclaration(
            Name(composite), label: label, regions: [StateRegion(inner + steps)],
            isLabelQuoted: label != nil)))
    }
    for state in model.states
    where Self.around(state.name) == outer && !composites.contains(state.name) {
      let labels = options.showsValues ? state.values.filter { Int($0) == nil } : []
      let values = labels.isEmpty ? "" : "(\(labels.joined(separator: ", ")))"
      if outer == nil, values.isEmpty { continue }
      statements.append(
        .state(
          StateDeclaration(
            Name(state.name), label: Label(Self.ownName(state.name) + values))))
    }
    return statements
  }

  /// `pulling` of `working.pulling`
  private static func ownName(_ name: String) -> String {
    around(name).map { String(name.dropFirst($0.count + 1)) } ?? name
  }
}
