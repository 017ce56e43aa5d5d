/// The lists of cases that a method returns: `return [.sendBatch, .recordSuccess]`.
extension MachineReader {
  /// A list that is returned, with the flow there.
  private typealias Returned = (names: [String], flow: MachineFlow)

  /// More lists than this are as good as unknown.
  private static let mostLists = 64

  /// Collects the results of a method for each event and state.
  mutating func readResponses(_ situations: [MachineFlow.Situation]) {
    if events.isEmpty || isTargeted { return }
    for situation in situations {
      let key = [machine.states[situation.seen], events[situation.event]]
      if machine.responses[key] == nil { machine.responses[key] = .some([]) }
    }
    for result in results {
      let lists = lists(of: result, depth: 0)
      for (names, flow) in lists ?? [([], result.flow)] {
        for situation in flow.situations where situation.event != MachineFlow.Situation.none {
          let key = [machine.states[situation.seen], events[situation.event]]
          let response = SourceMachine.Response(
            condition: condition(of: situation), to: machine.states[situation.state],
            effects: names)
          let known = machine.responses[key, default: []]
          machine.responses[key] = .some(lists == nil ? nil : known?.union([response]))
        }
      }
    }
  }

  /// The results of the call that was just entered, if the value is this call.
  func enteredResults(of value: BodyOutline.Value) -> [Result]? {
    guard case .call(let call) = value.form, let lastCall, lastCall.call == call else { return nil }
    return lastCall.results
  }

  /// The lists that a result can be, each with the flow there; `nil` if the code does not show them.
  private mutating func lists(of result: Result, depth: Int) -> [Returned]? {
    if let entered = result.entered {
      return all(entered) { reader, inner in reader.lists(of: inner, depth: depth) }
    }
    guard case .call(let call) = result.value.form else {
      return names(in: result.value, result.flow, depth: depth)?.map { ($0, result.flow) }
    }
    // A method that changes nothing was not entered.
    guard let method = changingMethod(call), !mayChange(method), mayEnter(method) else {
      return nil
    }
    let kept = results
    results = []
    _ = follow(method, call, in: result.flow)
    let inner = results
    results = kept
    entered.append(method.fullName)
    defer { entered.removeLast() }
    return all(inner) { reader, inner in reader.lists(of: inner, depth: depth) }
  }

  /// The cases in a value, in order; `nil` if the code does not show them.
  private func names(
    in value: BodyOutline.Value, _ flow: MachineFlow, depth: Int
  ) -> [[String]]? {
    guard depth < 8 else { return nil }
    func alternatives(_ values: [BodyOutline.Value]) -> [[String]]? {
      let found = values.map { names(in: $0, flow, depth: depth + 1) }
      return found.contains(nil) ? nil : found.flatMap { $0 ?? [] }
    }
    switch value.form {
    case .member(let name): return [[name]]
    case .list(let elements): return Self.product(elements.map(alternatives))
    case .joined(let lists):
      return Self.product(lists.map { names(in: $0, flow, depth: depth + 1) })
    case .name(let name):
      if case .member(let known, _)? = flow.role(of: name) { return [[known]] }
      guard case .values(let values)? = flow.role(of: name) else { return nil }
      return alternatives(values)
    case .call, .other: return nil
    }
  }

  /// Every combination of one list of each part.
  private static func product(_ parts: [[[String]]?]) -> [[String]]? {
    var lists: [[String]] = [[]]
    for part in parts {
      guard let part, part.count * lists.count <= mostLists else { return nil }
      lists = lists.flatMap { list in part.map { list + $0 } }
    }
    return lists
  }

  /// `nil` if one of the results is unknown.
  private mutating func all(
    _ results: [Result], _ lists: (inout MachineReader, Result) -> [Returned]?
  ) -> [Returned]? {
    var found: [Returned] = []
    for result in results {
      guard let next = lists(&self, result) else { return nil }
      found += next
    }
    return found
  }
}
