extension MachineReader {
  /// Follows the cases of a switch, each with the states and events that it matches.
  mutating func follow(_ outline: SwitchOutline, _ flow: MachineFlow) -> MachineOutcome {
    var flow = flow
    let roles = outline.subjects.map { flow.role(of: $0) }
    if roles.contains(.state) { flow.widen(to: stateRange) }
    let compares = roles.contains(.state) || roles.contains(.event)
    var remaining = flow.situations
    var outcome = MachineOutcome(next: nil)
    var ends: [MachineFlow?] = []
    for (index, clause) in outline.cases.enumerated() {
      let steps = outline.steps(from: index)
      for way in ways(
        into: clause, of: outline, roles, compares: compares, in: flow, remaining: &remaining)
      {
        var inner = follow(steps[...], way)
        inner.endScope(within: flow.names)
        // `break` leaves a switch, but not an `if`.
        let own: Set<BodyOutline.Exit> = outline.condition == nil ? [.statement] : []
        ends.append(inner.joined(with: own))
        outcome.add(inner, without: own)
      }
    }
    outcome.next = MachineFlow.joined(ends)
    return outcome
  }

  /// The flows that reach a case. Situations that its patterns surely match do not reach later
  /// ones.
  private func ways(
    into clause: CaseOutline, of outline: SwitchOutline, _ roles: [MachineFlow.Binding?],
    compares: Bool, in flow: MachineFlow, remaining: inout Set<MachineFlow.Situation>
  ) -> [MachineFlow] {
    var way = flow
    guard compares else {
      way.conditions.append(outline.condition(of: clause))
      return [way]
    }
    if clause.isDefault {
      way.enter(
        remaining, at: clause.location, state: roles.contains(.state) ? 1 : 0,
        event: roles.contains(.event) ? 1 : 0)
      remaining = []
      return way.situations.isEmpty ? [] : [way]
    }
    var ways: [MachineFlow] = []
    for pattern in clause.patterns {
      let matched = remaining.filter { situation in
        zip(roles, pattern.elements).allSatisfy { matches($1, $0, situation: situation) }
      }
      if matched.isEmpty { continue }
      var own = flow
      own.enter(
        matched, at: pattern.location, state: said(of: .state, by: pattern, roles),
        event: said(of: .event, by: pattern, roles))
      if let condition = pattern.guardText { own.conditions.append(condition) }
      for (role, element) in zip(roles, pattern.elements) {
        for name in element.bindings {
          own.names.bind(name, to: element.form == .wildcard ? role : nil)
        }
      }
      let isSure =
        pattern.guardText == nil
        && zip(roles, pattern.elements).allSatisfy { decides($1, $0) }
      if isSure { remaining.subtract(matched) }
      if let last = ways.indices.last, ways[last].conditions == own.conditions,
        ways[last].names == own.names
      {
        ways[last].situations.formUnion(matched)
        ways[last].handlers.merge(own.handlers) { first, _ in first }
      } else {
        ways.append(own)
      }
    }
    return ways
  }

  /// The precision of a pattern for the state or event: 0 without a pattern, 1 for a wildcard, 2
  /// for a name.
  private func said(
    of role: MachineFlow.Binding, by pattern: PatternOutline, _ roles: [MachineFlow.Binding?]
  ) -> Int {
    guard let index = roles.firstIndex(of: role), index < pattern.elements.count else { return 0 }
    if case .name = pattern.elements[index].form { return 2 }
    return 1
  }

  private func index(_ name: String, _ role: MachineFlow.Binding?) -> Int? {
    role == .event ? events.firstIndex(of: name) : index(ofState: name)
  }

  private func matches(
    _ element: PatternOutline.Element, _ role: MachineFlow.Binding?,
    situation: MachineFlow.Situation
  ) -> Bool {
    guard role == .state || role == .event, case .name(let name) = element.form,
      let index = index(name, role)
    else { return true }
    return index == (role == .event ? situation.event : situation.state)
  }

  /// Whether only the name decides.
  private func decides(
    _ element: PatternOutline.Element, _ role: MachineFlow.Binding?
  ) -> Bool {
    switch element.form {
    case .wildcard: return true
    case .other: return false
    case .name(let name):
      guard role == .state || role == .event, index(name, role) != nil else { return false }
      let hasValues = element.text.contains("(")
      return !hasValues || !element.bindings.isEmpty || element.text.contains("_")
    }
  }
}

extension SwitchOutline {
  /// The steps of a case, continued by those after `fallthrough`.
  func steps(from index: Int) -> [BodyOutline.Step] {
    var steps = cases[index].body.steps
    var next = index + 1
    while steps.last == .fallthrough, next < cases.count {
      steps.removeLast()
      steps += cases[next].body.steps
      next += 1
    }
    return steps
  }
}
