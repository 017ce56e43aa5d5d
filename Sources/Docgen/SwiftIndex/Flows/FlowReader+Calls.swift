import Diagnostics

/// Calls, and the methods that they enter.
extension FlowReader {
  typealias Closures = [(closure: FlowClosure, isImmediate: Bool)]

  mutating func read(
    _ call: BodyOutline.Call, _ closures: Closures, in scope: inout FlowScope
  ) -> [FlowStep] {
    scope.lastResult = nil
    let send = BodyOutline.Send(
      base: call.base ?? "self", name: call.name,
      labels: call.arguments.map { $0.label ?? "_" }, location: call.location)
    let isOwn = [nil, "self", "Self"].contains(call.base)
    if call.base == nil, let closure = scope.closures[call.name] {
      closure.isRun = true
      var inner = closure.scope
      inner.deferred = []
      let participant = inner.participant
      return nested { [.group($0.read(closure.body, &inner), by: participant)] }
    }
    guard !call.name.lastNameIsUppercase, call.name != "init", isOwn else {
      let steps = isOwn || call.name == "init" ? [] : read(send, [], in: &scope)
      return steps + rest(closures, of: call.name, base: nil, method: nil, in: &scope)
    }
    guard let method = method(send, of: scope.type, in: scope) else {
      // A function of the project may call anything.
      let isKnown = code.globals(named: call.name).contains { !$0.body.sends.isEmpty }
      if isKnown { flow.gaps.insert(scope.participant) }
      return rest(closures, of: call.name, base: nil, method: nil, in: &scope)
    }
    return enter(
      method, send: send, closures: closures, of: scope.type, as: scope.participant, in: &scope)
  }

  mutating func read(
    _ send: BodyOutline.Send, _ closures: Closures, in scope: inout FlowScope
  ) -> [FlowStep] {
    scope.lastResult = nil
    if send.base == "super" {
      let parents = code.ancestry(of: scope.type).dropFirst()
      var inherited: Member?
      let parent = parents.first { parent in
        inherited = method(send, of: parent, in: scope)
        return inherited != nil
      }
      guard let parent, let method = inherited
      else { return rest(closures, of: send.name, base: nil, method: nil, in: &scope) }
      return enter(
        method, send: send, closures: closures, of: parent, as: scope.participant, in: &scope)
    }
    let value = send.base.flatMap { code.flowValue(of: $0, in: scope) }
    let found = value.flatMap { code.flowType(of: $0, with: send.name) }
    guard let found, let type = found.type, code.hasFlowMember(send.name, type) else {
      let name = found?.type == nil ? found?.name : nil
      if let name { add(name, nil) }
      let call = call(send, nil, from: scope.participant, to: name)
      return [.call(call, body: nil)]
        + rest(closures, of: send.name, base: send.base, method: nil, in: &scope)
    }
    if type.nameLocation == scope.type.nameLocation, let method = method(send, of: type, in: scope)
    {
      return enter(
        method, send: send, closures: closures, of: type, as: scope.participant, in: &scope)
    }
    add(type.qualifiedName, type)
    let base = send.base?.withoutSelf ?? "."
    let isStored = !base.contains(".") && scope.locals[base] == nil
    if isStored, type.isService { flow.participants[type.qualifiedName]?.isDrawn = true }
    let targets = flow.participants[type.qualifiedName]?.implementations ?? []
    if targets.count == 1, let method = method(send, of: targets[0], in: scope) {
      return enter(
        method, send: send, closures: closures, of: targets[0], as: type.qualifiedName, in: &scope)
    }
    let declared = method(send, of: type, in: scope)
    if type.kind == .protocol { flow.gaps.insert(type.qualifiedName) }
    isLock[type.qualifiedName] =
      isLock[type.qualifiedName] != false && declared?.runsClosuresAtOnce == true
    let step = FlowStep.call(
      call(send, declared, from: scope.participant, to: type.qualifiedName), body: nil)
    let after = rest(closures, of: send.name, base: send.base, method: declared, in: &scope)
    scope.lastResult = result(of: declared, in: type)
    return [step] + after
  }

  /// The method that a call means. If several have these labels, any may be meant: the first that is
  /// not the caller is read, and the participant has a gap.
  ///
  /// Returns `nil` if no method fits. Lookups are remembered by type, name and labels.
  mutating func method(
    _ send: BodyOutline.Send, of type: TypeDeclaration, in scope: FlowScope
  ) -> Member? {
    let last = send.base?.split(separator: ".").last.map(String.init) ?? "self"
    let isStatic =
      ["self", "super"].contains(last) ? scope.member.isStatic : last.lastNameIsUppercase
    let key = "\(isStatic) \(type.qualifiedName) \(type.module ?? "") \(send.name) \(send.labels)"
    let found = methods[key] ?? code.flowMethods(send, of: type, isStatic: isStatic)
    methods[key] = found
    if found.count > 1 { flow.gaps.insert(type.qualifiedName) }
    return found.first { found.count == 1 || $0.nameLocation != scope.member.nameLocation }
  }

