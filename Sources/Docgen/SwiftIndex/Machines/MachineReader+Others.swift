import Diagnostics

/// Assignments to the property in other types.
extension MachineReader {
  /// Reads the assignments in other types, from any state.
  ///
  /// Only the property's name and the case identify the property, so types with a property of the
  /// same name are left out.
  mutating func readOthers() {
    guard let property = holder.holder.property(named: holder.property).first else { return }
    let access = min(property.property?.setterAccess ?? .open, property.access)
    let isBound = property.attributes.contains { Self.bindings.contains($0.name) }
    machine.isSealed = access <= .internal && !isBound
    if access == .private || holder.property == "self" { return }
    let own = (machineIndex.variables(of: holder.stateType) ?? []).map(\.holder.nameLocation)
    let suffix = "." + holder.property
    readSubclasses()
    let assigning = machineIndex.types(assigningToOthers: holder.property, in: code)
    for type in assigning where !own.contains(type.nameLocation) {
      scope = type
      readMethods { $0.hasSuffix(suffix) }
      let isOther = type.storedProperties.contains { $0.name == holder.property }
      if isOther || changing.isEmpty { continue }
      for member in type.members where subject(in: member) == nil { readOther(member, of: type) }
    }
  }

  private mutating func readOther(_ member: Member, of type: TypeDeclaration) {
    let suffix = "." + holder.property
    let assignments = member.body.assignments.filter { assignment in
      assignment.target.hasSuffix(suffix) && assignment.target.withoutSelf != holder.property
        && assignment.values.allSatisfy {
          if case .member(let name) = $0.form { index(ofState: name) != nil } else { false }
        }
    }
    if assignments.isEmpty { return }
    for assignment in assignments { readUnseen(assignment, in: member, of: type) }
  }

  /// Reads the assignments in subclasses to the inherited property, from any state.
  private mutating func readSubclasses() {
    guard holder.holder.kind == .class else { return }
    let assigning = machineIndex.types(assigningToOwn: holder.property, in: code)
    for type in assigning where isSubclass(type) {
      let found = type.members.filter { !$0.isInitializer }.flatMap { member in
        member.body.assignments.filter { $0.target.withoutSelf == holder.property }
          .map { (member, $0) }
      }
      scope = type
      for (member, assignment) in found { readUnseen(assignment, in: member, of: type) }
    }
    scope = holder.holder
  }

  private func isSubclass(_ type: TypeDeclaration) -> Bool {
    type.nameLocation != holder.holder.nameLocation
      && code.ancestry(of: type).contains { $0.nameLocation == holder.holder.nameLocation }
  }

  /// Reads one assignment without the code around it.
  private mutating func readUnseen(
    _ assignment: BodyOutline.Assignment, in member: Member, of type: TypeDeclaration
  ) {
    trigger = "\(type.name).\(member.name)"
    (events, isTargeted, entered) = ([], false, [member.fullName])
    let situations = stateRange.map {
      MachineFlow.Situation(seen: $0, state: $0, event: MachineFlow.Situation.none)
    }
    _ = assign(
      assignment.values, MachineFlow(situations: Set(situations), isExact: false),
      at: assignment.location)
  }

  /// Property wrappers that pass a binding to other types.
  private static let bindings: Set<String> = [
    "State", "Binding", "SceneStorage", "AppStorage", "FocusState", "Bindable",
  ]
}
