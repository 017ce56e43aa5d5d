/// Conditions that ask a property of the state's enum: `guard state.canStart else { return }`.
extension MachineReader {
  /// The flow after a condition; `nil` if it cannot hold.
  mutating func narrowed(_ flow: MachineFlow, by condition: String) -> MachineFlow? {
    var flow = flow
    var others: [String] = []
    for part in condition.conjuncts {
      guard let known = states(where: part, flow) else {
        others.append(part)
        continue
      }
      flow.widen(to: stateRange)
      flow.situations = flow.situations.filter { known.contains($0.state) }
      if flow.situations.isEmpty { return nil }
    }
    if others.count == condition.conjuncts.count {
      flow.conditions.append(condition)
    } else {
      flow.conditions += others
    }
    return flow
  }

  /// The states in which a condition holds; `nil` if it does not ask the state, or its property
  /// cannot be followed.
  private func states(where condition: String, _ flow: MachineFlow) -> Set<Int>? {
    var text = Substring(condition)
    var isNegated = false
    while true {
      if text.hasPrefix("!("), text.hasSuffix(")") {
        text = text.dropFirst(2).dropLast()
      } else if text.hasPrefix("!") {
        text = text.dropFirst()
      } else {
        break
      }
      isNegated.toggle()
    }
    if let listed = states(listedIn: text, flow) {
      return isNegated ? Set(stateRange).subtracting(listed) : listed
    }
    guard let dot = text.lastIndex(of: "."), flow.role(of: String(text[..<dot])) == .state,
      let member = holder.stateType.property(named: String(text[text.index(after: dot)...])).first
    else { return nil }
    guard let holding = states(where: member) else { return nil }
    return isNegated ? Set(stateRange).subtracting(holding) : holding
  }

  /// The states for which a property of the enum is true.
  private func states(where property: Member) -> Set<Int>? {
    var reader = self
    (reader.scope, reader.subject) = (holder.stateType, "self")
    (reader.results, reader.events) = ([], [])
    reader.budget = 1000
    let situations = stateRange.map {
      MachineFlow.Situation(seen: $0, state: $0, event: MachineFlow.Situation.none)
    }
    _ = reader.follow(
      property.body.withoutSends.steps[...],
      MachineFlow(situations: Set(situations), names: ["self": .state]))
    var (holding, decided) = (Set<Int>(), Set<Int>())
    for (value, flow) in reader.results {
      guard value.text == "true" || value.text == "false", flow.conditions.isEmpty else {
        return nil
      }
      let states = flow.situations.map(\.state)
      decided.formUnion(states)
      if value.text == "true" { holding.formUnion(states) }
    }
    return decided.count == machine.states.count ? holding : nil
  }
}

extension String {
  /// The parts of a condition that must all hold.
  fileprivate var conjuncts: [String] {
    if hasPrefix("!(") || contains("(") { return [self] }
    return split(separator: " && ").flatMap { $0.split(separator: ", ") }.map(String.init)
  }
}
