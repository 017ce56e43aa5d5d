import Diagnostics

/// The conditions that a machine declares for its transitions:
///
///     func condition(for event: Event) -> String? { decision(for: event)?.text }
///
/// The method may also return literals. If a Boolean of a structure chooses the text, as in
/// `var text: String { holds ? condition : negation }`, a branch on this Boolean belongs to the text:
///
///     let isFull = decision(for: event)?.holds == true
extension MachineReader {
  /// A condition that the machine declares when an event arrives.
  struct Outcome: Hashable {
    var text: String?
    /// The method that returned the structure whose Boolean chose the text.
    var method: String?
    /// The creation of the structure; `nil` if the method returned `nil`.
    var origin: SourceLocation?
    var property = ""
    /// The value of that property.
    var holds = false
    /// The names that it depends on; `nil` for any property.
    var reads: Set<String>? = []
  }

  /// A value that a method returns; `nil` for a return without one.
  private typealias Answer = (value: BodyOutline.Value?, flow: MachineFlow)

  /// The condition that the machine declared when the event arrived.
  func condition(of situation: MachineFlow.Situation) -> String? {
    situation.outcome == MachineFlow.Situation.none ? nil : outcomes[situation.outcome].text
  }

  /// Splits the situations at the beginning of a method by the conditions that hold there.
  mutating func splitByOutcome(_ flow: inout MachineFlow) {
    outcomes = []
    guard !events.isEmpty, !isTargeted,
      let event = flow.names.meanings.first(where: { $0.value == .event })?.key,
      let question = Question("condition(for: \(event))"), let answers = answers(to: question, flow)
    else { return }
    var found: [MachineFlow.Situation: Set<Int>] = [:]
    for answer in answers {
      for outcome in outcomes(of: answer) {
        if !outcomes.contains(outcome.0) { outcomes.append(outcome.0) }
        guard let index = outcomes.firstIndex(of: outcome.0) else { continue }
        for situation in outcome.flow.situations { found[situation, default: []].insert(index) }
      }
    }
    // If the method has several results, they depend on its conditions, too.
    for indices in found.values where Set(indices.map { outcomes[$0].origin }).count > 1 {
      for index in indices { outcomes[index].reads = nil }
    }
    flow.situations = Set(
      flow.situations.flatMap { situation in
        found[situation, default: [MachineFlow.Situation.none]].map { index in
          var split = situation
          split.outcome = index
          return split
        }
      })
  }

  private func outcomes(of answer: Answer) -> [(Outcome, flow: MachineFlow)] {
    guard let value = answer.value else { return [(Outcome(), answer.flow)] }
    guard let (question, property) = value.text.propertyOfAnswer,
      let answers = answers(to: question, answer.flow)
    else { return [(Outcome(text: text(of: value.text, answer.flow)), answer.flow)] }
    return answers.flatMap { inner in
      texts(of: property, in: inner).map { outcome in
        var outcome = outcome
        (outcome.method, outcome.origin) = (question.name, inner.value?.location)
        return (outcome, inner.flow)
      }
    }
  }

  /// The texts that a property of a structure can have.
  private func texts(of property: String, in answer: Answer) -> [Outcome] {
    guard let value = answer.value, case .call(let call) = value.form,
      let type = code.types(
        named: call.name, inside: scope.qualifiedName, module: scope.module
      ).first
    else { return [Outcome()] }
    func text(of field: String) -> String? {
      call.value(of: field).flatMap { self.text(of: $0, answer.flow) }
    }
    guard case .choice(let branches, true)? = type.property(named: property).first?.body.steps.first
    else { return [Outcome(text: text(of: property))] }
    return branches.compactMap { branch in
      guard case .result(let values)? = branch.body.steps.first, let field = values.first?.text
      else { return Outcome() }
      let holds = !branch.condition.hasPrefix("!(")
      let name = holds ? branch.condition : branch.condition.negatedCondition
      guard let boolean = call.value(of: name) else { return Outcome() }
      if boolean == String(!holds) { return nil }
      return Outcome(
        text: text(of: field), property: name, holds: holds, reads: reads(in: boolean))
    }
  }

  /// The values that a property or method of the own type returns; `nil` if they are unknown.
  private func answers(to question: Question, _ flow: MachineFlow) -> [Answer]? {
    guard question.base.map({ ["self", "Self"].contains($0) }) != false,
      let (reader, results) = results(of: question, flow), !results.isEmpty
    else { return nil }
    var answers: [Answer] = []
    if !reader.withoutResult.isEmpty {
      var rest = flow
      rest.situations = reader.withoutResult
      answers.append((nil, rest))
    }
    for result in results {
      var next = Question(result.value.text[...])
      if case .call(let call) = result.value.form { next = Question(call) }
      if let next, let inner = reader.answers(to: next, result.flow) {
        answers += inner
      } else {
        answers.append((result.value, result.flow))
      }
    }
    return answers
  }

  // MARK: - Branches on the Boolean

