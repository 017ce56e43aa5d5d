/// Calls of methods that change the property, or return the next state.
extension MachineReader {
  mutating func enter(_ call: BodyOutline.Call, _ flow: MachineFlow) -> MachineOutcome {
    let method = changingMethod(call)
    guard passes(call, flow) || method.map(mayChange) == true else {
      return MachineOutcome(next: afterCall(of: method, call, flow))
    }
    // A function that gets the property, or calls itself, may assign anything.
    guard let method, mayEnter(method) else {
      return MachineOutcome(next: anything(flow, at: call.location))
    }
    let kept = results
    results = []
    let inner = follow(method, call, in: flow)
    lastCall = (call, results)
    results = kept
    var outcome = MachineOutcome(next: inner.joined(with: [.body]))
    outcome.next?.names = flow.names
    outcome.next?.conditions = flow.conditions
    if var thrown = inner.exits[.throwing] {
      thrown.names = flow.names
      outcome.leave(.throwing, thrown)
    }
    return outcome
  }

  mutating func follow(
    _ method: Member, _ call: BodyOutline.Call, in flow: MachineFlow
  ) -> MachineOutcome {
    guard let own = subject(in: method) else { return MachineOutcome(next: flow) }
    let outer = subject
    let passed = passedState(method, call, in: flow)
    (entered, subject) = (entered + [method.fullName], passed ?? own)
    defer { (entered, subject) = (Array(entered.dropLast()), outer) }
    // Without `self`, a function can change the property only if it gets it.
    let hasProperty = passed != nil || !method.isOutsideOfInstances || subject.contains(".")
    var inner = flow
    inner.names = hasProperty ? ownNames : LocalNames()
    for (name, binding) in bindings(of: method, call.arguments, in: flow) {
      if hasProperty, passed == name || subject.hasPrefix(name + ".") { continue }
      inner.names.bind(name, to: binding)
    }
    return follow(steps(of: method), inner)
  }

  /// The meaning of a method's parameters in a call.
  func bindings(
    of method: Member, _ arguments: [BodyOutline.Argument], in flow: MachineFlow
  ) -> [String: MachineFlow.Binding] {
    var bindings: [String: MachineFlow.Binding] = [:]
    var arguments = arguments[...]
    for parameter in method.signature?.parameters ?? [] {
      guard let next = arguments.first, next.label == parameter.label else { continue }
      arguments = arguments.dropFirst()
      guard let name = parameter.name else { continue }
      bindings[name] =
        Bool(next.value.text).map { .boolean($0) } ?? .values(next.value.alternatives)
      if case .member(let passed) = next.value.form, let type = parameter.type?.dottedName,
        let declared = code.enumType(named: type, inside: scope),
        declared.nameLocation != holder.stateType.nameLocation,
        declared.cases.contains(where: { $0.name == passed })
      {
        bindings[name] = .member(passed, of: declared.cases.map(\.name))
      }
      if case .name(let passed) = next.value.form, let role = flow.role(of: passed),
        role != .companion
      {
        bindings[name] = role
      }
    }
    return bindings
  }

  /// Whether a call passes the property as `inout`: `advance(&state)`.
  private func passes(_ call: BodyOutline.Call, _ flow: MachineFlow) -> Bool {
    call.arguments.contains {
      isState($0, flow) || (isReplaceable && $0.value.text.passedName == "self")
    }
  }

  private func isState(_ argument: BodyOutline.Argument, _ flow: MachineFlow) -> Bool {
    argument.value.text.passedName == subject
      && flow.role(of: String(argument.value.text.dropFirst())) == .state
  }

  /// The parameter that receives the property.
  private func passedState(
    _ method: Member, _ call: BodyOutline.Call, in flow: MachineFlow
  ) -> String? {
    guard let index = call.arguments.firstIndex(where: { isState($0, flow) }) else { return nil }
    let parameters = method.signature?.parameters ?? []
    return index < parameters.count ? parameters[index].name : nil
  }

  /// The values that a method of the type returns, with the flow there; `nil` if they are unknown.
  mutating func results(
    of call: BodyOutline.Call, _ flow: MachineFlow
  ) -> [Result]? {
    guard let method = changingMethod(call), returnsState(method), mayEnter(method) else {
      return nil
    }
    let kept = results
    results = []
    defer { results = kept }
    _ = follow(method, call, in: flow)
    return results.isEmpty ? nil : results
  }
}

extension BodyOutline.Value {
  /// Both cases of `isOn ? .on : .off`; otherwise the value itself.
  fileprivate var alternatives: [Self] {
    guard let question = text.firstRange(of: " ? ") else { return [self] }
    let names = text[question.upperBound...].split(separator: " : ").map { String($0).caseName }
    guard names.count == 2, let first = names[0], let other = names[1] else { return [self] }
    return [first, other].map { name in
      Self(form: .member(name), text: ".\(name)", location: location)
    }
  }
}

extension Member {
  /// Whether this is a static or free function.
  fileprivate var isOutsideOfInstances: Bool { isStatic || owner == nil }
}
