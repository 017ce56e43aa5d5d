import Basics
import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The types of the variables that the examples of a section use.
///
/// Types come, in this order, from a declaration in the section, from a function whose result is
/// known, and from the name of the variable. A variable with different types in several examples
/// has none.
struct ExampleReceivers {
  private let own: ExampleReading
  private let section: SectionVariables
  private let page: PageVariables
  /// The inline code of the page.
  private let written: Set<String>
  private let code: CodeModel

  /// The examples of a page with their types.
  static func all(
    on page: CheckedPage, written: Set<String>
  ) -> [(example: Example, receivers: ExampleReceivers)] {
    let pageVariables = PageVariables(page.examples.map(\.reading))
    var sections: [Range<Int>: SectionVariables] = [:]
    return page.examples.map { example in
      let lines = page.lines(ofSectionAt: example.fence.range.start.line)
      let section = sections[lines] ?? SectionVariables(page.examples, in: lines)
      sections[lines] = section
      return (
        example,
        ExampleReceivers(
          for: example.reading, in: section, onPage: pageVariables, written: written,
          page.project.code)
      )
    }
  }

  /// `own` is the example whose uses are resolved, in a section of a page.
  private init(
    for own: ExampleReading, in section: SectionVariables, onPage page: PageVariables,
    written: Set<String>, _ code: CodeModel
  ) {
    (self.own, self.section, self.page) = (own, section, page)
    (self.written, self.code) = (written, code)
  }

  /// An origin in the example itself counts, whatever other examples call by that name.
  private func origin(of variable: String) -> String? {
    own.origins[variable] ?? section.origins[variable]
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
    let isFar = section.variables[variable] == .some(nil) && use.text.count { $0 == "." } > 1
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
    return page.types[variable] == nil && origin(of: variable) == nil
      && !CodeName.isCamelCase(variable)
  }

  /// Whether a use takes a member directly from a variable whose value an example shows.
  ///
  ///     let task = try await client.pods.watch()   ...   task.cancel()
  func hasOrigin(_ use: ExampleUse) -> Bool {
    if let receiver = use.receiver { return use.base == .unknown && receiver.contains("(") }
    guard use.base == .variable, let variable = use.variable else { return false }
    return origin(of: variable)?.isEmpty == false && use.text.count { $0 == "." } == 1
  }

  /// The type that another example of the section gives the variable, or that has a similar name.
  ///
  ///     storeManager  ->  StoreManager
  ///
  /// `depth` limits how many variables in a row are followed: `next = next.following()`.
  private func type(of variable: String, depth: Int = 0) -> String? {
    if let declared = section.variables[variable] ?? nil { return declared }
    if depth < 4, let origin = origin(of: variable),
      let type = type(ofChain: origin, depth: depth + 1)
    {
      return type
    }
    if section.variables[variable] != nil || origin(of: variable)?.hasSuffix("}") == true {
      return nil
    }
    if let type = typeOnPage(of: variable) { return type }
    guard let first = variable.first else { return nil }
    let name = first.uppercased() + variable.dropFirst()
    // A single word names the type only if another example of the page, or its text, confirms it.
    let isTyped =
      CodeName.isCamelCase(name) || page.onlyTypes[variable] == name
      || page.types[variable] == nil && written.contains(name)
    return code.types(named: name).count == 1 && isTyped ? name : nil
  }

  /// The type that another section gives the variable, if most members that the page uses are those of
  /// the type: a page often makes one client, and uses it in all sections.
  private func typeOnPage(of variable: String) -> String? {
    guard let name = page.onlyTypes[variable], let type = ownType(named: name),
      let used = page.members[variable]
    else { return nil }
    let known = used.count { !code.members(named: $0, reachableFrom: type).isEmpty }
    return known == used.count || known > 1 && known * 2 > used.count ? name : nil
  }

  /// The type of the project that members and calls lead to: `Item` of `Store.current.item()`.
  func type(ofChain chain: String) -> String? { type(ofChain: chain, depth: 0) }

  private func type(ofChain chain: String, depth: Int) -> String? {
    var steps = chain.split(separator: ".").map(String.init)[...]
    guard let first = steps.popFirst() else { return nil }
    // The origin shows that the type is the project's, whatever its name.
    if steps.isEmpty, (section.variables[first] ?? nil) == nil, depth < 4,
      let origin = origin(of: first)
    {
      return type(ofChain: origin, depth: depth + 1)
    }
    let start = first.first?.isUppercase == true ? first : type(of: first, depth: depth)
    return steps.reduce(start.flatMap(ownType)) { type, step in
      type.flatMap { self.type(ofMember: step, of: $0) }
    }?.qualifiedName
  }

  /// Whether a use takes a member directly from a name that no example declares with `var`.
  func isOfConstant(_ use: ExampleUse) -> Bool {
    guard let variable = use.variable, use.receiver == nil else { return false }
    return page.constants.contains(variable) && use.text.count { $0 == "." } == 1
  }

