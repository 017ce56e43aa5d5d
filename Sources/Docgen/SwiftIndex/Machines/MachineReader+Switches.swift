extension MachineReader {
  /// Follows the cases of a switch, each with the states and events that it matches.
  mutating func follow(_ outline: SwitchOutline, _ flow: MachineFlow) -> MachineOutcome {
    var flow = flow
    let roles = outline.subjects.map { flow.role(of: $0) }
    if roles.contains(.state) { flow.widen(to: allPlaces) }
    let compares = outline.cases.contains { clause in
      clause.patterns.contains { pattern in
        zip(roles, pattern.elements).contains { isKnown($1, $0) }
      }
    }
    var remaining = flow.situations
    var outcome = MachineOutcome(next: nil)
    var ends: [MachineFlow?] = []
    for (index, clause) in outline.cases.enumerated() {
      let steps = outline.steps(from: index)
      for path in paths(
        into: clause, of: outline, roles, compares: compares, in: flow, remaining: &remaining)
      {
        var inner = follow(steps[...], path)
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
  private func paths(
    into clause: CaseOutline, of outline: SwitchOutline, _ roles: [MachineFlow.Binding?],
    compares: Bool, in flow: MachineFlow, remaining: inout Set<MachineFlow.Situation>
  ) -> [MachineFlow] {
    var path = flow
    // A condition on other values than state and event remains, unless it holds anyway.
    let isCondition = !roles.contains(.state) && !roles.contains(.event)
    if isCondition, !compares || !clause.isDefault || remaining != flow.situations {
      path.conditions.append(outline.condition(of: clause))
    }
    if !compares { return [path] }
    if clause.isDefault {
      path.enter(
        remaining, at: clause.location, state: roles.contains(.state) ? 1 : 0,
        event: roles.contains(.event) ? 1 : 0)
      remaining = []
      return path.situations.isEmpty ? [] : [path]
    }
    var branches: [MachineFlow] = []
    for pattern in clause.patterns {
      let matched = remaining.filter { situation in
        zip(roles, pattern.elements).allSatisfy { matches($1, $0, situation: situation) }
      }
      if matched.isEmpty { continue }
      let isSure =
        pattern.guardText == nil
        && zip(roles, pattern.elements).allSatisfy { decides($1, $0) }
      var own = isSure && matched == flow.situations ? flow : path
      own.enter(
        matched, at: pattern.location, state: said(of: .state, by: pattern, roles),
        event: said(of: .event, by: pattern, roles))
      if let condition = pattern.guardText { own.conditions.append(condition) }
      for (role, element) in zip(roles, pattern.elements) {
        for name in element.bindings {
          own.names.bind(name, to: element.form == .wildcard ? role : nil)
        }
      }
      if isSure { remaining.subtract(matched) }
      if let last = branches.indices.last, branches[last].conditions == own.conditions,
        branches[last].names == own.names
      {
        branches[last].situations.formUnion(matched)
        branches[last].handlers.merge(own.handlers) { first, _ in first }
      } else {
        branches.append(own)
      }
    }
    return branches
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

  /// The values that a pattern is compared with.
  private enum Compared {
    case known(index: Int, of: KeyPath<MachineFlow.Situation, Int>)
    /// The names of cases, and whether the pattern matches all or none of them.
    case constants(holds: Bool, fails: Bool)
  }

  private func compared(
    _ element: PatternOutline.Element, _ role: MachineFlow.Binding?
  ) -> Compared? {
    guard let name = element.caseName else {
      guard case .values(let values)? = role, values.count == 1, let number = Int(element.text),
        let known = constant(values[0].text, MachineFlow(situations: []))
      else { return nil }
      return .constants(holds: known == .integer(number), fails: known != .integer(number))
    }
    switch role {
    case .state: return index(ofState: name).map { .known(index: $0, of: \.state) }
    case .event: return events.firstIndex(of: name).map { .known(index: $0, of: \.event) }
    case .companion:
      return companion?.values.firstIndex(of: name).map { .known(index: $0, of: \.companion) }
    case .values(let values):
      let names = Set(values.compactMap(\.memberName))
      let isCase = [machine.states, events, companion?.values ?? []].contains { cases in
        cases.contains(name) && names.isSubset(of: cases)
      }
      guard isCase, values.allSatisfy({ $0.memberName != nil }) else { return nil }
      return .constants(holds: names.contains(name), fails: names != [name])
    case .member(let known, let cases) where cases.contains(name):
      return .constants(holds: known == name, fails: known != name)
    case .member, .boolean, .truth, nil: return nil
    }
  }

  private func isKnown(_ element: PatternOutline.Element, _ role: MachineFlow.Binding?) -> Bool {
    compared(element, role) != nil || role == .state || role == .event
  }

  private func matches(
    _ element: PatternOutline.Element, _ role: MachineFlow.Binding?,
    situation: MachineFlow.Situation
  ) -> Bool {
    switch compared(element, role) {
    case .known(let index, let path): situation[keyPath: path] == index
    case .constants(let holds, _): holds
    case nil: true
    }
  }

  /// Whether only the name decides.
  private func decides(
    _ element: PatternOutline.Element, _ role: MachineFlow.Binding?
  ) -> Bool {
    if element.form == .wildcard { return true }
    switch compared(element, role) {
    case .known:
      let hasValues = element.text.contains("(")
      return !hasValues || !element.bindings.isEmpty || element.text.contains("_")
    case .constants(let holds, let fails): return holds != fails
    case nil: return false
    }
  }
}

extension PatternOutline.Element {
  /// The name of the case; `nil` also for the pattern `nil`, as `none`.
  fileprivate var caseName: String? {
    if case .name(let name) = form { return name }
    return text == "nil" ? BodyOutline.Value.none : nil
  }
}

extension BodyOutline.Value {
  /// The case of an optional without a value.
  static let none = "none"

  /// The name of the case; `none` for `nil`.
  var memberName: String? {
    if case .member(let name) = form { return name }
    return text == "nil" ? Self.none : nil
  }

  /// Whether this is a list, or lists one after another.
  var isList: Bool {
    switch form {
    case .list, .joined: true
    case .member, .name, .call, .other: false
    }
  }

  /// The elements of a list, and any other value itself.
  var elements: [Self] {
    if case .list(let elements) = form { return Array(elements.joined()) }
    return [self]
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
