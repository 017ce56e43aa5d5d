import Diagnostics

extension MachineReader {
  /// Follows the steps of a scope.
  mutating func follow(
    _ steps: ArraySlice<BodyOutline.Step>, _ start: MachineFlow
  ) -> MachineOutcome {
    var outcome = followConsecutive(steps, start)
    outcome.endScope(within: start.names)
    return outcome
  }

  private mutating func followConsecutive(
    _ steps: ArraySlice<BodyOutline.Step>, _ start: MachineFlow
  ) -> MachineOutcome {
    var outcome = MachineOutcome(next: start)
    // The compiler takes only one of the branches of an `#if`.
    var directive: (passed: [String], before: MachineFlow)?
    budget -= 1
    if budget <= 0 {
      // Recorded once: from here on no transition is excluded.
      if budget == 0 { recordEverything() }
      return outcome
    }
    for index in steps.indices {
      guard let flow = outcome.next else { return outcome }
      if case .deferred(let body) = steps[index] {
        let rest = followConsecutive(steps[(index + 1)...], flow)
        outcome.next = rest.next.flatMap { follow(body.steps[...], $0).next }
        for (exit, flow) in rest.exits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          outcome.leave(exit, follow(body.steps[...], flow).next)
        }
        return outcome
      }
      if case .branch(let condition, let body) = steps[index] {
        if directive.map({ condition.excluded.starts(with: $0.passed) }) != true {
          directive = ([], flow)
        }
        directive?.passed = condition.excluded + [condition.text]
        let inner = follow(body.steps[...], directive?.before ?? flow)
        outcome.next = MachineFlow.joined([inner.next, flow])
        outcome.add(inner)
        continue
      }
      let inner = follow(steps[index], flow)
      outcome.next = inner.next
      outcome.add(inner)
    }
    return outcome
  }

  private mutating func follow(_ step: BodyOutline.Step, _ flow: MachineFlow) -> MachineOutcome {
    switch step {
    case .assignment(let assignment): return MachineOutcome(next: follow(assignment, flow))
    case .call(let call): return enter(call, flow)
    case .send(let send):
      let isPassed =
        send.passed.contains { isStorage($0.withoutSelf) && flow.role(of: $0) == .state }
        || (isReplaceable && send.passed.contains("self"))
      return MachineOutcome(
        next: isPassed ? anything(flow, at: send.location) : after(send, flow))
    case .choice(let branches, let isExhaustive):
      return follow(branches, isExhaustive: isExhaustive, in: flow)
    case .loop(_, let body): return repeating(body, flow)
    case .attempt(let body, let handlers): return attempt(body, handlers.map(\.body), in: flow)
    case .switch(let outline): return follow(outline, flow)
    case .closure(let body, let isImmediate): return follow(closure: body, isImmediate, flow)
    case .suspension: return MachineOutcome(next: suspended(flow))
    case .attempted: return MachineOutcome(next: flow, exits: [.throwing: flow])
    case .result(let values):
      results += values.map { Result(value: $0, flow: flow, entered: enteredResults(of: $0)) }
      return MachineOutcome(next: nil, exits: [.body: flow])
    case .exit(let exit):
      if exit == .body { withoutResult.formUnion(flow.situations) }
      return MachineOutcome(next: nil, exits: [exit: flow])
    case .concurrent(let body): return follow(body.steps[...], flow)
    case .function(_, let body):
      // It may be called anywhere below, or from a closure.
      var later = flow
      later.isExact = false
      return MachineOutcome(next: follow(closure: body, false, later).next.map { _ in flow })
    case .shadowing(let name), .shadowingEnd(let name):
      var flow = flow
      if case .shadowing = step {
        flow.names.bind(name, to: nil)
      } else {
        flow.names.endShadow(of: name)
      }
      return MachineOutcome(next: flow)
    case .deferred, .branch, .fallthrough, .local, .thrown: return MachineOutcome(next: flow)
    }
  }

  private mutating func suspended(_ flow: MachineFlow) -> MachineFlow {
    guard isShared else { return flow }
    var flow = flow
    flow.isExact = false
    flow.forgetWhatOthersSaw()
    return flow
  }

  private mutating func follow(
    closure body: BodyOutline, _ isImmediate: Bool, _ flow: MachineFlow
  ) -> MachineOutcome {
    let kept = results
    defer { results = kept }
    if isImmediate {
      let inner = follow(body.steps[...], flow)
      return MachineOutcome(next: inner.joined(with: [.body, .throwing, .statement, .round]))
    }
    var later = flow
    if isShared { later.isExact = false }
    later.forgetWhatOthersSaw()
    _ = follow(body.steps[...], later)
    return MachineOutcome(next: flow)
  }

  private mutating func follow(
    _ branches: [BodyOutline.Branch], isExhaustive: Bool, in flow: MachineFlow
  ) -> MachineOutcome {
    var outcome = MachineOutcome(next: nil)
    var ends: [MachineFlow?] = []
    for branch in branches {
      guard let inner = narrowed(flow, by: branch.condition) else { continue }
      let followed = follow(branch.body.steps[...], inner)
      ends.append(followed.next)
      outcome.add(followed)
    }
    if !isExhaustive {
      ends.append(
        branches.count == 1 ? narrowed(flow, by: branches[0].condition.negatedCondition) : flow)
    }
    outcome.next = MachineFlow.joined(ends)
    return outcome
  }

  private mutating func repeating(_ body: BodyOutline, _ flow: MachineFlow) -> MachineOutcome {
    var start = flow
    var outcome = MachineOutcome(next: flow)
    // Each round adds a state, or is the last one.
    for _ in 0...allPlaces.count {
      let inner = follow(body.steps[...], start)
      outcome = MachineOutcome(next: MachineFlow.joined([start, inner.exits[.statement]]))
      outcome.add(inner, without: [.statement, .round])
      let again = MachineFlow.joined([start, inner.joined(with: [.round])]) ?? start
      if again.situations == start.situations, again.isExact == start.isExact,
        again.stale == start.stale
      {
        break
      }
      start = again
    }
    return outcome
  }

  private mutating func attempt(
    _ body: BodyOutline, _ handlers: [BodyOutline], in flow: MachineFlow
  ) -> MachineOutcome {
    let inner = follow(body.steps[...], flow)
    var outcome = MachineOutcome(next: nil)
    outcome.add(inner, without: [.throwing])
    // Any call may throw if no `try` is visible.
    var failed = inner.exits[.throwing] ?? flow
    failed.conditions = flow.conditions
    var ends = [inner.next]
    for handler in handlers {
      let handled = follow(handler.steps[...], failed)
      ends.append(handled.next)
      outcome.add(handled)
    }
    outcome.next = MachineFlow.joined(ends)
    return outcome
  }

  // MARK: - Assignments

  private mutating func follow(
    _ assignment: BodyOutline.Assignment, _ flow: MachineFlow
  ) -> MachineFlow {
    let name = assignment.target.withoutSelf
    var flow = flow
    if let truth = truth(of: assignment.values, flow) {
      flow.names.bind(name, to: truth)
      return flow
    }
    flow.stale.formUnion(outcomes(reading: name))
    if name == "self", isReplaceable {
      return replace(with: assignment.values, flow, at: assignment.location)
    }
    if isStorage(name), flow.role(of: assignment.target) == .state {
      return assign(assignment.values, flow, at: assignment.location)
    }
    if isCompanion(assignment.target, flow) {
      return setCompanion(to: assignment.values, flow)
    }
    if assignment.values.count == 1, case .name(let other) = assignment.values[0].form,
      let role = flow.role(of: other),
      ![.companion, .boolean(true), .boolean(false)].contains(role)
    {
      // A local copy of a list may get more elements.
      flow.names.bind(name, to: role.isList ? nil : role)
    } else {
      flow.names.set(name, to: .values(assignment.values))
    }
    return flow
  }

  /// The property gets one of the values.
  mutating func assign(
    _ values: [BodyOutline.Value], _ flow: MachineFlow, at location: SourceLocation
  ) -> MachineFlow {
    var ends: [MachineFlow?] = []
    for value in values { ends += assign(value, flow, at: location, depth: 0) }
    return observed(MachineFlow.joined(ends) ?? flow, at: location)
  }

  /// Follows the property's observer, which does not observe its own assignments.
  private mutating func observed(_ flow: MachineFlow, at location: SourceLocation) -> MachineFlow {
    guard let observer, entered.last != observer.fullName else { return flow }
    guard mayEnter(observer) else { return anything(flow, at: location) }
    let kept = (scope, subject, results)
    defer { (scope, subject, results) = kept }
    (scope, subject) = (holder.holder, holder.property)
    entered.append(observer.fullName)
    defer { entered.removeLast() }
    var inner = flow
    inner.names = ownNames
    let outcome = follow(steps(of: observer), inner)
    guard var next = outcome.joined(with: [.body]) else { return flow }
    (next.names, next.conditions) = (flow.names, flow.conditions)
    return next
  }

  private mutating func assign(
    _ value: BodyOutline.Value, _ flow: MachineFlow, at location: SourceLocation, depth: Int
  ) -> [MachineFlow?] {
    switch value.form {
    case .member(let name):
      if let index = index(ofState: name) { return [step(flow, to: index, at: location)] }
      if let constant = holder.stateType.property(named: name).first?.property?.initialValue,
        let index = index(ofState: String(constant.drop { $0 == "." }))
      {
        return [step(flow, to: index, at: location)]
      }
      if let call = Question(value.text[...])?.call(at: location), depth < 8,
        let found = results(of: call, flow)
      {
        return assign(found, flow, at: location, depth: depth)
      }
    case .name(let name):
      switch flow.role(of: name) {
      case .state: return [flow]
      case .event where isTargeted: return toEvent(flow, at: location)
      case .values(let values) where depth < 8:
        return values.flatMap { assign($0, flow, at: location, depth: depth + 1) }
      default: break
      }
    case .call(let call):
      if let found = results(of: call, flow), depth < 8 {
        return assign(found, flow, at: location, depth: depth)
      }
    case .list, .joined: break
    case .other:
      if let found = entries(of: value.text, flow), !found.isEmpty {
        return found.map { step($0.flow, to: $0.next, at: location) }
      }
    }
    return [anything(flow, at: location)]
  }

  /// The property gets one of the results of a method.
  private mutating func assign(
    _ results: [Result], _ flow: MachineFlow, at location: SourceLocation, depth: Int
  ) -> [MachineFlow?] {
    results.flatMap { result in
      var after = result.flow
      after.names = flow.names
      return assign(result.value, after, at: location, depth: depth + 1)
    }
  }

  /// Records that any state may follow.
  mutating func anything(_ flow: MachineFlow, at location: SourceLocation) -> MachineFlow {
    recordUnknown(flow, at: location)
    var any = flow
    any.isExact = false
    any.widen(to: allPlaces)
    return any
  }

  mutating func step(
    _ flow: MachineFlow, to target: Int, at location: SourceLocation
  ) -> MachineFlow {
    record(flow, to: target, at: location)
    var flow = flow
    flow.situations = flow.situations.mapped { $0.state = target }
    flow.isExact = true
    // A second name for the former state means that state.
    flow.names.removeCopies(isStorage: isStorage)
    return flow
  }

  /// `func go(to next: State) { state = next }`: one transition for each value of the parameter.
  private mutating func toEvent(_ flow: MachineFlow, at location: SourceLocation) -> [MachineFlow] {
    let byEvent = Dictionary(grouping: flow.situations, by: \.event)
    func isAnyState(_ situations: some Sequence<MachineFlow.Situation>) -> Bool {
      Set(situations.map(\.state)).count == machine.states.count
    }
    if byEvent.count == machine.states.count, byEvent.values.allSatisfy(isAnyState) {
      recordUnknown(flow, at: location)
      return [flow]
    }
    return byEvent.keys.sorted().map { event in
      var one = flow
      one.situations = Set(byEvent[event] ?? [])
      if isAnyState(one.situations) { one.isExact = false }
      return step(one, to: event, at: location)
    }
  }
}
