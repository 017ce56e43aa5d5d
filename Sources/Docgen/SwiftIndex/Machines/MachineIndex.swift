import Diagnostics

/// Facts about all types that the readers of state machines look up, gathered in one pass.
struct MachineIndex {
  /// The variables that hold an enum, by the location of the enum.
  private(set) var variables: [SourceLocation: [MachineHolder]] = [:]
  /// The functions from one value of an enum to the next, by the location of the enum.
  private(set) var functions: [SourceLocation: [MachineHolder]] = [:]
  /// By name of a property, the positions of the types that assign to it on another value, or pass it
  /// `inout`.
  private(set) var assigningToOthers: [String: [Int]] = [:]
  /// By name of a property, the positions of the classes that assign to it without a prefix.
  private(set) var assigningToOwn: [String: [Int]] = [:]

  /// The stored variables of a type, by its name, with the positions of the types that hold them.
  private(set) var storages: [String: [(owner: Int, property: String)]] = [:]

  /// The assignments and calls of each member, by the location of its name.
  private(set) var bodies: [SourceLocation: BodySummary] = [:]

  struct BodySummary {
    /// The assigned names, without `self`.
    var targets: Set<String> = []
    /// The names passed `inout`, without `self`.
    var passed: Set<String> = []
    /// The names of the called functions.
    var called: Set<String> = []

    init(_ body: BodyOutline) {
      targets = Set(body.assignments.map(\.target.withoutSelf))
      let calls = body.calls
      called = Set(calls.map(\.name))
      passed = Set(calls.flatMap(\.arguments).compactMap(\.value.text.passedName))
      passed.formUnion(body.sends.flatMap(\.passed).map(\.withoutSelf))
    }
  }

  init(_ code: CodeModel) {
    for (position, type) in code.types.enumerated() {
      if type.kind != .protocol {
        for holder in code.enumVariables(of: type) {
          variables[holder.stateType.nameLocation, default: []].append(holder)
        }
      }
      for holder in code.nextFunctions(of: type) {
        functions[holder.stateType.nameLocation, default: []].append(holder)
      }
      addAssignments(of: type, at: position)
      for member in type.storedProperties where member.property?.isLet == false {
        let value = member.property?.initialValue?.prefix { $0 != "(" }
        let name = member.property?.type?.dottedName ?? value.map(String.init)
        guard let last = name?.split(separator: ".").last else { continue }
        storages[String(last), default: []].append((position, member.name))
      }
    }
  }

  private mutating func addAssignments(of type: TypeDeclaration, at position: Int) {
    var own: Set<String> = []
    var assigned: Set<String> = []
    for member in type.members where member.enumCase == nil {
      let body = BodySummary(member.body)
      bodies[member.nameLocation] = body
      for target in body.targets {
        if let dot = target.lastIndex(of: ".") {
          assigned.insert(String(target[target.index(after: dot)...]))
        } else {
          own.insert(target)
        }
      }
      assigned.formUnion(body.passed)
    }
    for name in assigned { assigningToOthers[name, default: []].append(position) }
    if type.kind != .class { return }
    for name in own { assigningToOwn[name, default: []].append(position) }
  }
}