  /// The type of the standard library that the variable of a use has by its origin.
  ///
  ///     let isOpen = Door.check(lock)     `Door.check` returns a `Bool`
  ///     isOpen.close()
  func standardType(of use: ExampleUse) -> (name: String, member: Member)? {
    guard use.base == .variable, use.receiver == nil, use.text.count(where: { $0 == "." }) == 1,
      let variable = use.variable, let origin = page.origins[variable],
      page.types[variable] == .some(nil), origin.first?.isUppercase == true
    else { return nil }
    let steps = origin.split(separator: ".").map(String.init)
    guard let last = steps.last, steps.count > 1,
      let owner = steps.dropFirst().dropLast().reduce(
        ownType(named: steps[0]),
        { type, step in
          type.flatMap { self.type(ofMember: step, of: $0) }
        })
    else { return nil }
    let found = values(of: ChainStep(last), of: owner)
    let names = Set(found.map { $0.type?.text ?? "Void" })
    guard let name = names.first, names.count == 1,
      ["Bool", "Int", "Double", "String"].contains(name)
    else { return nil }
    return (name, found[0].member)
  }

  /// The value before an optional one's members.
  enum Optionality {
    /// The optional member whose value the use does not unwrap.
    case unwrapped(Member)
    /// A member of `Optional`, such as `map`.
    case known
    case unknown
  }

  /// Whether a use takes a member of an optional value without unwrapping it.
  ///
  ///     let item = store.item(at: 3)     an `Item?`
  ///     item.save()
  func optionality(of use: ExampleUse) -> Optionality {
    guard !use.isUnwrapping, use.base != .none, use.base != .result else { return .unknown }
    if let member = failableInitializer(of: use) { return .unwrapped(member) }
    let text = use.receiver.map { "\($0).\(use.text)" } ?? use.text
    guard use.receiver != nil || use.base != .unknown, let steps = expanded(text),
      var type = ownType(named: steps[0])
    else { return .unknown }
    for (step, next) in zip(steps.dropFirst(), steps.dropFirst(2)) {
      let values = values(of: ChainStep(step), of: type)
      if !values.isEmpty, values.allSatisfy({ $0.type?.isOptional == true }) {
        return code.isMemberOfOptional(ChainStep(next).name) ? .known : .unwrapped(values[0].member)
      }
      guard !values.contains(where: { $0.type?.isOptional == true }),
        let following = self.type(ofMember: step, of: type)
      else { return .unknown }
      type = following
    }
    return .unknown
  }

  /// The initializer that makes the variable of a use, if it may return `nil`.
  private func failableInitializer(of use: ExampleUse) -> Member? {
    guard let variable = use.variable, section.isPlain(variable, in: own), use.base == .type,
      let name = section.initializers[variable].flatMap({ CodeName($0) }), code.isOwn(name.parts[0])
    else { return nil }
    let made = code.functions(accepting: name)
    guard !made.isEmpty, made.allSatisfy({ $0.signature?.failability == "?" }),
      let member = use.text.split(separator: ".").dropFirst().first,
      !code.isMemberOfOptional(ChainStep(String(member)).name)
    else { return nil }
    return made[0]
  }

  /// The declaration of a value that is never `nil`, and that a use unwraps with `if let`.
  func presentValue(boundBy use: ExampleUse) -> Member? {
    guard use.isBoundConditionally, !use.isUnwrapping, use.base != .none, use.base != .result,
      let text = resolve(use), let name = CodeName(text) ?? CodeName(ofType: text),
      code.isOwn(name.parts[0]), name.parts.count > 1 || name.isCall
    else { return nil }
    let properties = code.symbols(named: name.path).compactMap { symbol -> Member? in
      if case .member(let member) = symbol { member } else { nil }
    }
    let found = name.isCall ? code.functions(accepting: name) : properties
    guard !found.isEmpty, found.allSatisfy({ isNeverNil($0) }) else { return nil }
    return found[0]
  }

  private func isNeverNil(_ member: Member) -> Bool {
    guard !member.isInitializer else { return member.signature?.failability == nil }
    let generics = member.signature?.genericParameters.map(\.name) ?? []
    let type = member.signature?.result ?? (member.isMethod ? nil : member.property?.type)
    switch type?.structure {
    case .array, .dictionary, .set: return true
    case .named(let name, _):
      let types = code.types(named: name, inside: member.owner ?? "")
      return !generics.contains(name) && types.count == 1 && types[0].kind != .typealias
    default: return false
    }
  }

  /// The type, members and calls of a chain, with the origins of variables in place of them.
  private func expanded(_ chain: String, depth: Int = 0) -> [String]? {
    let steps = chain.split(separator: ".").map(String.init)
    guard let first = steps.first, depth < 4 else { return nil }
    if first.first?.isUppercase == true { return steps }
    if section.variables[first] ?? nil != nil {
      return type(of: first).map { [$0] + steps.dropFirst() }
    }
    guard let origin = origin(of: first) else {
      return type(of: first).map { [$0] + steps.dropFirst() }
    }
    guard section.isPlain(first, in: own), !origin.isEmpty else { return nil }
    return expanded(origin, depth: depth + 1).map { $0 + steps.dropFirst() }
  }

