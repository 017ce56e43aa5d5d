import Diagnostics

/// What the readers of state machines look up in all types, gathered in one pass.
struct MachineIndex {
  /// The variables that hold an enum, by where the enum is declared.
  private(set) var variables: [SourceLocation: [MachineHolder]] = [:]
  /// The functions that return the next value of an enum that they get, by where it is declared.
  private(set) var functions: [SourceLocation: [MachineHolder]] = [:]
  /// The positions of the types that assign to a property of that name of another value, or pass it
  /// `inout`.
  private(set) var assigningToOthers: [String: [Int]] = [:]
  /// The positions of the classes that assign to a property of that name of their own.
  private(set) var assigningToOwn: [String: [Int]] = [:]

  /// What the body of each member assigns and calls, by the location of the member's name.
  private(set) var bodies: [SourceLocation: BodySummary] = [:]

  struct BodySummary {
    /// What is assigned to, without `self`.
    var targets: Set<String> = []
    /// What is passed `inout`, without `self`.
    var passed: Set<String> = []
    /// The names of the called functions.
    var called: Set<String> = []

    init(_ body: BodyOutline) {
      targets = Set(body.assignments.map(\.target.withoutSelf))
      let calls = body.calls
      called = Set(calls.map(\.name))
      passed = Set(calls.flatMap(\.arguments).compactMap(\.value.text.passedName))
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
    }
  }

  private mutating func addAssignments(of type: TypeDeclaration, at position: Int) {
    var own: Set<String> = []
    var others: Set<String> = []
    for member in type.members where member.enumCase == nil {
      let body = BodySummary(member.body)
      bodies[member.nameLocation] = body
      for target in body.targets {
        if let dot = target.lastIndex(of: ".") {
          others.insert(String(target[target.index(after: dot)...]))
        } else {
          own.insert(target)
        }
      }
      others.formUnion(body.passed)
    }
    for name in others { assigningToOthers[name, default: []].append(position) }
    if type.kind != .class { return }
    for name in own { assigningToOwn[name, default: []].append(position) }
  }
}
