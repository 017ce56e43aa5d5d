import Diagnostics
import Models
import SwiftIndex

/// The arguments of a call in an example that no function of that name and these labels takes.
///
///     show(layout: .wide)      `Layout` has no case `wide`, or it has values
///     show(.init(layout: 3))   the same in the arguments of an argument
///     wait(for: 30)            the parameter is a `Duration` of the project, not a number
struct ArgumentProblems {
  private let code: CodeModel
  private let types: ArgumentTypes
  /// The types that the page's blocks declare, by name.
  var pageTypes: [String: [TypeDeclaration]] { types.pageTypes }
  /// The names that the page's blocks declare.
  private let declared: Set<String>

  init(_ page: CheckedPage) {
    code = page.project.code
    types = ArgumentTypes(page)
    declared = page.blockNames.declared
  }

  /// The arguments that the function which takes most of them does not take; an empty array if any
  /// function takes all, or if the sources do not show all functions.
  func problems(
    of use: ExampleUse, _ name: CodeName
  ) -> [(argument: ExampleArgument, problem: SymbolProblem)] {
    problems(of: use.arguments, name)
  }

  private func problems(
    of arguments: [ExampleArgument], _ name: CodeName
  ) -> [(argument: ExampleArgument, problem: SymbolProblem)] {
    guard !arguments.isEmpty, name.labels != nil else { return [] }
    let targets = code.targets(of: name)
    guard !targets.isEmpty, isComplete(targets, name) else { return [] }
    let found = targets.map {
      problems(of: arguments, calling: $0, beforeClosure: name.hasTrailingClosure)
    }
    if found.contains(where: \.isEmpty) { return [] }
    return found.max {
      ($0[0].argument.line, $0[0].argument.column)
        < ($1[0].argument.line, $1[0].argument.column)
    } ?? []
  }

  /// Whether the type has no other functions that accept the call: inherited, or from other modules.
  private func isComplete(_ targets: [CallTarget], _ name: CodeName) -> Bool {
    guard let labels = name.labels else { return false }
    func accepts(_ form: InitializerForm) -> Bool {
      form.accepts(labels, beforeClosure: name.hasTrailingClosure)
    }
    let made = code.types(madeBy: name.path)
    if !made.isEmpty {
      if made.count > 1 { return false }
      let forms = made.map { code.initializerForms(of: $0) }
      return forms.allSatisfy { $0 != nil }
        && forms.compactMap(\.self).joined().count(where: accepts) == targets.count
    }
    let owners = code.types(named: name.parts.dropLast().joined(separator: "."))
    let reachable = owners.flatMap { code.members(named: name.last, reachableFrom: $0) }
    return owners.isEmpty || reachable.isEmpty
      || reachable.count { $0.callTarget.map { accepts($0.form) } ?? true } == targets.count
  }

  /// The calls of implicit members in the arguments of a call of only one function:
  /// `Crane.Options(limit:)` for `Crane(options: .init(limit: 3))`.
  func calls(in arguments: [ExampleArgument], of name: CodeName) -> [ExampleCall] {
    let targets = code.targets(of: name)
    guard targets.count == 1,
      let positions = targets[0].form.positions(of: arguments.map { $0.label ?? "_" })
    else { return [] }
    return zip(arguments, positions).flatMap { argument, position in
      guard case .implicitMember(let member, _, let inner?) = argument.value,
        let type = targets[0].types[position].flatMap({ types.nominal($0, of: targets[0]) })
      else { return [] as [ExampleCall] }
      let path = type.qualifiedName + (member == "init" ? "" : ".\(member)")
      guard var call = CodeName(path + "()") else { return [] }
      call.labels = inner.map { $0.label ?? "_" }
      let found = ExampleCall(
        name: call, arguments: inner, line: argument.line, column: argument.column)
      return [found] + calls(in: inner, of: call)
    }
  }

  private func problems(
    of arguments: [ExampleArgument], calling target: CallTarget, beforeClosure: Bool = false
  ) -> [(argument: ExampleArgument, problem: SymbolProblem)] {
    let labels = arguments.map { $0.label ?? "_" }
    guard let positions = target.form.positions(of: labels, beforeClosure: beforeClosure) else {
      return []
    }
    return zip(arguments, positions).flatMap { argument, position in
      target.types[position].map { problems(with: argument, $0, of: target) } ?? []
    }
  }

  private func problems(
    with argument: ExampleArgument, _ type: TypeReference, of target: CallTarget
  ) -> [(argument: ExampleArgument, problem: SymbolProblem)] {
    if case .implicitMember(let name, let hasValues, let arguments) = argument.value {
      guard let owner = types.nominal(type, of: target) else { return [] }
      if let problem = problem(withMember: name, hasValues: hasValues, of: owner) {
        return [(argument, problem)]
      }
      guard let arguments, !declared.contains(name) else { return [] }
      return problems(with: argument, calling: name, arguments, of: owner)
    }
    guard types.excludes(argument.value, type, of: target) else { return [] }
    let place = argument.label.map { " as `\($0):`" } ?? ""
    let problem = SymbolProblem(
      .signature, target.name,
      message: "`\(target.name)` takes `\(type.text)`\(place), not \(argument.value.title)",
      at: target.location)
    return [(argument, problem)]
  }