  /// The closures that the called method does not visibly run.
  mutating func rest(
    _ closures: Closures, of name: String, base: String?, method: Member?,
    in scope: inout FlowScope
  ) -> [FlowStep] {
    closures.filter { !$0.closure.isRun }.flatMap { closure, isImmediate in
      guard let method else {
        return self.closure(
          closure.body, isImmediate: isImmediate, calledBy: (name, base), in: &scope)
      }
      // A method of the project with the name `map` may not be a loop.
      let isAtOnce = method.runsClosuresAtOnce
      return self.closure(
        closure.body, isImmediate: isAtOnce, calledBy: (isAtOnce ? "" : name, nil), in: &scope)
    }
  }

  /// A call with the steps of the called method, if it can be read here.
  ///
  /// The closures of the call are bound to the parameters of the method, so that a method which
  /// runs its closure shows the steps at that place.
  mutating func enter(
    _ method: Member, send: BodyOutline.Send, closures: Closures, of type: TypeDeclaration,
    as participant: String, in scope: inout FlowScope
  ) -> [FlowStep] {
    let isOwn = participant == scope.participant
    if !isOwn { isLock[participant] = isLock[participant] != false && method.runsClosuresAtOnce }
    let call = call(send, method, from: scope.participant, to: participant)
    var inner = FlowScope(type: type, participant: participant, member: method)
    inner.depth = scope.depth + (isOwn ? 0 : 1)
    for (parameter, closure) in zip(method.closureParameters.suffix(closures.count), closures) {
      inner.closures[parameter] = closure.closure
    }
    var number: Int?
    if inner.depth < depth, nesting < Self.mostNested {
      number = body(of: method, &inner)
    } else if !method.body.steps.isEmpty {
      flow.gaps.insert(participant)
    }
    let after = rest(closures, of: send.name, base: send.base, method: method, in: &scope)
    scope.lastResult = result(of: method, in: type)
    return [.call(call, body: number)] + after
  }

  /// The number of a method's body. An unknown body is read; with closures it is always read again.
  ///
  /// Closures differ from call to call, so a body with closures is never shared.
  mutating func body(of method: Member, _ scope: inout FlowScope) -> Int {
    let key = id(of: method, of: scope.type, in: scope)
    if scope.closures.isEmpty, let known = numbers[key] { return known }
    let number = flow.bodies.count
    flow.bodies.append([])
    flow.methods.insert(method.nameLocation)
    if scope.closures.isEmpty { numbers[key] = number }
    var inner = scope
    flow.bodies[number] = nested { $0.read(method.body, &inner) }
    return number
  }

  mutating func nested(_ read: (inout FlowReader) -> [FlowStep]) -> [FlowStep] {
    guard nesting < Self.mostNested else {
      flow.isTruncated = true
      return []
    }
    nesting += 1
    defer { nesting -= 1 }
    return read(&self)
  }

  func result(of method: Member?, in type: TypeDeclaration) -> FlowValue? {
    guard let method, let result = method.signature?.result else { return nil }
    return FlowValue(result, in: type, method.signature)
  }

  /// The label has the labels of the arguments, and for unlabeled ones the parameter's name:
  /// `save(event)`.
  func call(
    _ send: BodyOutline.Send, _ method: Member?, from: String, to: String?
  ) -> FlowCall {
    var parameters = (method?.signature?.parameters ?? [])[...]
    let names = send.labels.compactMap { label -> String? in
      while let next = parameters.popFirst() {
        if (next.label ?? "_") == label { return label == "_" ? next.name : label }
      }
      return label == "_" ? nil : label
    }
    return FlowCall(
      from: from, to: to, name: send.name,
      label: "\(send.name)(\(names.joined(separator: ", ")))",
      result: method?.signature?.result.map(\.text), location: send.location)
  }
}

extension Member {
  fileprivate var closureParameters: [String] {
    (signature?.parameters ?? []).filter { $0.type?.isClosure == true }.compactMap(\.name)
  }

  /// Whether a closure argument has run when the method returns.
  fileprivate var runsClosuresAtOnce: Bool {
    let closures = (signature?.parameters ?? []).compactMap(\.type).filter(\.isClosure)
    return !closures.isEmpty && closures.allSatisfy { !$0.text.contains("@escaping") }
      && closures.allSatisfy { if case .optional = $0.structure { false } else { true } }
  }
}

extension TypeReference {
  fileprivate var isClosure: Bool {
    switch structure {
    case .function: true
    case .optional(let type), .attributed(_, let type): type.isClosure
    case .tuple(let elements): elements.count == 1 && elements[0].type.isClosure
    default: false
    }
  }
}
