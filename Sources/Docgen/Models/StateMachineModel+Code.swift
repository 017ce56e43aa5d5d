import Diagnostics
package import SwiftIndex
import Traces

extension StateMachineModel {
  /// Finds the declarations of states, events and transitions in the sources, their documentation,
  /// and the changes of the sources since the traces were recorded.
  mutating func locate(in code: CodeModel) {
    guard isDeclared else { return }
    let declaration = code.types(named: type).first
    declaredAt = declaration?.nameLocation
    module = declaration?.module
    isOpenToOthers = declaration.map { $0.access > .internal } ?? true
    let outer = states.map { String($0.name.prefix { $0 != "." }) }
    locateStates(caseType(holding: outer, named: ["\(type).State", name], in: code), code)
    locateEvents(
      caseType(
        holding: events.map(\.name), named: ["\(type).Event", "\(name).Event"], in: code))
    compare(with: code)
  }

  /// Finds the patterns that handle the transitions, and compares the transitions that change the
  /// state with those of the code, which may have others since the traces were recorded.
  ///
  /// The comparison is one-sided where the code is not fully understood: if a target state is
  /// unknown (`unknownTargets`), a missing transition does not count as a contradiction. Nested
  /// states are compared by their outer state.
  private mutating func compare(with code: CodeModel) {
    let outer = Set(states.map { $0.name.outerState })
    let holders = code.machineHolders(named: type).filter {
      let cases = Set($0.stateType.cases.map(\.name))
      return cases.isSubset(of: outer) || outer.isSubset(of: cases)
    }
    guard holders.count == 1, let holder = holders.first else { return }
    let source = code.sourceMachine(of: holder)
    var targets: [[String]: [String]] = [:]
    for step in source.edges.map(\.step) where step.from != step.to {
      let known = targets[[step.from, step.trigger]] ?? []
      if !known.contains(step.to) { targets[[step.from, step.trigger]] = known + [step.to] }
    }
    var recorded: Set<[String]> = []
    for index in edges.indices {
      let step = edges[index].step
      let (from, to) = (step.from.outerState, step.to.outerState)
      let key = [from, step.event]
      edges[index].declaredAt = source.handlers[key + [to]] ?? source.handlers[key] ?? declaredAt
      recorded.insert(key + [to])
      if !source.unknownTargets.isEmpty { continue }
      let found = targets[key] ?? []
      if from != to, !found.contains(to) {
        edges[index].contradiction =
          "`\(step.event)` "
          + (found.isEmpty
            ? "changes nothing in \(from)"
            : "leads from \(from) to \(found.joined(separator: ", "))")
      } else if let effects = source.effects(of: step.event, in: from, to: to),
        let missing = step.effects.first(where: { !effects.contains($0) })
      {
        edges[index].contradiction = "`\(step.event)` does not return `\(missing)` in \(from)"
      }
    }
    guard source.unknownTargets.isEmpty, Set(source.states) == outer else { return }
    // A transition with a condition may be impossible for a reason that the code does not show.
    for edge in source.edges where edge.certainty == .exact && !edge.isConditional {
      let step = edge.step
      guard step.from != step.to, recorded.insert([step.from, step.trigger, step.to]).inserted,
        events.contains(where: { $0.name == step.trigger })
      else { continue }
      unrecorded.append(
        (
          title: "the transition from `\(step.from)` to `\(step.to)` on `\(step.trigger)`",
          location: edge.location
        ))
    }
  }

  private mutating func locateStates(_ declaration: TypeDeclaration?, _ code: CodeModel) {
    guard let declaration else { return }
    for index in states.indices {
      guard let found = code.nestedCase(states[index].name, of: declaration) else { continue }
      states[index].summary = found.documentation?.summary
      states[index].declaredAt = found.nameLocation
      states[index].valueTypes = found.enumCase?.associatedValues.map(\.type.text) ?? []
    }
    let known = Set(states.map { String($0.name.prefix { $0 != "." }) })
    for found in declaration.cases where !known.contains(found.name) {
      unrecorded.append((title: "the state `\(found.name)`", location: found.nameLocation))
    }
  }

