import SwiftIndex

extension SymbolProblem {
  /// Whether the sources alone decide: an open owner may have the member from elsewhere.
  var isCertain: Bool {
    if case .member(_, isOpen: true) = kind { return false }
    return kind != .constraint
  }

  /// The `try` or `await` that is missing from a call of a known function; `nil` if none is.
  ///
  /// Compared with all overloads that accept the labels: only what all of them need is demanded.
  static func lackingEffects(
    of use: ExampleUse, _ name: CodeName, _ code: CodeModel
  ) -> SymbolProblem? {
    let signatures = code.requirements(among: code.functions(accepting: name)).map(\.signature)
    guard !signatures.isEmpty else { return nil }
    var lacking: [String] = []
    if !use.isTried, signatures.allSatisfy({ $0?.alwaysThrows == true }) {
      lacking.append("try")
    }
    if !use.isAwaited, signatures.allSatisfy({ $0?.isAsync == true }) { lacking.append("await") }
    guard !lacking.isEmpty else { return nil }
    let effects = [
      signatures[0]?.isAsync == true ? "async" : nil,
      signatures[0]?.throwing == .never ? nil : "throws",
    ].compactMap(\.self)
    return SymbolProblem(
      .signature, name.last,
      message: "`\(name.path)` is `\(effects.joined(separator: " "))`: the call lacks "
        + "`\(lacking.joined(separator: " "))`")
  }
}

extension SymbolProblem {
  /// The `try` before a call of an initializer or static function of the project that never throws.
  static func superfluousTry(
    of use: ExampleUse, _ name: CodeName, _ code: CodeModel
  ) -> SymbolProblem? {
    guard use.isOnlyTried, use.base == .type, name.isCall, name.parts.count <= 2,
      let owner = code.types(named: name.parts[0]).first, code.isOwn(owner.name),
      code.types(named: name.parts[0]).count == 1, code.inheritsOnlyFromPlatform(owner)
    else { return nil }
    let functions = code.functions(accepting: name)
    let signatures = functions.compactMap(\.signature)
    guard !signatures.isEmpty, signatures.allSatisfy({ $0.throwing == .never }) else { return nil }
    return SymbolProblem(
      .signature, name.last, message: "`\(name.lookup)` does not throw: the call needs no `try`",
      at: functions[0].nameLocation)
  }

  /// A member of optional type whose value is used as if it were always there.
  static func lackingUnwrapping(_ member: Member) -> SymbolProblem {
    SymbolProblem(
      .signature, member.name,
      message: "`\(member.qualifiedName)` is optional: the use lacks `?`", at: member.nameLocation)
  }

  /// A value that is never `nil`, and that the example unwraps.
  static func neverNil(_ member: Member) -> SymbolProblem {
    SymbolProblem(
      .signature, member.name,
      message:
        "`\(member.qualifiedName)` is never `nil`: `if let` and `guard let` need an optional",
      at: member.nameLocation)
  }

  /// The `await` that is missing from the use of an actor's member from outside.
  static func crossing(
    _ use: ExampleUse, name: CodeName, hasOrigin: Bool, in code: CodeModel
  ) -> SymbolProblem? {
    guard use.base == .type || use.receiver?.first?.isUppercase == true || hasOrigin,
      !use.isAwaited, name.parts.count > 1
    else { return nil }
    let followed = UnknownSymbol.followed(name, in: code) ?? name
    let paths = followed.parts.indices.dropFirst().map {
      followed.parts[...$0].joined(separator: ".")
    }
    let isolated = paths.first { path in
      let symbols = code.symbols(named: path)
      return !symbols.isEmpty && symbols.allSatisfy { $0.isIsolated(in: code) }
    }
    guard let path = isolated, let symbol = code.symbols(named: path).first else { return nil }
    return SymbolProblem(
      .signature, name.last, message: "`\(path)` belongs to an actor: the use lacks `await`",
      at: symbol.nameLocation)
  }
}

extension Symbol {
  /// Whether it is a member of an actor's values that only the actor itself uses without `await`.
  fileprivate func isIsolated(in code: CodeModel) -> Bool {
    guard case .member(let member) = self, let owner = member.owner else { return false }
    let types = code.types(named: owner)
    return !types.isEmpty && types.allSatisfy { $0.kind == .actor } && !member.isStatic
      && (member.isMethod || member.property?.isLet == false)
      && !member.modifiers.contains { $0.hasPrefix("nonisolated") }
  }
}

extension CodeModel {
  /// Whether a call of an initializer with other labels means another type than the nested one of that
  /// name: the sources use the name alone where only another module's type can be meant.
  ///
  ///     struct Log { struct Item {} }   class Store { var item: Item }   an imported `Item`
  func isOtherType(_ name: CodeName, _ problem: SymbolProblem) -> Bool {
    guard name.isCall, name.parts.count == 1, case .labels = problem.kind else { return false }
    let outer = types(madeBy: name.parts[0]).map(\.outerName)
    let members = types.flatMap(\.members)
    return !outer.isEmpty
      && outer.allSatisfy { outer in
        guard let outer else { return false }
        return members.contains { member in
          let owner = (member.owner ?? "") + "."
          return !owner.hasPrefix(outer + ".") && !owner.hasPrefix(outer.prefix { $0 != "." } + ".")
            && member.types.contains { $0.mentions.contains { $0.name == name.parts[0] } }
        }
      }
  }

  /// The functions without implementations of a requirement in the list: a value of unknown type
  /// most likely has the type of the protocol.
  fileprivate func requirements(among functions: [Member]) -> [Member] {
    func owners(_ function: Member) -> [TypeDeclaration] {
      function.owner.map { types(named: $0) } ?? []
    }
    let protocols = Set(
      functions.flatMap(owners).filter { $0.kind == .protocol }.map(\.name))
    return functions.filter { function in
      !owners(function).contains { $0.kind != .protocol && inherits($0, from: protocols) }
    }
  }
}

extension Signature {
  /// Whether every call must be marked with `try`: not true if a parameter decides whether it
  /// throws.
  fileprivate var alwaysThrows: Bool {
    switch throwing {
    case .any: true
    case .typed(let error):
      error.text != "Never" && !genericParameters.contains { $0.name == error.text }
    case .never, .rethrows: false
    }
  }
}

extension Member {
  /// The types of its parameters and of its value.
  fileprivate var types: [TypeReference] {
    ((signature?.parameters.map(\.type) ?? []) + [signature?.result, property?.type])
      .compactMap(\.self)
  }
}
