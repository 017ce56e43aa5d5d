import SwiftIndex

/// The types of the variables that the examples of a section use.
///
/// Types come, in this order, from a declaration in the section, from a function whose result is
/// known, and from the name of the variable. A variable with different types in several examples
/// has none.
struct ExampleReceivers {
  private let variables: [String: String?]
  private let pageVariables: [String: String?]
  private let origins: [String: String]
  /// The members that uses on the page take directly from variables.
  private let members: [String: Set<String>]
  /// The inline code of the page.
  private let written: Set<String>
  private let code: CodeModel

  init(
    _ readings: [ExampleReading], onPage all: [ExampleReading], written: Set<String>,
    _ code: CodeModel
  ) {
    self.written = written
    variables = Self.variables(of: readings)
    pageVariables = Self.variables(of: all)
    origins = readings.reduce(into: [:]) { all, reading in
      all.merge(reading.origins) { $0 == $1 ? $0 : "" }
    }
    members = all.flatMap(\.uses).reduce(into: [:]) { members, use in
      guard use.base == .variable else { return }
      let parts = use.text.split(separator: ".", maxSplits: 2).map { $0.prefix { $0 != "(" } }
      if parts.count > 1 { members[String(parts[0]), default: []].insert(String(parts[1])) }
    }
    self.code = code
  }

  private static func variables(of readings: [ExampleReading]) -> [String: String?] {
    readings.reduce(into: [:]) { all, reading in
      all.merge(reading.variables) { $0 == $1 ? $0 : nil }
    }
  }

  /// The name with a type instead of a variable or of other members; the function alone if the type
  /// is unknown.
  ///
  /// `nil` if the type is unknown and the use is not a call: a property alone could belong to any
  /// type.
  func resolve(_ use: ExampleUse) -> String? {
    if let receiver = use.receiver {
      if let type = type(ofChain: receiver) { return "\(type).\(use.text)" }
      return use.text.hasSuffix(")") ? use.text : nil
    }
    guard use.base == .variable else { return use.text }
    let end = use.text.firstIndex(of: ".") ?? use.text.endIndex
    let variable = String(use.text[..<end])
    // A value that a function returns may have members of other modules.
    let isFar = variables[variable] == .some(nil) && use.text.count { $0 == "." } > 1
    if !isFar, let type = type(of: variable) { return type + use.text[end...] }
    // Labels contain no dot.
    let last = use.text.split(separator: ".").last.map(String.init)
    return use.text.hasSuffix(")") ? last : nil
  }

  /// Whether only the text of the page gives the variable of a use its type: it may be a subtype, which
  /// has other members as well.
  func isTypedByText(_ use: ExampleUse) -> Bool {
    guard use.base == .variable else { return false }
    let variable = String(use.text.prefix { $0 != "." })
    return pageVariables[variable] == nil && origins[variable] == nil
      && !CodeName.isCamelCase(variable)
  }

  /// The type that another example of the section gives the variable, or that has a similar name.
  ///
  ///     storeManager  ->  StoreManager
  ///
  /// `depth` limits how many variables in a row are followed: `next = next.following()`.
  private func type(of variable: String, depth: Int = 0) -> String? {
    if let declared = variables[variable] ?? nil { return declared }
    if depth < 4, let origin = origins[variable],
      let type = type(ofChain: origin, depth: depth + 1)
    {
      return type
    }
    if variables[variable] != nil { return nil }
    if let type = typeOnPage(of: variable) { return type }
    guard let first = variable.first else { return nil }
    let name = first.uppercased() + variable.dropFirst()
    // A single word names the type only if another example of the page, or its text, confirms it.
    let isTyped =
      CodeName.isCamelCase(name) || pageVariables[variable] == .some(name)
      || pageVariables[variable] == nil && written.contains(name)
    return code.types(named: name).count == 1 && isTyped ? name : nil
  }

  /// The type that another section gives the variable, if most members that the page uses are those of
  /// the type: a page often makes one client, and uses it in all sections.
  private func typeOnPage(of variable: String) -> String? {
    guard let name = pageVariables[variable] ?? nil, let type = ownType(named: name),
      let used = members[variable]
    else { return nil }
    let known = used.count { !code.members(named: $0, reachableFrom: type).isEmpty }
    return known > 1 && known * 2 > used.count ? name : nil
  }

  /// The type of the project that members and calls lead to: `Item` of `Store.current.item()`.
  private func type(ofChain chain: String, depth: Int = 0) -> String? {
    var steps = chain.split(separator: ".").map(String.init)[...]
    guard let first = steps.popFirst() else { return nil }
    let start = first.first?.isUppercase == true ? first : type(of: first, depth: depth)
    return steps.reduce(start.flatMap(ownType)) { type, step in
      type.flatMap { self.type(ofMember: step, of: $0) }
    }?.qualifiedName
  }

  private func ownType(named name: String) -> TypeDeclaration? { ownType(named: name, inside: "") }

  /// The only type of that name; `nil` for an alias, and for a type with members of any name.
  private func ownType(named name: String, inside owner: String) -> TypeDeclaration? {
    let types = code.types(named: name, inside: owner)
    guard types.count == 1, types[0].kind != .typealias, code.isOwn(types[0].name),
      !types[0].attributes.contains(where: { $0.name == "dynamicMemberLookup" })
    else { return nil }
    return types[0]
  }

  /// The type of a property, or of the result of a function: `item` or `item()`.
  private func type(ofMember step: String, of owner: TypeDeclaration) -> TypeDeclaration? {
    let isCall = step.hasSuffix("()")
    let name = isCall ? String(step.dropLast(2)) : step
    if name == "init" { return owner }
    let members = code.members(named: name, reachableFrom: owner)
    if members.isEmpty, let nested = ownType(named: "\(owner.qualifiedName).\(name)") {
      return nested
    }
    let results = members.filter { $0.enumCase != nil || ($0.signature != nil) == isCall }.map {
      type(ofResultOf: $0, of: owner)
    }
    guard let first = results.first, results.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private func type(ofResultOf member: Member, of owner: TypeDeclaration) -> TypeDeclaration? {
    if member.enumCase != nil { return owner }
    let generics = member.signature?.genericParameters.map(\.name) ?? []
    guard let name = (member.signature?.result ?? member.property?.type)?.nominalName,
      !generics.contains(name)
    else { return nil }
    return name == "Self" ? owner : ownType(named: name, inside: member.owner ?? "")
  }
}

extension TypeReference {
  /// `Item` of `Item`, `Item?`, `any Item` and `Item<Int>`; `nil` for collections and functions.
  fileprivate var nominalName: String? {
    switch structure {
    case .named(let name, _): name
    case .optional(let type), .implicitlyUnwrapped(let type), .existential(let type),
      .opaque(let type):
      type.nominalName
    default: nil
    }
  }
}