  private func ownType(named name: String) -> TypeDeclaration? { ownType(named: name, inside: "") }

  /// The only type of that name; `nil` for an alias, and for a type with members of any name.
  private func ownType(named name: String, inside owner: String) -> TypeDeclaration? {
    let types = code.types(named: name, inside: owner)
    // A type of the same module shadows one of the platform.
    let around = code.types(named: owner).first
    guard types.count == 1, types[0].kind != .typealias,
      code.isOwn(types[0].name) || around.map({ $0.module == types[0].module }) == true,
      !types[0].attributes.contains(where: { $0.name == "dynamicMemberLookup" })
    else { return nil }
    return types[0]
  }

  /// The type of a property, of the result of a function, or of a closure's parameter: `item`,
  /// `item()`, or `load(){done,0}`.
  private func type(ofMember step: String, of owner: TypeDeclaration) -> TypeDeclaration? {
    let step = ChainStep(step)
    if step.name == "init" { return owner }
    if code.members(named: step.name, reachableFrom: owner).isEmpty,
      let nested = ownType(named: "\(owner.qualifiedName).\(step.name)")
    {
      return nested
    }
    let results = values(of: step, of: owner).map { member, type in
      member.enumCase != nil ? owner : self.type(type, in: member, of: owner)
    }
    guard let first = results.first, results.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// The members that a step may mean, with the types of their values.
  private func values(
    of step: ChainStep, of owner: TypeDeclaration
  ) -> [(member: Member, type: TypeReference?)] {
    code.members(named: step.name, reachableFrom: owner)
      .filter { $0.enumCase != nil || ($0.signature != nil) == step.isCall }
      .map { ($0, step.type(in: $0)) }
  }

  private func type(
    _ type: TypeReference?, in member: Member, of owner: TypeDeclaration
  ) -> TypeDeclaration? {
    let generics = member.signature?.genericParameters.map(\.name) ?? []
    guard let name = type?.nominalName, !generics.contains(name) else { return nil }
    return name == "Self" ? owner : ownType(named: name, inside: member.owner ?? "")
  }
}

/// One member or call of a chain, and the parameter of a closure that the call takes.
private struct ChainStep {
  let name: String
  let isCall: Bool
  private let closure: (label: String, index: Int)?

  init(_ text: String) {
    name = String(text.prefix { $0 != "(" && $0 != "{" })
    isCall = text.contains("(")
    let parts = text.drop { $0 != "{" }.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    closure = parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
  }

  func type(in member: Member) -> TypeReference? {
    guard let closure else { return member.signature?.result ?? member.property?.type }
    let functions = (member.signature?.parameters ?? []).filter { $0.type?.function != nil }
    let parameter =
      closure.label.isEmpty
      ? functions.last : functions.first { $0.label ?? "_" == closure.label }
    guard let parameters = parameter?.type?.function?.parameters,
      parameters.indices.contains(closure.index)
    else { return nil }
    return parameters[closure.index].type
  }
}

extension CodeModel {
  /// Whether a value of optional type has a member of that name without being unwrapped.
  fileprivate func isMemberOfOptional(_ name: String) -> Bool {
    let own: Set = [
      "map", "flatMap", "unsafelyUnwrapped", "hashValue", "hash", "description", "debugDescription",
      "customMirror", "some", "none", "publisher", "encode", "self", "take", "wrappedValue",
    ]
    return own.contains(name)
      || foreignExtensions.contains { declaration in
        ["Optional", "Swift.Optional"].contains(declaration.name)
          && declaration.members.contains { $0.name == name }
      }
  }
}

extension TypeReference {
  fileprivate var isOptional: Bool { if case .optional = structure { true } else { false } }

  /// The function of a type such as `@escaping (Int) -> Void` or `((Int) -> Void)?`.
  fileprivate var function: FunctionType? {
    switch structure {
    case .function(let function): function
    case .optional(let type), .attributed(_, let type): type.function
    case .tuple(let elements): elements.count == 1 ? elements[0].type.function : nil
    default: nil
    }
  }

  /// `Item` of `Item`, `Item?`, `any Item`, `inout Item` and `Item<Int>`; `nil` for collections and
  /// functions.
  fileprivate var nominalName: String? {
    switch structure {
    case .named(let name, _): name
    case .optional(let type), .implicitlyUnwrapped(let type), .existential(let type),
      .opaque(let type), .attributed(_, let type):
      type.nominalName
    default: nil
    }
  }
}

extension SectionVariables {
  /// `examples` are in the order of the page.
  fileprivate init(_ examples: [Example], in lines: Range<Int>) {
    let first = examples.partitioningIndex { $0.fence.range.start.line >= lines.lowerBound }
    let end = examples.partitioningIndex { $0.fence.range.start.line >= lines.upperBound }
    self.init(examples[first..<end].map(\.reading))
  }
}
