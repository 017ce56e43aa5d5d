/// Another enum that a structure changes together with its state:
///
///     private(set) var state: State
///     private(set) var step: Step?
///
/// Only some pairs of both values occur: a player that is idle has no step. The reader finds them by
/// following all methods from the pairs after initializers until it finds no new ones, and then
/// starts each method from those pairs. In classes and actors other code may run in between, so
/// only structures have a companion.
extension MachineReader {
  /// The property, and the pairs that are reached.
  struct Companion {
    var property: String
    /// The cases, and `none` if the property is optional.
    var values: [String]
    var reached: Set<MachineFlow.Situation.Place> = []
    /// Whether states that no method reaches are left out.
    var isGrowing = true
  }

  /// The product of states and companion's values is followed up to this size.
  private static let mostPlaces = 64

  /// Every state with every value of the companion.
  var allPlaces: [MachineFlow.Situation.Place] {
    let values = companion?.values.indices ?? MachineFlow.Situation.none..<0
    return stateRange.flatMap { state in values.map { .init(state: state, companion: $0) } }
  }

  /// The places in which a method can be called.
  var startPlaces: [MachineFlow.Situation.Place] {
    guard let companion else { return allPlaces }
    let states = Set(companion.reached.map(\.state))
    return allPlaces.filter { place in
      companion.reached.contains(place)
        || (!companion.isGrowing && !states.contains(place.state))
    }
  }

  /// The names of the property and its companion in a method of the scope.
  var ownNames: LocalNames {
    var names = LocalNames(state: subject)
    if let companion { names.set(companion.property, to: .companion) }
    return names
  }

  /// Finds a companion and the pairs that are reached.
  mutating func findCompanion() {
    guard let candidate = companionCandidate() else { return }
    var reader = self
    reader.companion = candidate
    let initializers = holder.holder.initializers.filter { initializer in
      !initializer.body.calls.contains { $0.name == "init" }
    }
    if initializers.isEmpty { return }
    for initializer in initializers {
      guard let places = reader.places(after: initializer, []) else { return }
      reader.companion?.reached.formUnion(places)
    }
    var known: Set<MachineFlow.Situation.Place>
    repeat {
      known = reader.companion?.reached ?? []
      var round = reader
      round.readOwnMethods()
      guard round.machine.unknownTargets.isEmpty, round.budget > 0 else { return }
      reader.companion?.reached.formUnion(round.companion?.reached ?? [])
    } while reader.companion?.reached != known
    companion = reader.companion
    companion?.isGrowing = false
  }

  /// The only other enum that the methods of the structure assign, if no other code can.
  private func companionCandidate() -> Companion? {
    let type = holder.holder
    guard isReplaceable, isPrivate(holder.property),
      !["Codable", "Decodable"].contains(where: type.inherits)
    else { return nil }
    let members = type.members.filter { $0.enumCase == nil && !$0.isInitializer }
    let targets = members.reduce(into: Set<String>()) { $0.formUnion($1.summary.targets) }
    let passed = members.reduce(into: Set<String>()) { $0.formUnion($1.summary.passed) }
    guard !targets.union(passed).contains("self") else { return nil }
    let candidates = code.enumVariables(of: type).filter { candidate in
      candidate.property != holder.property && targets.contains(candidate.property)
        && !passed.contains(candidate.property) && isPrivate(candidate.property)
        && !isAssignedInside(candidate.property)
    }
    guard candidates.count == 1, let found = candidates.first else { return nil }
    let property = type.property(named: found.property).first?.property
    var values = found.stateType.cases.map(\.name)
    if case .optional? = property?.type?.structure { values.append(BodyOutline.Value.none) }
    guard values.count * machine.states.count <= Self.mostPlaces else { return nil }
    return Companion(property: found.property, values: values)
  }

  /// Whether a nested type, which can reach private members, assigns to the property.
  private func isAssignedInside(_ name: String) -> Bool {
    machineIndex.types(assigningToOthers: name, in: code).contains { type in
      type.qualifiedName.hasPrefix(holder.holder.qualifiedName + ".")
    }
  }

  private func isPrivate(_ name: String) -> Bool {
    guard let member = holder.holder.property(named: name).first,
      member.property?.observers.isEmpty == true
    else { return false }
    return min(member.property?.setterAccess ?? .open, member.access) == .private
  }

  /// Whether an assignment changes the companion, and not a local name.
  func isCompanion(_ target: String, _ flow: MachineFlow) -> Bool {
    guard let companion, target.withoutSelf == companion.property,
      scope.nameLocation == holder.holder.nameLocation
    else { return false }
    return target != companion.property || flow.role(of: target) == .companion
  }

  /// The companion gets one of the values.
  func setCompanion(to values: [BodyOutline.Value], _ flow: MachineFlow) -> MachineFlow {
    let all = Array((companion?.values ?? []).indices)
    let indices = Set(values.flatMap { self.values(of: $0, flow) ?? all })
    var flow = flow
    flow.situations = Set(
      indices.flatMap { index in flow.situations.mapped { $0.companion = index } })
    return flow
  }

  /// The companion's possible values after an assignment; `nil` if the code does not show them.
  private func values(of value: BodyOutline.Value, _ flow: MachineFlow) -> [Int]? {
    if case .name(let name) = value.form {
      if case .member(let known, _)? = flow.role(of: name) {
        return companion?.values.firstIndex(of: known).map { [$0] }
      }
      guard case .values(let values)? = flow.role(of: name) else { return nil }
      let found = values.map { $0.memberName.flatMap { companion?.values.firstIndex(of: $0) } }
      return found.contains(nil) ? nil : found.compactMap(\.self)
    }
    return value.memberName.flatMap { companion?.values.firstIndex(of: $0) }.map { [$0] }
  }
}

extension Set<MachineFlow.Situation> {
  /// Each situation after a change.
  func mapped(_ change: (inout MachineFlow.Situation) -> Void) -> Self {
    Set(
      map { situation in
        var situation = situation
        change(&situation)
        return situation
      })
  }
}