  /// `decision(for: event)?.holds == true`: the situations in which it is true, and those in which
  /// it is false; `nil` if the code does not show them.
  func verdict(onAnswer condition: Substring, _ flow: MachineFlow) -> Verdict? {
    if case .truth(let outcomes)? = flow.role(of: String(condition)) {
      let known = flow.situations.filter { $0.outcome != MachineFlow.Situation.none }
      let holds = known.filter { outcomes.contains($0.outcome) }
      let open = flow.situations.subtracting(known)
      return Verdict(holds: holds.union(open), fails: known.subtracting(holds).union(open))
    }
    let text = String(condition.hasSuffix(" == true") ? condition.dropLast(8) : condition)
    guard !outcomes.isEmpty, let (question, property) = text.propertyOfAnswer,
      let answers = answers(to: question, flow)
    else { return nil }
    let isSameEvent = question.arguments.contains { flow.role(of: $0.value.text) == .event }
    let stored = Set(scope.storedProperties.map(\.name))
    var verdict = Verdict()
    for answer in answers {
      var boolean: String? = "false"
      if let value = answer.value {
        guard case .call(let call) = value.form else { return nil }
        boolean = call.value(of: property)
      }
      guard let boolean else { return nil }
      for situation in answer.flow.situations {
        var holds = Bool(boolean)
        if let known = outcome(of: situation, flow), known.method == question.name {
          let isSame = known.origin == answer.value?.location
          if isSameEvent, !isSame { continue }
          if isSame, known.property == property,
            isSameEvent || known.reads?.isSubset(of: stored) == true
          {
            holds = known.holds
          }
        }
        if holds != false { verdict.holds.insert(situation) }
        if holds != true { verdict.fails.insert(situation) }
      }
    }
    let open = flow.situations.subtracting(verdict.holds.union(verdict.fails))
    return Verdict(holds: verdict.holds.union(open), fails: verdict.fails.union(open))
  }

  /// The outcome that a situation still has.
  private func outcome(of situation: MachineFlow.Situation, _ flow: MachineFlow) -> Outcome? {
    situation.outcome == MachineFlow.Situation.none || flow.stale.contains(situation.outcome)
      ? nil : outcomes[situation.outcome]
  }

  /// The meaning of a local name for such a condition, if the outcome decides it.
  func truth(of values: [BodyOutline.Value], _ flow: MachineFlow) -> MachineFlow.Binding? {
    guard !outcomes.isEmpty, values.count == 1,
      let verdict = verdict(onAnswer: values[0].text[...], flow)
    else { return nil }
    let outcomes = Set(verdict.holds.map(\.outcome))
    let failing = Set(verdict.fails.map(\.outcome))
    let none = MachineFlow.Situation.none
    guard outcomes.isDisjoint(with: failing), !outcomes.union(failing).contains(none) else {
      return nil
    }
    return .truth(outcomes)
  }

  // MARK: - Changes of the Boolean

  /// The steps of a method that can change a state, or a value on which a condition depends.
  func steps(of member: Member) -> ArraySlice<BodyOutline.Step> {
    outcomes.isEmpty && changers.isEmpty
      ? member.body.withoutSends.steps[...] : member.body.steps[...]
  }

  /// The stored properties in an expression; `nil` if it asks for others.
  private func reads(in expression: String) -> Set<String>? {
    let words = expression.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    let names = words.map { String($0.split(separator: ".").first { $0 != "self" } ?? "") }
      .filter { Bool($0) == nil }
    let stored = Set(scope.storedProperties.map(\.name))
    let isOther = names.contains { !stored.contains($0) && !scope.members(named: $0).isEmpty }
    return isOther ? nil : Set(names)
  }

  /// The outcomes whose Boolean depends on a property.
  func outcomes(reading path: String) -> Set<Int> {
    let name = String(path.withoutSelf.prefix { $0 != "." })
    return Set(
      outcomes.indices.filter { name == "self" || outcomes[$0].reads?.contains(name) != false })
  }

  /// The flow after a call on another value, which may change this value.
  func after(_ send: BodyOutline.Send, _ flow: MachineFlow) -> MachineFlow {
    let isChanged = mayChangeState(send) && flow.role(of: send.base ?? "") == .state
    var flow = isChanged ? withAnyState(flow) : flow
    for path in [send.base ?? ""] + send.passed { flow.stale.formUnion(outcomes(reading: path)) }
    if isShared { flow.stale.formUnion(outcomes.indices) }
    return flow
  }

  /// The flow after a call of a method that was not followed.
  func afterCall(
    of method: Member?, _ call: BodyOutline.Call, _ flow: MachineFlow
  ) -> MachineFlow {
    let isOwn = [nil, "self", "Self"].contains(call.base)
    var flow = isOwn && callersOfChangers.contains(call.name) ? withAnyState(flow) : flow
    if outcomes.isEmpty { return flow }
    for path in call.arguments.compactMap(\.value.text.passedName) {
      flow.stale.formUnion(outcomes(reading: path))
    }
    guard let method, isShared || method.isMutating else { return flow }
    let body = method.summary
    for path in body.targets { flow.stale.formUnion(outcomes(reading: path)) }
    if isShared || !body.called.isEmpty || !method.body.sends.isEmpty {
      flow.stale.formUnion(outcomes.indices)
    }
    return flow
  }
}

extension BodyOutline.Call {
  /// The text of the argument with this label.
  fileprivate func value(of label: String) -> String? {
    arguments.first { $0.label == label }?.value.text
  }
}

extension String {
  /// The call or property, and the name after it: `decision(for: event)?.holds`.
  fileprivate var propertyOfAnswer: (Question, property: String)? {
    guard let dot = lastIndex(of: ".") else { return nil }
    let property = self[index(after: dot)...]
    var base = self[..<dot]
    if base.last == "?" { base = base.dropLast() }
    guard !property.isEmpty, property.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      let question = Question(base)
    else { return nil }
    return (question, String(property))
  }
}
