import SwiftIndex

extension SymbolProblem {
  /// A function that changes the value of a name that the page declares with `let`.
  static func changing(_ use: ExampleUse, _ name: CodeName, in code: CodeModel) -> SymbolProblem? {
    let functions = name.parts.count == 2 ? code.functions(accepting: name) : []
    guard let variable = use.variable, let first = functions.first,
      functions.allSatisfy({ $0.modifiers.contains("mutating") })
    else { return nil }
    return SymbolProblem(
      .signature, name.last,
      message: "`\(first.qualifiedName)` is `mutating`: `\(variable)` must be a `var`",
      at: first.nameLocation)
  }

  /// A member that only types of the project have, of a value with a type of the standard library.
  static func foreignMember(
    _ use: ExampleUse, of type: (name: String, member: Member), in code: CodeModel
  ) -> SymbolProblem? {
    guard let word = use.text.split(separator: ".").last.flatMap({ CodeName(String($0) + "()") }),
      let variable = use.variable
    else { return nil }
    let name = word.last
    let isKnown =
      PlatformNames.contains(name) || code.members(named: name).isEmpty
      || code.foreignExtensions.contains { $0.members.contains { $0.name == name } }
    guard !isKnown else { return nil }
    return SymbolProblem(
      .signature, name,
      message: "`\(variable)` is a `\(type.name)`, which has no member `\(name)`",
      at: type.member.nameLocation)
  }

  /// A closure after the name of a property that holds a closure: it must be assigned.
  ///
  ///     adapter.didSelect { context in … }      var didSelect: ((Context) -> Void)?
  static func calledProperty(_ use: ExampleUse, in code: CodeModel) -> SymbolProblem? {
    guard use.hasTrailingClosure, use.text.hasSuffix("()"), use.base != .none,
      let name = CodeName(FileName.lastName(of: use.text)), CodeName.isCamelCase(name.last)
    else { return nil }
    let members = code.members(named: name.last)
    guard let first = members.first,
      members.allSatisfy({ $0.property?.type?.takesNoClosure == true })
    else { return nil }
    return SymbolProblem(
      .signature, name.last,
      message: "`\(first.qualifiedName)` is a property: the closure must be assigned with `=`",
      at: first.nameLocation)
  }
}

extension TypeReference {
  /// Whether it is a function, maybe optional, without parameters that are functions.
  fileprivate var takesNoClosure: Bool {
    switch structure {
    case .function(let function): function.parameters.allSatisfy { !$0.type.isClosure }
    case .optional(let type), .attributed(_, let type): type.takesNoClosure
    case .tuple(let elements): elements.count == 1 && elements[0].type.takesNoClosure
    default: false
    }
  }

  private var isClosure: Bool {
    switch structure {
    case .function: true
    case .optional(let type), .attributed(_, let type): type.isClosure
    default: false
    }
  }
}