  private func problem(
    withMember name: String, hasValues: Bool, of type: TypeDeclaration
  ) -> SymbolProblem? {
    let cases = type.cases.filter { $0.name == name }
    guard let known = cases.first else {
      return lacksStatic(name, type)
        ? SymbolProblem(
          .signature, name,
          message:
            "`\(type.qualifiedName)` has no \(type.kind == .enum ? "case" : "static member") `\(name)`",
          at: type.nameLocation) : nil
    }
    let needsValues = cases.allSatisfy { $0.enumCase?.associatedValues.isEmpty == false }
    let isStatic = type.members.contains {
      $0.name == name && $0.isStatic && $0.enumCase == nil
    }
    guard needsValues, !hasValues, !isStatic else { return nil }
    return SymbolProblem(
      .signature, name,
      message: "the case `\(type.qualifiedName).\(name)` has values, which are missing",
      at: known.nameLocation)
  }

  /// A case, static function or initializer that takes other labels, or other arguments.
  private func problems(
    with argument: ExampleArgument, calling name: String, _ arguments: [ExampleArgument],
    of type: TypeDeclaration
  ) -> [(argument: ExampleArgument, problem: SymbolProblem)] {
    let path = type.qualifiedName + (name == "init" ? "" : ".\(name)")
    guard var call = CodeName(path + "()") else { return [] }
    call.labels = arguments.map { $0.label ?? "_" }
    guard let problem = SymbolProblem(call, in: code) else { return problems(of: arguments, call) }
    guard problem.kind == .labels(isOwned: true) else { return [] }
    return [
      (argument, SymbolProblem(.signature, name, message: problem.message, at: type.nameLocation))
    ]
  }

  /// Whether neither a type nor a protocol that it conforms to has a static member of that name.
  private func lacksStatic(_ name: String, _ type: TypeDeclaration) -> Bool {
    let namesakes = code.members(named: name) + type.members.filter { $0.name == name }
    return namesakes.allSatisfy { !$0.isStatic } && (type.kind != .enum || !type.cases.isEmpty)
      && code.inheritsOnlyFromPlatform(type) && !declared.contains(name)
      && code.nestedTypes(of: type).allSatisfy { $0.name != name }
      && !["some", "none", "init"].contains(name)
  }
}

extension ExampleArgument.Value {
  /// With its article, for a message.
  fileprivate var title: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a floating-point number"
    case .boolean: "a Boolean"
    case .null: "`nil`"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .closure: "a closure"
    case .instance(let type): "a value of `\(type)`"
    case .implicitMember(let name, _, _): "`.\(name)`"
    case .unknown: "this"
    }
  }
}

/// A call in an example, with the name of the function.
struct ExampleCall {
  var name: CodeName
  var arguments: [ExampleArgument]
  var line: Int
  var column: Int
}

/// A function, initializer or case, as a call sees it.
struct CallTarget {
  let name: String
  let form: InitializerForm
  let types: [TypeReference?]
  /// Names that stand for any type.
  let generics: Set<String>
  let owner: String?
  let location: SourceLocation

  fileprivate init(_ signature: Signature, of member: Member) {
    name = member.qualifiedName
    form = InitializerForm(signature)
    // A wrapper may take another type.
    types = signature.parameters.map { $0.attributes.contains(where: \.isMacro) ? nil : $0.type }
    generics = Set(signature.genericParameters.map(\.name))
    (owner, location) = (member.owner, member.nameLocation)
  }

  fileprivate init(_ enumCase: EnumCase, of member: Member) {
    name = member.qualifiedName
    form = InitializerForm(enumCase)
    types = enumCase.associatedValues.map(\.type)
    generics = []
    (owner, location) = (member.owner, member.nameLocation)
  }

  fileprivate init(memberwise signature: Signature, of type: TypeDeclaration) {
    name = type.qualifiedName + ".init"
    form = InitializerForm(signature)
    types = signature.parameters.map(\.type)
    generics = []
    (owner, location) = (type.qualifiedName, type.nameLocation)
  }
}

extension Member {
  /// `nil` for a member that is not called.
  fileprivate var callTarget: CallTarget? {
    signature.map { CallTarget($0, of: self) } ?? enumCase.map { CallTarget($0, of: self) }
  }
}

extension CodeModel {
  /// The functions, initializers and cases that match a call by its name and labels.
  fileprivate func targets(of name: CodeName) -> [CallTarget] {
    let labels = name.labels ?? []
    let synthesized = types(madeBy: name.path).filter { $0.kind == .struct }.flatMap { type in
      (memberwiseSignatures(of: type) ?? []).map { CallTarget(memberwise: $0, of: type) }
    }
    let declared = functions(accepting: name)
    // `Picker().pickerTheme(main:)`: a modifier that an extension of `View` declares.
    let others =
      declared.isEmpty && name.parts.count == 2 && types(madeBy: name.path).isEmpty
      ? members(named: name.last).filter { member in
        member.isFromExtension
          && member.signature.map {
            InitializerForm($0).accepts(labels, beforeClosure: name.hasTrailingClosure)
          } == true
      } : []
    return (declared + others).compactMap(\.callTarget)
      + synthesized.filter { $0.form.accepts(labels, beforeClosure: name.hasTrailingClosure) }
  }

  /// The functions and initializers that match a call by its name and labels; none if too many have
  /// that name.
  func functions(accepting name: CodeName) -> [Member] {
    if !name.isCall || hasTooManyOverloads(of: name) { return [] }
    let made = types(madeBy: name.path)
    let named = made.isEmpty ? symbols(named: name.path + "()") : []
    let functions = named.compactMap { symbol -> Member? in
      switch symbol {
      case .type: nil
      case .member(let member), .global(let member): member
      }
    }
    return (made.flatMap(\.initializers) + functions).filter { function in
      guard let signature = function.signature, let labels = name.labels else { return true }
      return InitializerForm(signature).accepts(labels, beforeClosure: name.hasTrailingClosure)
    }
  }
}
