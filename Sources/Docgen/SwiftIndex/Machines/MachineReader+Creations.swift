import Diagnostics

/// New values that replace the entire structure: `self = Player()`, `player = Player(volume: 3)`.
extension MachineReader {
  /// Whether an assignment to `self` replaces the property's structure.
  var isReplaceable: Bool {
    holder.holder.kind == .struct && holder.property != "self"
      && scope.nameLocation == holder.holder.nameLocation
  }

  /// The structure becomes one of the values. Observers of its properties do not run.
  mutating func replace(
    with values: [BodyOutline.Value], _ flow: MachineFlow, at location: SourceLocation
  ) -> MachineFlow {
    var ends: [MachineFlow?] = []
    for value in values {
      guard let states = initialStates(of: value) else { return anything(flow, at: location) }
      for state in states.sorted() { ends.append(step(flow, to: state, at: location)) }
    }
    return MachineFlow.joined(ends) ?? flow
  }

  /// Adds that an owner of the structure may replace it by a new one in any state. A copy that it
  /// assigns is another machine.
  mutating func readReplacements() {
    if !isReplaceable { return }
    for (property, positions) in machineIndex.storages(of: holder.holder) {
      for type in positions.sorted().map(code.type(at:)) {
        readReplacements(of: property, in: type)
      }
    }
  }

  private mutating func readReplacements(of property: String, in type: TypeDeclaration) {
    for member in type.members where member.enumCase == nil && !member.isInitializer {
      for assignment in member.body.assignments
      where assignment.target.split(separator: ".").last.map(String.init) == property {
        let states = assignment.values.compactMap(initialStates).reduce(into: Set()) {
          $0.formUnion($1)
        }
        trigger = "\(type.name).\(member.name)"
        for state in states.sorted() {
          recordPossible(from: Set(stateRange), to: state, at: assignment.location)
        }
      }
    }
  }

  /// The states of a new value: `Player()`, `Self(state: .idle)`, `.init()`. `nil` for another
  /// expression, or if the code does not show the states.
  private func initialStates(of value: BodyOutline.Value) -> Set<Int>? {
    let text = value.text.hasPrefix(".init(") ? "Self" + value.text : value.text
    guard let question = Question(text[...]), question.isCall else { return nil }
    let path = [question.base, question.name == "init" ? nil : question.name].compactMap(\.self)
    guard path.joined(separator: ".").isName(of: holder.holder) else { return nil }
    let labels = question.arguments.map { $0.label ?? "_" }
    let initializer = holder.holder.initializers.first { initializer in
      initializer.signature.map { InitializerForm($0).accepts(labels) } == true
    }
    if let initializer {
      return places(after: initializer, question.arguments).map { Set($0.map(\.state)) }
    }
    if let given = question.arguments.first(where: { $0.label == holder.property }) {
      guard case .member(let name) = given.value.form else { return nil }
      return index(ofState: name).map { [$0] }
    }
    return machine.initial.flatMap(index(ofState:)).map { [$0] }
  }

  /// The states at the end of an initializer; `nil` if the code does not show them.
  func places(
    after initializer: Member, _ arguments: [BodyOutline.Argument]
  ) -> Set<MachineFlow.Situation.Place>? {
    // Another initializer that it calls may assign anything.
    if initializer.body.calls.contains(where: { $0.name == "init" }) { return nil }
    var reader = self
    (reader.entered, reader.observer, reader.events) = ([initializer.fullName], nil, [])
    reader.budget = min(budget, 1000)
    // Swift makes an initializer assign each property that has no initial value.
    let initial = machine.initial.flatMap(index(ofState:))
    let start = allPlaces.filter { initial == nil || $0.state == initial }
    var flow = MachineFlow(
      situations: Set(start.map { MachineFlow.Situation(at: $0) }), names: ownNames)
    for parameter in initializer.signature?.parameters ?? [] {
      guard let name = parameter.name else { continue }
      let value = parameter.defaultValue.map {
        BodyOutline.Value(form: $0.valueForm, text: $0, location: parameter.location)
      }
      flow.names.bind(name, to: value.map { .values([$0]) })
    }
    for (name, binding) in bindings(of: initializer, arguments, in: flow) {
      flow.names.bind(name, to: binding)
    }
    let outcome = reader.follow(initializer.body.withoutSends.steps[...], flow)
    guard reader.budget > 0, let end = outcome.joined(with: [.body]) else { return nil }
    return Set(end.situations.map(\.place))
  }
}

/// Methods of the enum that change the property: `state.transition(event)`.
extension MachineReader {
  mutating func findChangers() {
    if holder.property == "self" { return }
    scope = holder.stateType
    findChanging { $0 == "self" }
    changers = Set(
      scope.methods.filter { $0.isMutating && mayChange($0) }.map(\.name))
    scope = holder.holder
    if changers.isEmpty { return }
    let members = scope.members.filter { $0.enumCase == nil }
    var found = members.filter { $0.body.sends.contains(where: mayChangeState) }
    while !found.isEmpty {
      callersOfChangers.formUnion(found.map(\.name))
      found = members.filter { [callersOfChangers] member in
        !callersOfChangers.contains(member.name)
          && !member.summary.called.isDisjoint(with: callersOfChangers)
      }
    }
  }

  /// The flow after such a call: the state may be any. `readMethodsOfState` has read the transitions.
  func withAnyState(_ flow: MachineFlow) -> MachineFlow {
    var flow = flow
    flow.situations = Set(
      stateRange.flatMap { state in flow.situations.mapped { $0.state = state } })
    return flow
  }

  /// Follows these methods from every state.
  mutating func readMethodsOfState() {
    if changers.isEmpty { return }
    scope = holder.stateType
    readMethods { $0 == "self" }
    (scope, subject) = (holder.holder, holder.property)
  }

  /// Whether a call changes the property.
  func mayChangeState(_ send: BodyOutline.Send) -> Bool {
    changers.contains(send.name) && send.base.map { isStorage($0.withoutSelf) } == true
  }
}

extension String {
  /// Whether this means a type inside of itself, or by the end of its qualified name.
  fileprivate func isName(of type: TypeDeclaration) -> Bool {
    self == "Self" || type.qualifiedName == self || type.qualifiedName.hasSuffix("." + self)
  }
}
