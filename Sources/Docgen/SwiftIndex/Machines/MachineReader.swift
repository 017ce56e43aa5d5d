import Diagnostics

/// Follows the methods that assign to a property, from every state that it may have.
///
/// An abstract interpretation over sets of states (Cousot and Cousot, 1977): branches are joined,
/// loops are followed until the set of states is stable, and calls of the type's own methods are
/// entered.
///
/// Syntax cannot evaluate conditions, and the code of a checkout must not be run. The result
/// therefore has every transition that can happen, and may have more: two branches are followed
/// even if their conditions exclude each other.
///
/// Cost: the steps of each followed body times the states and events that are possible there. Three
/// limits bound it: 10,000 bodies (`budget`), calls of depth 12, and 20,000 pairs of a state and an
/// event, above which a method is not read. When the budget is used up, every transition counts as
/// possible, so that none is excluded by mistake.
struct MachineReader {
  let code: CodeModel
  let holder: MachineHolder
  let machineIndex: MachineIndex
  private let stateIndex: [String: Int]
  var machine: SourceMachine

  /// The type whose methods are followed, and their name for the property: `state`, or
  /// `state.phase` if they get its holder as a parameter.
  var scope: TypeDeclaration
  var subject: String
  /// The method that is being followed, and the methods that it has entered.
  var entered: [String] = []
  /// The event's cases; empty if the method has no event.
  var events: [String] = []
  /// Whether the event is the next state: `func go(to next: State)`.
  var isTargeted = false
  var trigger = ""
  /// The values that the entered methods return, with the flow there.
  var results: [Result] = []
  /// The last call that was entered, with its results.
  var lastCall: (call: BodyOutline.Call, results: [Result])?
  private var edgeIndex: [SourceMachine.Step: Int] = [:]
  /// The number of bodies that may still be followed. Methods that call one another, and nested
  /// loops, are followed repeatedly, so the number of methods is not a bound.
  var budget = 10_000
  /// The methods of the type that assign to the property, or call one that does.
  private(set) var changing: Set<String> = []
  /// The observer of the property, if it assigns again.
  var observer: Member?
  /// Another enum of the structure that changes together with the state.
  var companion: Companion?
  /// The conditions that the machine declares for the event of the method that is followed.
  var outcomes: [Outcome] = []
  /// The names of the enum's own methods that change it: `state.transition(event)`.
  var changers: Set<String> = []
  /// The names of the type's methods that call one of them.
  var callersOfChangers: Set<String> = []
  /// The situations in which the entered methods return `nil` or no value.
  var withoutResult: Set<MachineFlow.Situation> = []

  /// Whether the state can change while a method waits.
  var isShared: Bool { holder.holder.kind == .class || holder.holder.kind == .actor }
  var stateRange: Range<Int> { machine.states.indices }

  /// A value that a method returns.
  struct Result {
    var value: BodyOutline.Value
    var flow: MachineFlow
    /// The results of the method that the value calls; `nil` if it was not entered.
    var entered: [Result]?
  }

  init(_ holder: MachineHolder, in code: CodeModel) {
    (self.code, self.holder, self.machineIndex) = (code, holder, code.machineIndex)
    (scope, subject) = (holder.holder, holder.property)
    let states = holder.stateType.cases.map(\.name)
    stateIndex = Dictionary(
      zip(states, states.indices), uniquingKeysWith: { first, _ in first })
    machine = SourceMachine(
      holder: holder.holder, property: holder.property, stateType: holder.stateType,
      states: states, triggers: [], initial: nil, edges: [], unknownTargets: [], isSealed: true)
  }

  func index(ofState name: String) -> Int? { stateIndex[name] }

  // MARK: - Methods

  mutating func read() {
    if let function = holder.function {
      read(function)
      return sortEdges()
    }
    readInitial()
    findChangers()
    findObserver()
    findCompanion()
    readOwnMethods()
    readMethodsOfState()
    readReplacements()
    readOthers()
    sortEdges()
  }

  mutating func readOwnMethods() {
    readMethods { [holder, companion] in $0 == holder.property || $0 == companion?.property }
  }