  private mutating func locateEvents(_ declaration: TypeDeclaration?) {
    guard let declaration else { return }
    for index in events.indices {
      guard let found = declaration.enumCase(named: events[index].name).first else { continue }
      events[index].summary = found.documentation?.summary
      events[index].declaredAt = found.nameLocation
      events[index].values = (found.enumCase?.associatedValues ?? []).map { value in
        (value.label.map { "\($0): " } ?? "") + value.type.text
      }
    }
    let known = Set(events.map(\.name))
    for found in declaration.cases where !known.contains(found.name) {
      unrecorded.append((title: "the event `\(found.name)`", location: found.nameLocation))
    }
  }

  /// A machine that is read from the code which assigns its states.
  package init(_ source: SourceMachine, named name: String) {
    self.name = name
    (origin, isRecorded) = (.source, false)
    type = source.holder.qualifiedName
    initial = source.initial
    declaredAt = source.stateType.nameLocation
    module = source.holder.module
    isOpenToOthers = source.holder.access > .internal
    isSealed = source.isSealed
    states = source.states.map { State(name: $0, values: []) }
    events = source.triggers.map { Event(name: $0) }
    (edges, undeclared, disagreeing, unrecorded) = ([], [], [], [])
    for edge in source.edges {
      let step = DeclaredEdge(
        from: edge.step.from, event: edge.step.trigger, condition: edge.step.condition,
        to: edge.step.to)
      if edge.certainty == .possible || step.from == step.to {
        possible.insert(step)
      } else {
        edges.append(
          Edge(step: step, declaredAt: edge.location, isCertain: edge.certainty == .exact))
      }
    }
    for index in states.indices {
      guard let found = source.stateType.enumCase(named: states[index].name).first else { continue }
      states[index].summary = found.documentation?.summary
      states[index].declaredAt = found.nameLocation
      let values = found.enumCase?.associatedValues ?? []
      states[index].values = values.enumerated().map { $1.label ?? String($0) }
      states[index].valueTypes = values.map(\.type.text)
    }
    for index in events.indices {
      let method = source.holder.methods(named: events[index].name).first
      events[index].summary = method?.documentation?.summary
      events[index].declaredAt = method?.nameLocation
    }
  }

  /// The enum that declares the given cases: by one of the likely names, following aliases.
  ///
  /// If no likely name fits, any enum that has all the cases is taken.
  private func caseType(
    holding cases: [String], named names: [String], in code: CodeModel
  ) -> TypeDeclaration? {
    for name in names {
      var found = code.types(named: name).first
      if let aliased = found?.aliased?.text {
        found = code.types(named: aliased, inside: type).first
      }
      if let found, found.kind == .enum { return found }
    }
    return code.types.first { candidate in
      candidate.kind == .enum && Set(cases).isSubset(of: candidate.cases.map(\.name))
    }
  }
}

extension CodeModel {
  /// The case that a state's name means: for `working.pulling` the case `pulling` of the enum in
  /// the associated value of `working`.
  fileprivate func nestedCase(_ name: String, of declaration: TypeDeclaration) -> Member? {
    var parts = name.split(separator: ".").map(String.init)[...]
    var declaration = declaration
    guard let first = parts.popFirst() else { return nil }
    var found = declaration.enumCase(named: first).first
    while let part = parts.popFirst() {
      let carried = found?.enumCase?.associatedValues.lazy.compactMap { value in
        self.types(named: value.type.text, inside: declaration.qualifiedName).first
          ?? self.types(named: value.type.text).first
      }.first { $0.kind == .enum }
      guard let carried else { return nil }
      declaration = carried
      found = declaration.enumCase(named: part).first
    }
    return found
  }
}

extension String {
  /// The outer state of `working.pulling`.
  var outerState: String { String(prefix { $0 != "." }) }
}
