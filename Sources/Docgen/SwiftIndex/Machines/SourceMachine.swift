package import Diagnostics

/// A state machine read from the sources: an enum, the property that holds it, and all code that
/// assigns to that property.
///
/// Each method is followed from every state that the property may have there, so the machine has at
/// least the transitions that can happen: if the conditions of two branches exclude each other,
/// both are followed, and after an `await` any state is possible.
package struct SourceMachine: Sendable {
  /// The certainty that a transition can happen.
  package enum Certainty: Int, Comparable, Sendable {
    /// It cannot be excluded: other code may have changed the state in an `await`, or two
    /// assignments follow one another.
    case possible
    /// The code does not compare the state before it assigns the next one, or not since an `await`.
    case likely
    /// The code compares the state before it assigns the next one.
    case exact

    package static func < (left: Certainty, right: Certainty) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  package struct Step: Hashable, Sendable {
    package var from: String
    /// The case of the event, or the method if it has no event.
    package var trigger: String
    /// The condition that the machine declares, or the other conditions, as in the code.
    package var condition: String?
    package var to: String
  }

  package struct Edge: Sendable {
    package var step: Step
    package var certainty: Certainty
    /// The location of the assignment.
    package var location: SourceLocation
    /// Whether the code has other conditions, too.
    package var isConditional: Bool
  }

  /// The next state, and the cases that the method returns then.
  package struct Response: Hashable, Sendable {
    /// The condition that the machine declares for it.
    package var condition: String?
    package var to: String
    package var effects: [String]

    package init(condition: String? = nil, to next: String, effects: [String]) {
      (self.condition, to, self.effects) = (condition, next, effects)
    }
  }

  /// The type that holds the state, and the property; the enum itself and `self` if its own methods
  /// change it.
  package var holder: TypeDeclaration
  package var property: String
  package var stateType: TypeDeclaration
  /// In the order of their declaration.
  package var states: [String]
  /// The triggers, in the order of the code.
  package var triggers: [String]
  /// `nil` if the code does not show it.
  package var initial: String?
  package var edges: [Edge]
  /// The responses to an event in a state, by both names; `nil` if the code does not show all of
  /// them.
  package var responses: [[String]: Set<Response>?] = [:]
  /// The innermost pattern that handles an event in a state, by both names, and by those with the
  /// next state's, since conditions may choose between patterns.
  package var handlers: [[String]: SourceLocation] = [:]
  /// Assignments of values that the code does not show.
  package var unknownTargets: [SourceLocation]
  /// The cases that may be returned if an event leads from one state to another; `nil` if the code
  /// does not show them.
  package func effects(of event: String, in state: String, to next: String) -> Set<String>? {
    guard let responses = responses[[state, event]] ?? nil else { return nil }
    let fitting = responses.filter { $0.to == next }
    return Set((fitting.isEmpty ? responses : fitting).flatMap(\.effects))
  }

  /// Whether only the followed code can assign to the property. With a binding such as that of
  /// `@State`, other code can.
  package var isSealed: Bool
}

/// A property that holds an enum, or an enum whose own methods change it.
package struct MachineHolder: Sendable {
  package var holder: TypeDeclaration
  package var property: String
  package var stateType: TypeDeclaration
  /// The method that gets the state as a parameter, the property, and returns the next one.
  var function: Member?

  /// The name in documents: `Player.state`; that of an enum that changes itself: `Player.State`.
  package var name: String {
    let type = holder.qualifiedName
    if let function { return "\(type).\(function.name)" }
    return property == "self" ? type : "\(type).\(property)"
  }
}

extension CodeModel {
  /// The properties that a name means: `Player.state` itself; for a type, its properties that hold
  /// an enum; for an enum, the properties that hold it.
  package func machineHolders(named name: String) -> [MachineHolder] {
    if let dot = name.lastIndex(of: ".") {
      let property = String(name[name.index(after: dot)...])
      let found = types(named: String(name[..<dot])).flatMap { enumVariables(of: $0) }
        .filter { $0.property == property }
      if !found.isEmpty { return found }
      let functions = types(named: String(name[..<dot])).flatMap { nextFunctions(of: $0) }
        .filter { $0.function?.name == property }
      if !functions.isEmpty { return functions }
    }
    let named = types(named: name)
    let holders = named.filter { $0.kind != .enum }.flatMap { enumVariables(of: $0) }
    if !holders.isEmpty { return holders }
    return named.filter { $0.kind == .enum && !$0.cases.isEmpty }.flatMap { stateType in
      let own = MachineHolder(holder: stateType, property: "self", stateType: stateType)
      guard let variables = machineIndex.variables(of: stateType) else {
        return machineIndex.functions(of: stateType) ?? [own]
      }
      if variables.count == 1 { return variables }
      // A record of a state has a variable that nothing changes.
      let changing = variables.filter { !sourceMachine(of: $0).edges.isEmpty }
      return changing.isEmpty ? variables : changing
    }
  }

  var machineIndex: MachineIndex {
    machines.value { DependencyRecorder.ignoring { MachineIndex(self) } }
  }

  /// The methods of a type that get an enum of the project as a parameter and return it.
  func nextFunctions(of type: TypeDeclaration) -> [MachineHolder] {
    type.methods.compactMap { method in
      guard let result = method.signature?.result?.dottedName,
        let stateType = enumType(named: result, inside: type)
      else { return nil }
      let parameters = (method.signature?.parameters ?? []).filter { parameter in
        parameter.type?.dottedName.flatMap { enumType(named: $0, inside: type) }?.nameLocation
          == stateType.nameLocation
      }
      guard parameters.count == 1, let name = parameters[0].name else { return nil }
      return MachineHolder(holder: type, property: name, stateType: stateType, function: method)
    }
  }

  /// The stored variables of a type that hold an enum of the project.
  func enumVariables(of type: TypeDeclaration) -> [MachineHolder] {
    type.storedProperties.compactMap { member in
      guard let property = member.property, !property.isLet, !member.isStatic,
        let stateType = enumType(of: property, in: type)
      else { return nil }
      return MachineHolder(holder: type, property: member.name, stateType: stateType)
    }
  }

  private func enumType(of property: Property, in type: TypeDeclaration) -> TypeDeclaration? {
    var name = property.type.flatMap(\.dottedName)
    if property.type == nil, let value = property.initialValue, let dot = value.lastIndex(of: ".") {
      name = String(value[..<dot])
    }
    return name.flatMap { enumType(named: $0, inside: type) }
  }

  /// The enum with cases that a name means inside of a type, following aliases.
  func enumType(named name: String, inside type: TypeDeclaration) -> TypeDeclaration? {
    var found = types(named: name, inside: type.qualifiedName, module: type.module).first
    if let aliased = found?.aliased?.dottedName {
      found = types(named: aliased, inside: type.qualifiedName, module: type.module).first
    }
    guard let found, found.kind == .enum, !found.cases.isEmpty else { return nil }
    return found
  }

  /// Reads the machine that a property holds; its states alone if they exceed `Limit.machineStates`.
  package func sourceMachine(of holder: MachineHolder) -> SourceMachine {
    var reader = MachineReader(holder, in: self)
    if holder.stateType.cases.count <= Limit.machineStates.value { reader.read() }
    return reader.machine
  }
}

extension TypeReference {
  /// The name of a named type with its dots, optional or not.
  var dottedName: String? {
    switch structure {
    case .named(let name, _): name
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      type.dottedName
    default: nil
    }
  }
}