  /// Follows the methods of the scope that change the state and that other code can call.
  mutating func readMethods(where assigns: (String) -> Bool) {
    findChanging(where: assigns)
    if changing.isEmpty { return }
    let members = scope.members.filter { $0.enumCase == nil && !$0.isInitializer }
    let called = members.reduce(into: Set<String>()) { $0.formUnion($1.summary.called) }
    for member in members where changing.contains(member.fullName) {
      // A method that other code cannot call is followed at its calls.
      let isHelper = member.access <= .fileprivate && called.contains(member.name)
      let isObserver = observer != nil && member.nameLocation == observer?.nameLocation
      guard !isHelper, !isObserver, let subject = subject(in: member) else { continue }
      self.subject = subject
      read(member)
    }
  }

  /// Finds the property's `didSet` if it assigns to the property.
  private mutating func findObserver() {
    guard let member = holder.holder.property(named: holder.property).first,
      member.property?.observers.contains(where: { $0.name == "didSet" }) == true
    else { return }
    findChanging { [holder] in $0 == holder.property }
    if changing.contains(member.fullName) { observer = member }
  }

  /// The name of the property in a method of the scope; `nil` if the method cannot reach it.
  func subject(in member: Member) -> String? {
    if scope.nameLocation == holder.stateType.nameLocation { return "self" }
    if scope.nameLocation == holder.holder.nameLocation { return holder.property }
    for parameter in member.signature?.parameters ?? [] {
      guard let name = parameter.name, let type = parameter.type?.dottedName else { continue }
      let found = code.types(named: type, inside: scope.qualifiedName, module: scope.module).first
      if found?.nameLocation == holder.holder.nameLocation { return "\(name).\(holder.property)" }
    }
    // A closure gets the state without its type, as in `lock.withLock { $0.phase = .done }`; so
    // does the closure of a reducer.
    guard holder.holder.outerName == scope.qualifiedName else { return nil }
    let targets = member.body.assignments.map(\.target.withoutSelf)
    return targets.first { $0.hasSuffix("." + holder.property) } ?? "state.\(holder.property)"
  }

  /// Whether a name means the property, and not a copy of its value.
  func isStorage(_ name: String) -> Bool {
    name == subject || (subject.contains(".") && name.hasSuffix("." + holder.property))
  }

