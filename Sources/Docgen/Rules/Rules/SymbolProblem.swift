import Diagnostics
import SwiftIndex

/// The reason why a name does not agree with the sources.
///
/// A name is a problem only if the sources exclude it. Every doubt counts for the author: a type
/// that may inherit members from another module is open, and any declared overload that accepts the
/// labels suffices.
struct SymbolProblem {
  enum Kind: Equatable {
    /// The sources do not mention this word at all.
    case name
    /// The owner is declared, and has no such member. An open owner may inherit it from elsewhere.
    case member(owner: String, isOpen: Bool)
    /// The function or initializer takes other labels.
    case labels(isOwned: Bool)
    /// An extension has the member under conditions that the type does not meet.
    case constraint
    /// The declaration has other effects, types or requirements.
    case signature
  }

  var kind: Kind
  /// The word that is missing.
  var word: String
  var message: String
  /// The declaration that disagrees.
  var declared: SourceLocation?
  /// Whether the labels are some of the declared ones, in order: prose often names a few.
  var isShortened = false

  /// `nil` if the name agrees with the sources, or if they cannot decide.
  init?(_ name: CodeName, in code: CodeModel) {
    guard let problem = Self.problem(with: name, in: code) else { return nil }
    self = problem
  }

  init(_ kind: Kind, _ word: String, message: String, at declared: SourceLocation? = nil) {
    (self.kind, self.word, self.message, self.declared) = (kind, word, message, declared)
  }

  private static func unknown(_ word: String) -> SymbolProblem {
    SymbolProblem(.name, word, message: "nothing in the code is called `\(word)`")
  }

  private static func problem(with name: CodeName, in code: CodeModel) -> SymbolProblem? {
    if code.hasTooManyOverloads(of: name) {
      return SymbolProblem(
        .signature, name.last, message: Limit.overloads.message("`\(name.path)`"))
    }
    guard !code.declares(name.lookup) else {
      return problemOfArguments(with: name, in: code)
    }
    if let made = InitializerCall(name, in: code) {
      guard let message = made.problem else { return nil }
      var problem = SymbolProblem(.labels(isOwned: true), "init", message: message)
      problem.isShortened = made.isShortened
      return problem
    }
    if name.parts.count > 1 { return memberProblem(with: name, in: code) }
    if code.hasModule(name.last) { return nil }
    guard code.mentions(name.last) else { return unknown(name.last) }
    return labelProblem(
      with: name, among: code.members(named: name.last) + code.globals(named: name.last),
      isOwned: false)
  }

  /// `Owner.member`, whose owner is declared here; or `value.call()`.
  ///
  /// The order matters: an owner that is declared decides alone, then the type of a value before
  /// the name, then the longest declared prefix, then the word itself.
  private static func memberProblem(with name: CodeName, in code: CodeModel) -> SymbolProblem? {
    let owner = name.parts.dropLast().joined(separator: ".")
    let types = code.types(named: owner)
    if !types.isEmpty, code.types(named: name.path).isEmpty {
      if types.contains(where: { isSynthesized(name.last, of: $0, code) }) { return nil }
      if let problem = problemForOthers(with: name, types, code) { return problem }
      let isOpen = types.contains {
        inheritsFromElsewhere($0, code) && !isForeign(name.last, toPlatformBasesOf: $0, code)
      }
      let members = types.flatMap { code.members(named: name.last, reachableFrom: $0) }
      if let problem = labelProblem(with: name, among: members, isOwned: true) { return problem }
      if members.contains(where: { $0.name == name.last }) { return nil }
      if isOpen && code.mentions(name.last) { return nil }
      return SymbolProblem(
        .member(owner: owner, isOpen: isOpen), name.last,
        message: "`\(owner)` has no member `\(name.last)`")
    }
    if !code.types(named: name.path).isEmpty { return nil }
    if let followed = UnknownSymbol.followed(name, in: code) {
      return code.declares(followed.lookup) ? nil : memberProblem(with: followed, in: code)
    }
    if let problem = ownerProblem(with: name.parts, in: code) { return problem }
    let first = name.parts[0]
    if let problem = ofLongerType(name, in: code) { return problem }
    if !UnknownSymbol.membersElsewhere(name, in: code).isEmpty { return unknown(first) }
    if CodeName.isCamelCase(first) { return code.mentions(first) ? nil : unknown(first) }
    let isCallOfValue = name.isCall && first.first?.isLowercase == true
    if isCallOfValue && !code.mentions(name.last) { return unknown(name.last) }
    return nil
  }

