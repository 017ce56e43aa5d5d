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

  /// More values after a label than the parameter takes.
  ///
  ///     crane.lift(using: rope, crates: 3, 4)      func lift(using: Rope, crates: [Int])
  ///
  /// Two labels, or a long one, show that the project's function is meant.
  static func surplusValues(of name: CodeName, in code: CodeModel) -> SymbolProblem? {
    guard let labels = name.labels, labels.last == "_",
      case let start = labels.count - labels.reversed().prefix(while: { $0 == "_" }).count,
      case let named = Array(labels[..<start]), !named.contains("_"),
      named.count > 1 || named.contains(where: CodeName.isCamelCase)
    else { return nil }
    let functions = (code.members(named: name.last) + code.globals(named: name.last))
      .filter { $0.signature?.labels.starts(with: named) == true }
    guard let first = functions.first,
      functions.allSatisfy({ function in
        guard let signature = function.signature else { return false }
        let form = InitializerForm(signature)
        return !signature.parameters[named.count - 1].isVariadic
          && !form.accepts(labels, beforeClosure: true) && !form.accepts(labels)
          && signature.labels.dropFirst(named.count).first != "_"
      })
    else { return nil }
    return SymbolProblem(
      .signature, name.last,
      message: "`\(first.fullName)` takes one value as `\(named[named.count - 1]):`, "
        + "the call has \(labels.count - start + 1)",
      at: first.nameLocation)
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