  /// Sorts by the declarations of states and events, then by the order in the code.
  private mutating func sortEdges() {
    let triggers = Dictionary(
      machine.triggers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    machine.edges = machine.edges.enumerated().sorted { left, right in
      func key(_ item: (offset: Int, element: SourceMachine.Edge)) -> [Int] {
        let step = item.element.step
        return [index(ofState: step.from) ?? 0, triggers[step.trigger] ?? 0, item.offset]
      }
      return key(left).lexicographicallyPrecedes(key(right))
    }.map(\.element)
  }

  /// Finds the methods of the scope that change the property: they assign to a target that `assigns`
  /// accepts, pass it `inout`, or call such a method.
  mutating func findChanging(where assigns: (String) -> Bool) {
    let members = scope.members.filter { $0.enumCase == nil }
    changing = []
    for member in members {
      let body = member.summary
      let isReplaced =
        isReplaceable && (body.targets.contains("self") || body.passed.contains("self"))
      if isReplaced || body.passed.contains(holder.property)
        || body.targets.contains(where: assigns)
        || (holder.property == "self" && returnsState(member))
      {
        changing.insert(member.fullName)
      }
    }
    if changing.isEmpty { return }
    var callers: [String: [Member]] = [:]
    for member in members {
      for name in member.summary.called { callers[name, default: []].append(member) }
    }
    var names = members.filter { changing.contains($0.fullName) }.map(\.name)
    while let name = names.popLast() {
      for caller in callers.removeValue(forKey: name) ?? []
      where changing.insert(caller.fullName).inserted {
        names.append(caller.name)
      }
    }
  }

  func returnsState(_ member: Member) -> Bool {
    let result = member.signature?.result ?? member.property?.type
    guard let name = result?.dottedName else { return false }
    if name == "Self" { return holder.property == "self" }
    return code.enumType(named: name, inside: holder.holder)?.nameLocation
      == holder.stateType.nameLocation
  }

  /// Reads the initial value, or the only one that the initializers assign.
  private mutating func readInitial() {
    let property = holder.holder.property(named: holder.property).first
    if let text = property?.property?.initialValue, let dot = text.lastIndex(of: ".") {
      let name = text[text.index(after: dot)...].prefix { $0 != "(" }
      if index(ofState: String(name)) != nil { machine.initial = String(name) }
    }
    guard machine.initial == nil else { return }
    let assigned = holder.holder.initializers.flatMap(\.body.assignments)
      .filter { $0.target.withoutSelf == holder.property }.flatMap(\.values)
    let names = Set(assigned.compactMap(\.memberName)).filter { index(ofState: $0) != nil }
    if names.count == 1 { machine.initial = names.first }
  }

  private mutating func read(_ member: Member) {
    trigger = member.name
    (events, isTargeted) = ([], false)
    var flow = MachineFlow(situations: [], names: ownNames)
    for target in member.body.assignments.map(\.target.withoutSelf) where isStorage(target) {
      flow.names.set(target, to: .state)
    }
    var parameters = (member.signature?.parameters ?? []).map { ($0.name, $0.type?.dottedName) }
    // The closure of a reducer gets the action without its type.
    if subject == "state.\(holder.property)", !parameters.contains(where: { $0.0 == "action" }) {
      parameters.append(("action", "Action"))
    }
    for case (let name?, let type) in parameters {
      if holder.function != nil, name == subject { continue }
      flow.names.bind(name, to: nil)
      guard events.isEmpty, let type, let declared = code.enumType(named: type, inside: scope)
      else { continue }
      events = declared.cases.map(\.name)
      isTargeted = declared.nameLocation == holder.stateType.nameLocation
      flow.names.bind(name, to: .event)
    }
    let all = events.isEmpty ? [MachineFlow.Situation.none] : Array(events.indices)
    let situations = startPlaces.flatMap { place in
      all.map { MachineFlow.Situation(at: place, event: $0) }
    }
    // Machines of this size are generated code.
    if situations.count > 20_000 { return }
    entered = [member.fullName]
    results = []
    flow.situations = Set(situations)
    splitByOutcome(&flow)
    let outcome = follow(steps(of: member), flow)
    let end = outcome.joined(with: [.body, .throwing])
    companion?.reached.formUnion((end?.situations ?? []).map(\.place))
    for (arrival, handler) in end?.handlers ?? [:] where arrival.event != MachineFlow.Situation.none
    {
      keep(handler, of: arrival)
    }
    readResponses(situations)
    if holder.property == "self" || holder.function != nil, returnsState(member) {
      let found = results
      for result in found { _ = assign([result.value], result.flow, at: result.value.location) }
    }
  }

  /// The method of the scope or the free function that a call enters; `nil` if neither exists.
  func changingMethod(_ call: BodyOutline.Call) -> Member? {
    guard [nil, "self", "Self"].contains(call.base) else { return nil }
    var named = scope.methods(named: call.name)
    if named.isEmpty, call.base == nil {
      named = code.globals(named: call.name).filter { $0.signature != nil }
    }
    let labels = call.arguments.map { $0.label ?? "_" }
    return named.first { $0.signature?.labels == labels }
      ?? named.first { ($0.signature?.parameters.count ?? 0) >= labels.count }
  }

  /// Whether a method can be followed from here: not within itself, and not too deep.
  func mayEnter(_ method: Member) -> Bool {
    budget > 0 && entered.count < 12 && !entered.contains(method.fullName)
  }

  func mayChange(_ member: Member) -> Bool { changing.contains(member.fullName) }

  /// The conditions as one text, as many as fit into a label; `nil` without conditions.
  private static func title(of conditions: [String]) -> String? {
    var all = conditions.lazy.filter { !isUnwrapping($0) }.map(\.conditionTitle).makeIterator()
    guard var text = all.next() else { return nil }
    while text.last != "…", let next = all.next() {
      let isShort = text.utf8.count + next.utf8.count <= longestLabel
      text += " && " + (isShort ? next : "…")
    }
    return text.count > longestLabel + 5 ? text.prefix(longestLabel - 1) + "…" : text
  }

  private static let longestLabel = 60

  /// Whether a condition only asks whether the object still exists.
  private static func isUnwrapping(_ condition: String) -> Bool {
    condition == "let self" || (condition.hasPrefix("let ") && condition.hasSuffix(" = self"))
  }

  // MARK: - Transitions of the machine

  mutating func record(_ flow: MachineFlow, to target: Int, at location: SourceLocation) {
    let condition = Self.title(of: flow.conditions)
    let byEvent = Dictionary(grouping: flow.situations, by: \.event)
    let isAnyEvent = byEvent.count == events.count
    for event in byEvent.keys.sorted() {
      let name =
        event == MachineFlow.Situation.none || isTargeted || (isAnyEvent && events.count > 1)
        ? trigger : events[event]
      let situations = byEvent[event] ?? []
      for arrival in Set(situations.map(\.arrival)) where event != MachineFlow.Situation.none {
        if let handler = flow.handlers[arrival] { keep(handler, of: arrival, to: target) }
      }
      let sources = Set(situations.map(\.state))
      let isAny = sources.count == machine.states.count && sources.count > 1
      for source in sources.sorted() where !(isAny && source == target) {
        let arriving = situations.filter { $0.state == source }
        for declared in Set(arriving.map(self.condition)).sorted(by: { $0 ?? "" < $1 ?? "" }) {
          add(
            SourceMachine.Step(
              from: machine.states[source], trigger: name, condition: declared ?? condition,
              to: machine.states[target]),
            flow.isExact && !isAny ? .exact : .likely, isConditional: condition != nil,
            at: location)
        }
      }
      var possible = Set(situations.map(\.seen))
      if !flow.isExact { possible.formUnion(stateRange) }
      for source in possible.subtracting(sources).sorted() where source != target {
        add(
          SourceMachine.Step(
            from: machine.states[source], trigger: name, condition: condition,
            to: machine.states[target]), .possible, at: location)
      }
    }
  }

  private mutating func keep(
    _ handler: MachineFlow.Handler, of arrival: MachineFlow.Situation, to target: Int? = nil
  ) {
    let key =
      [machine.states[arrival.seen], events[arrival.event]]
      + (target.map { [machine.states[$0]] } ?? [])
    if machine.handlers[key] == nil { machine.handlers[key] = handler.location }
  }

  private mutating func add(
    _ step: SourceMachine.Step, _ certainty: SourceMachine.Certainty,
    isConditional: Bool = true, at location: SourceLocation
  ) {
    if !machine.triggers.contains(step.trigger) { machine.triggers.append(step.trigger) }
    guard let known = edgeIndex[step] else {
      edgeIndex[step] = machine.edges.count
      machine.edges.append(
        .init(
          step: step, certainty: certainty, location: location, isConditional: isConditional))
      return
    }
    if !isConditional { machine.edges[known].isConditional = false }
    machine.edges[known].certainty = max(machine.edges[known].certainty, certainty)
  }

  /// Records that any state may follow any other, because the code is too large to be followed.
  mutating func recordEverything() {
    let situations = stateRange.map {
      MachineFlow.Situation(seen: $0, state: $0, event: MachineFlow.Situation.none)
    }
    recordUnknown(
      MachineFlow(situations: Set(situations)), at: holder.holder.nameLocation)
  }

  /// Records an assignment whose value the code does not show: any state may follow.
  mutating func recordUnknown(_ flow: MachineFlow, at location: SourceLocation) {
    if !machine.unknownTargets.contains(location) { machine.unknownTargets.append(location) }
    let sources = Set(flow.situations.map(\.state))
    for target in stateRange { recordPossible(from: sources, to: target, at: location) }
  }

  mutating func recordPossible(
    from sources: Set<Int>, to target: Int, at location: SourceLocation
  ) {
    for source in sources.sorted() where source != target {
      add(
        SourceMachine.Step(
          from: machine.states[source], trigger: trigger, to: machine.states[target]),
        .possible, at: location)
    }
  }
}
