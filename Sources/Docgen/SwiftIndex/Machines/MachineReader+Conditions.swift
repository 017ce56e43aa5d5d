import Diagnostics

/// Conditions that depend on the state or the event: `guard state.canStart, canMove(to: next)`.
extension MachineReader {
  /// The situations in which a condition can hold, and those in which it can fail; both if it also
  /// depends on other things.
  struct Verdict {
    var holds: Set<MachineFlow.Situation> = []
    var fails: Set<MachineFlow.Situation> = []

    var negated: Verdict { Verdict(holds: fails, fails: holds) }
  }

  /// The flow after a condition; `nil` if it cannot hold.
  mutating func narrowed(_ flow: MachineFlow, by condition: String) -> MachineFlow? {
    var flow = flow
    var undecided: [String] = []
    let conjuncts = condition.conjuncts
    for part in conjuncts where !isLookup(part, flow) {
      if let known = boolean(part, flow) {
        if !known { return nil }
        continue
      }
      var wide = flow
      wide.widen(to: allPlaces)
      guard let verdict = verdict(on: part[...], wide) else {
        undecided.append(part)
        continue
      }
      if !verdict.holds.isDisjoint(with: verdict.fails) { undecided.append(part) }
      flow = wide
      flow.situations = verdict.holds
      if flow.situations.isEmpty { return nil }
    }
    if undecided.count == conjuncts.count {
      flow.conditions.append(condition)
    } else {
      flow.conditions += undecided
    }
    return flow
  }

  /// The value of a condition that is a parameter for which the caller passes a literal.
  private func boolean(_ condition: String, _ flow: MachineFlow) -> Bool? {
    let inner = condition.negatedCondition
    if inner.count < condition.count { return boolean(inner, flow).map { !$0 } }
    let parts = condition.conjuncts
    if parts.count > 1 {
      let known = parts.map { boolean($0, flow) }
      return known.contains(false) ? false : known.contains(nil) ? nil : true
    }
    if condition.hasPrefix("!") { return boolean(String(condition.dropFirst()), flow).map { !$0 } }
    if case .boolean(let value)? = flow.role(of: condition) { return value }
    return nil
  }

  /// Whether a condition looks up the next state: `let next = Self.table[state]`.
  private func isLookup(_ condition: String, _ flow: MachineFlow) -> Bool {
    guard condition.hasPrefix("let "), let end = condition.firstRange(of: " = "),
      case .values(let values)? = flow.role(of: String(condition[..<end.lowerBound].dropFirst(4)))
    else { return false }
    return values.contains { value in
      guard case .call(let call) = value.form else { return isTable(value.text) }
      return changingMethod(call).map(returnsState) == true
    }
  }

  /// `nil` if the condition does not depend on the state or event, or cannot be followed.
  private func verdict(on condition: Substring, _ flow: MachineFlow) -> Verdict? {
    if condition.hasPrefix("!(") && condition.hasSuffix(")") {
      return verdict(on: condition.dropFirst(2).dropLast(), flow)?.negated
    }
    if condition.hasPrefix("!") { return verdict(on: condition.dropFirst(), flow)?.negated }
    if let combined = verdict(onParts: String(condition), flow) { return combined }
    if let listed = states(listedIn: condition, flow) ?? states(equalIn: condition, flow) {
      let holds = flow.situations.filter { listed.contains($0.state) }
      return Verdict(holds: holds, fails: flow.situations.subtracting(holds))
    }
    if let answered = verdict(onAnswer: condition, flow) { return answered }
    guard let question = Question(condition) else { return nil }
    if question.name == "contains", let base = question.base, question.arguments.count == 1 {
      return verdict(onMember: question.arguments[0].value, of: base, flow)
    }
    guard let (reader, results) = results(of: question, flow) else { return nil }
    var verdict = Verdict()
    for result in results {
      let (value, inner) = (result.value, result.flow)
      switch value.text {
      case "true": verdict.holds.formUnion(inner.situations)
      case "false": verdict.fails.formUnion(inner.situations)
      default:
        let asked = reader.verdict(on: value.text[...], inner)
        verdict.holds.formUnion(asked?.holds ?? inner.situations)
        verdict.fails.formUnion(asked?.fails ?? inner.situations)
      }
    }
    // Situations without a known result may hold or fail.
    let open = flow.situations.subtracting(verdict.holds.union(verdict.fails))
    verdict.holds.formUnion(open)
    verdict.fails.formUnion(open)
    return verdict.holds == flow.situations && verdict.fails == flow.situations ? nil : verdict
  }