  /// The first part that the type or module before it does not have: `Known.Unknown.member`.
  private static func ownerProblem(with parts: [String], in code: CodeModel) -> SymbolProblem? {
    for count in (1..<parts.count).reversed() {
      let prefix = parts.prefix(count).joined(separator: ".")
      // `Level.low.rawValue`: members of values are not followed.
      if count < parts.count - 1, code.declares("\(prefix).\(parts[count])") { return nil }
      let isModule = code.hasModule(prefix)
      let types = code.types(named: prefix)
      guard isModule || !types.isEmpty else { continue }
      let isOpen = isModule || types.contains { inheritsFromElsewhere($0, code) }
      return SymbolProblem(
        .member(owner: prefix, isOpen: isOpen), parts[count],
        message: isModule
          ? "the module `\(prefix)` has no `\(parts[count])`"
          : "`\(prefix)` has no member `\(parts[count])`")
    }
    return nil
  }

  /// A function that is declared, but cannot be called with these labels.
  private static func labelProblem(
    with name: CodeName, among members: [Member], isOwned: Bool
  ) -> SymbolProblem? {
    guard let labels = name.labels else { return nil }
    let named = members.filter { $0.name == name.last }
    let known = named.compactMap { member in
      member.signature?.labels ?? member.enumCase?.associatedValues.map { $0.label ?? "_" }
    }
    let forms = named.compactMap { member in
      member.signature.map { InitializerForm($0) } ?? member.enumCase.map { InitializerForm($0) }
    }
    guard !known.isEmpty, !known.contains(labels),
      !forms.contains(where: { $0.accepts(labels, beforeClosure: name.hasTrailingClosure) })
    else { return nil }
    // `failed(error:)` may name a value without a label.
    let mayNameValues = named.contains { member in
      guard let values = member.enumCase?.associatedValues, values.count == labels.count else {
        return false
      }
      return zip(values, labels).allSatisfy { $0.label == nil || $0.label == $1 }
    }
    if mayNameValues { return nil }
    var problem = SymbolProblem(
      .labels(isOwned: isOwned), name.last,
      message: LabelDifference.message(name.last, written: labels, forms: forms))
    problem.isShortened = known.contains { labels.isPart(of: $0) }
    return problem
  }

  /// `Slow.perform(_:with:)`, which an extension declares only for types that are `Fast`.
  private static func problemForOthers(
    with name: CodeName, _ types: [TypeDeclaration], _ code: CodeModel
  ) -> SymbolProblem? {
    guard let type = types.first, types.count == 1,
      let member = code.memberForOthers(named: name.last, labels: name.labels, than: type)
    else { return nil }
    return constraint(type.qualifiedName, member)
  }

  /// `Box<String>.sum`, which an extension declares only for `T == Int`.
  private static func problemOfArguments(
    with name: CodeName, in code: CodeModel
  ) -> SymbolProblem? {
    guard let (text, place) = name.arguments, place == name.parts.count - 1 else { return nil }
    let owner = name.parts.dropLast().joined(separator: ".")
    let types = code.types(named: owner)
    guard let type = types.first, types.count == 1,
      let arguments = TypeReference(reading: "\(owner)<\(text)>")?.arguments,
      let member = code.memberForOthers(
        named: name.last, labels: name.labels, than: type, of: arguments)
    else { return nil }
    return constraint("\(owner)<\(text)>", member)
  }

  private static func constraint(_ type: String, _ member: Member) -> SymbolProblem {
    let conditions = member.extensionConditions.map(\.text).joined(separator: ", ")
    return SymbolProblem(
      .constraint, member.name,
      message: "`\(type)` has no `\(member.fullName)`: "
        + "`\(member.owner ?? "")` has it where `\(conditions)`")
  }

  /// Members that the compiler writes.
  ///
  /// Also members that symbol graphs list as inherited.
  private static func isSynthesized(
    _ name: String, of type: TypeDeclaration, _ code: CodeModel
  ) -> Bool {
    let always: Set = [
      "allCases", "rawValue", "init", "self", "Type", "hashValue", "id", "description",
      "debugDescription", "errorDescription", "failureReason", "recoverySuggestion", "helpAnchor",
      "objectWillChange", "stringValue", "intValue", "persistentModelID", "hasChanges", "isDeleted",
      "modelContext", "modelContainer", "modelExecutor", "unownedExecutor", "ID", "Element",
      "Iterator", "RawValue", "AllCases", "Index", "Body",
    ]
    if always.contains(name)
      || type.inherited?.contains(where: { $0 == name || $0.hasPrefix(name + "(") }) == true
    {
      return true
    }
    switch name {
    case "hash": return type.kind == .enum || code.inherits(type, from: ["Hashable"])
    case "encode": return code.inherits(type, from: ["Codable", "Encodable"])
    case "CodingKeys": return code.inherits(type, from: ["Codable", "Encodable", "Decodable"])
    case "localizedDescription": return code.inherits(type, from: ["Error", "LocalizedError"])
    case "assertIsolated", "preconditionIsolated", "assumeIsolated", "unownedExecutor":
      return type.kind == .actor
    default: return false
    }
  }