  /// `a || (b && c)`: parts that depend on other things may hold or fail.
  private func verdict(onParts condition: String, _ flow: MachineFlow) -> Verdict? {
    let all = flow.situations
    for separator in [" || ", " && "] {
      let parts = condition.parts(separatedBy: [separator])
      if parts.count == 1 { continue }
      var verdict = separator == " || " ? Verdict(holds: [], fails: all) : Verdict(holds: all)
      for part in parts {
        let next = self.verdict(on: part[...], flow) ?? Verdict(holds: all, fails: all)
        if separator == " || " {
          verdict.holds.formUnion(next.holds)
          verdict.fails.formIntersection(next.fails)
        } else {
          verdict.holds.formIntersection(next.holds)
          verdict.fails.formUnion(next.fails)
        }
      }
      return verdict.holds == all && verdict.fails == all ? nil : verdict
    }
    let isInParentheses = condition.first == "(" && condition.last == ")"
    return isInParentheses ? verdict(on: condition.dropFirst().dropLast(), flow) : nil
  }

  /// The state in `state == .idle`.
  private func states(equalIn condition: Substring, _ flow: MachineFlow) -> Set<Int>? {
    let sides = String(condition).parts(separatedBy: [" == "])
    guard sides.count == 2, flow.role(of: sides[0]) == .state,
      let index = sides[1].caseName.flatMap({ index(ofState: $0) })
    else { return nil }
    return [index]
  }

  /// `allowed.contains(next)`, where `allowed` is a property that lists states.
  private func verdict(
    onMember value: BodyOutline.Value, of list: String, _ flow: MachineFlow
  ) -> Verdict? {
    guard let question = Question(list[...]), let (_, results) = results(of: question, flow) else {
      return nil
    }
    var listed: [MachineFlow.Situation: Set<Int>] = [:]
    for result in results {
      for item in result.value.elements {
        guard case .member(let name) = item.form, let index = index(ofState: name) else {
          return nil
        }
        for situation in result.flow.situations { listed[situation, default: []].insert(index) }
      }
    }
    var verdict = Verdict()
    for situation in flow.situations {
      guard let asked = states(of: value, flow, situation) else { return nil }
      let known = listed[situation] ?? []
      if !asked.isDisjoint(with: known) { verdict.holds.insert(situation) }
      if !asked.isSubset(of: known) { verdict.fails.insert(situation) }
    }
    return verdict
  }

  /// The possible states of a value; `nil` if the code does not show them.
  private func states(
    of value: BodyOutline.Value, _ flow: MachineFlow, _ situation: MachineFlow.Situation
  ) -> Set<Int>? {
    var values = [value]
    if case .name(let name) = value.form {
      switch flow.role(of: name) {
      case .state: return [situation.state]
      case .event: return isTargeted ? [situation.event] : nil
      case .values(let known): values = known
      case .companion, .member, .boolean, .truth, nil: return nil
      }
    }
    let states = values.map { $0.text.caseName.flatMap { index(ofState: $0) } }
    return states.contains(nil) ? nil : Set(states.compactMap(\.self))
  }

  /// The results of a property or method of the own type or of the state, with the reader there;
  /// `nil` if they are unknown.
  func results(
    of question: Question, _ flow: MachineFlow
  ) -> (reader: MachineReader, results: [Result])? {
    let isOwn = [nil, "self", "Self", scope.name].contains(question.base)
    guard isOwn || flow.role(of: question.base ?? "") == .state else { return nil }
    let type = isOwn ? scope : holder.stateType
    let labels = question.arguments.map { $0.label ?? "_" }
    let member = type.members(named: question.name).first { member in
      question.isCall ? member.signature?.labels == labels : member.property != nil
    }
    guard let member, mayEnter(member) else { return nil }
    var reader = self
    (reader.results, reader.withoutResult) = ([], [])
    reader.budget = min(budget, 1000)
    reader.entered.append(member.fullName)
    (reader.scope, reader.subject) = (type, isOwn ? subject : "self")
    var inner = flow
    inner.conditions = []
    inner.names = member.isStatic ? LocalNames() : reader.ownNames
    for (name, meaning) in bindings(of: member, question.arguments, in: flow) {
      inner.names.bind(name, to: meaning)
    }
    let outcome = reader.follow(member.body.withoutSends.steps[...], inner)
    reader.withoutResult.formUnion(outcome.next?.situations ?? [])
    return reader.budget > 0 ? (reader, reader.results) : nil
  }
}

extension String {
  /// The parts of a condition that must all hold.
  fileprivate var conjuncts: [String] {
    if contains(" ? ") || parts(separatedBy: [" || "]).count > 1 { return [self] }
    return parts(separatedBy: [", ", " && "])
  }

  /// The parts between separators that are not in parentheses.
  fileprivate func parts(separatedBy separators: [String]) -> [String] {
    var parts: [Substring] = []
    var (start, depth) = (startIndex, 0)
    for index in indices {
      if "([{".contains(self[index]) { depth += 1 }
      if ")]}".contains(self[index]) { depth -= 1 }
      guard depth == 0, index >= start else { continue }
      for separator in separators where self[index...].hasPrefix(separator) {
        parts.append(self[start..<index])
        start = self.index(index, offsetBy: separator.count)
      }
    }
    parts.append(self[start...])
    return parts.map(String.init)
  }
}