  /// Macros that add no members of other names.
  static let knownMacros: Set<String> = ["Observable", "Model", "ModelActor"]

  /// Whether members can come from a type that is declared elsewhere, or from a macro.
  ///
  /// Aliases and unknown macros count as well; followed eight classes up at most.
  private static func inheritsFromElsewhere(
    _ type: TypeDeclaration, _ code: CodeModel, depth: Int = 0
  ) -> Bool {
    type.kind == .typealias
      || type.attributes.contains { $0.isMacro && !knownMacros.contains($0.name) }
      || type.inheritance.contains { base in
        let own = code.types(named: base.name)
        if own.isEmpty { return !plain.contains(base.name) }
        // A base of the project may itself inherit from another module, or be an alias of its type.
        return depth < 8 && own.contains { inheritsFromElsewhere($0, code, depth: depth + 1) }
      }
  }

  /// Whether all that a type inherits from elsewhere belongs to a platform that has no such member,
  /// and the project adds none to types of others. Xcode writes members of managed objects.
  private static func isForeign(
    _ word: String, toPlatformBasesOf type: TypeDeclaration, _ code: CodeModel
  ) -> Bool {
    CodeName.isCamelCase(word) && !PlatformNames.contains(word)
      && code.inheritsOnlyFromPlatform(type)
      && !code.inherits(type, from: ["NSManagedObject"])
      && code.members(named: word).allSatisfy { member in
        member.owner.map { !code.types(named: $0).isEmpty } ?? true
      }
  }

  /// Protocols and types of the platforms that add only the members in `isSynthesized`.
  private static let plain: Set = [
    "Sendable", "Hashable", "Equatable", "Codable", "Encodable", "Decodable", "Error", "Comparable",
    "Identifiable", "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible",
    "LocalizedError", "ObservableObject", "AnyObject", "Actor", "CodingKey", "String", "Int",
  ]
}

extension CodeModel {
  /// Whether too many functions or initializers have the name of a call.
  func hasTooManyOverloads(of name: CodeName) -> Bool {
    guard name.labels != nil else { return false }
    let owners = types(named: name.parts.dropLast().joined(separator: "."))
    return owners.contains { $0.hasTooManyOverloads(named: name.last) }
      || types(madeBy: name.path).contains { $0.hasTooManyOverloads(named: "init") }
  }
}

/// `Point(x:y:)` or `Point.init(x:y:)`: creates a value of a declared type.
private struct InitializerCall {
  private let labels: [String]
  private let hasTrailingClosure: Bool
  private let types: [TypeDeclaration]
  private let code: CodeModel

  /// `nil` for a name with another meaning.
  init?(_ name: CodeName, in code: CodeModel) {
    guard let labels = name.labels, !name.isMember else { return nil }
    let isNamed = name.last == "init" && name.parts.count > 1
    let path = isNamed ? name.parts.dropLast().joined(separator: ".") : name.path
    let made = code.types(madeBy: path)
    // A nested type needs the types around it.
    let outermost = made.filter { $0.qualifiedName == path }
    types = outermost.isEmpty ? made : outermost
    guard !types.isEmpty else { return nil }
    (self.labels, self.code) = (labels, code)
    hasTrailingClosure = name.hasTrailingClosure
  }

  /// Whether the labels are some of those of an initializer.
  var isShortened: Bool {
    types.compactMap { code.initializerForms(of: $0) }.joined().contains {
      labels.isPart(of: $0.labels)
    }
  }

  /// The declared initializers if all labels are those of one of them: a macro or another module hardly
  /// adds an initializer with the same labels.
  private var declaredForms: [InitializerForm]? {
    let forms = types.flatMap(\.initializers).compactMap { $0.signature.map(InitializerForm.init) }
    let isLike = forms.contains { Set(labels).isSubset(of: $0.labels) }
    return labels.count > 1 && !labels.contains("_") && isLike ? forms : nil
  }

  /// `nil` if the type can be created with these labels, or if the sources cannot decide.
  var problem: String? {
    let known = types.map { code.initializerForms(of: $0) }
    let forms =
      known.allSatisfy { $0 != nil } ? known.compactMap(\.self).flatMap(\.self) : declaredForms
    guard let forms,
      !forms.contains(where: { $0.accepts(labels, beforeClosure: hasTrailingClosure) })
    else { return nil }
    let name = types[0].qualifiedName + ".init"
    if forms.isEmpty { return "`\(name)` does not exist" }
    return LabelDifference.message(name, written: labels, forms: forms)
  }
}

extension [String] {
  /// Whether these are some elements of another list, in its order.
  fileprivate func isPart(of whole: [String]) -> Bool {
    var rest = self[...]
    for element in whole where element == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
