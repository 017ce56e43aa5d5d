package import Diagnostics
import Markup
import Models
import SwiftCode

/// A name between backticks that the code does not have: renamed, moved or removed since.
///
/// Held against the code is what looks like a symbol (`CodeName`). It agrees when it is declared,
/// or when the code uses a name from elsewhere; behind the name of a declared type only its own
/// members count. A word such as `Mood`, which does not look like a symbol, is one where a sentence
/// of the page counts what it has: "`Mood` has two cases".
package enum UnknownSymbol: Rule {
  package static let id = "unknown-symbol"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A name between backticks is none of the code's."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    let counted = countedOwners(on: page)
    return page.writtenCodeSpans.compactMap { span in
      guard let name = name(in: span, on: page, counted: counted),
        let problem = problem(with: name, in: code)
      else { return nil }
      var evidence: [Evidence] = []
      var fixIts: [FixIt] = []
      if !isForOthers(name, in: code), case .unknown(let nearest?) = code.symbol(name.lookup) {
        let place = code.symbols(named: nearest).first?.nameLocation
        evidence.append(Evidence(.help, "did you mean `\(nearest)`?", at: place))
        fixIts = [renaming(span, name, to: nearest)].compactMap(\.self)
      } else if let help = ownersHelp(name, in: code) {
        evidence.append(help)
      }
      evidence.append(
        Evidence(.help, "what is no name of the code goes to `ignore` in .docgen.json"))
      return Diagnostic(
        rule: id, severity: severity, at: page.page.location(span.contentRange), problem,
        caretLabel: "documented", evidence: evidence, fixIts: fixIts)
    }
  }

  /// What sentences of the page count members, cases or states of, and is not there to be counted.
  private static func countedOwners(on page: CheckedPage) -> Set<String> {
    let unknown = CountClaim.all(on: page).filter {
      !$0.isDemand && $0.count(in: page.project) == nil
    }
    return Set(unknown.map(\.owner))
  }

  /// The name that is held against the code; without sources nothing can be said about any.
  static func name(
    in span: CodeSpan, on page: CheckedPage, counted: Set<String> = []
  ) -> CodeName? {
    let code = page.project.code
    let written =
      CodeName(span.text) ?? (counted.contains(span.text) ? CodeName(ofType: span.text) : nil)
    guard !code.types.isEmpty || !code.globals.isEmpty, let name = written,
      !FileName.isFileName(span.text), page.surroundings?.isIgnored(span.text) != true
    else { return nil }
    return name
  }

  /// The span with the nearest name in the place of its own, where both have as many parts.
  private static func renaming(_ span: CodeSpan, _ name: CodeName, to nearest: String) -> FixIt? {
    if name.labels != nil, nearest.hasSuffix(")"), span.text == name.lookup {
      return FixIt(
        range: span.contentRange, replacement: nearest, title: "replace with `\(nearest)`")
    }
    let nearest = nearest.prefix { $0 != "(" }
    let parts = nearest.split(separator: ".")
    guard parts.count == name.parts.count, span.text.contains(name.path) else { return nil }
    let text = span.text.replacing(
      name.path, with: parts.joined(separator: "."), maxReplacements: 1)
    return FixIt(
      range: span.contentRange, replacement: text, title: "replace with `\(text)`")
  }

  private static func problem(with name: CodeName, in code: CodeModel) -> String? {
    guard code.symbols(named: name.lookup).isEmpty else {
      return problemOfArguments(with: name, in: code)
    }
    if let made = InitializerCall(name, in: code) { return made.problem }
    if name.parts.count > 1 { return memberProblem(with: name, in: code) }
    if code.moduleNames.contains(name.last) { return nil }
    guard code.mentions(name.last) else {
      return "nothing in the code is called `\(name.last)`"
    }
    return labelProblem(with: name, among: code.members(named: name.last) + code.globals)
  }

  /// `Owner.member`, whose owner is declared here; or `value.call()`.
  private static func memberProblem(with name: CodeName, in code: CodeModel) -> String? {
    let owner = name.parts.dropLast().joined(separator: ".")
    let types = code.types(named: owner)
    if !types.isEmpty {
      if types.contains(where: { isSynthesized(name.last, of: $0, code) }) { return nil }
      if let problem = problemForOthers(with: name, types, code) { return problem }
      let isOpen = types.contains { inheritsFromElsewhere($0, code) }
      let members = types.flatMap {
        isOpen ? $0.members : code.members(named: name.last, reachableFrom: $0)
      }
      if let problem = labelProblem(with: name, among: members) { return problem }
      if members.contains(where: { $0.name == name.last }) { return nil }
      if isOpen && code.mentions(name.last) {
        return nil
      }
      return "`\(owner)` has no member `\(name.last)`"
    }
    if let followed = followed(name, in: code) {
      return code.symbols(named: followed.lookup).isEmpty
        ? memberProblem(with: followed, in: code) : nil
    }
    if let problem = ownerProblem(with: name.parts, in: code) { return problem }
    let first = name.parts[0]
    if !membersElsewhere(name, in: code).isEmpty {
      return "nothing in the code is called `\(first)`"
    }
    if CodeName.isCamelCase(first) {
      return code.mentions(first) ? nil : "nothing in the code is called `\(first)`"
    }
    let isCallOfValue = name.isCall && first.first?.isLowercase == true
    if isCallOfValue && !code.mentions(name.last) {
      return "nothing in the code is called `\(name.last)`"
    }
    return nil
  }

  /// The first part that the type or module before it does not have: `Known.Unknown.member`.
  private static func ownerProblem(with parts: [String], in code: CodeModel) -> String? {
    for count in (1..<parts.count).reversed() {
      let prefix = parts.prefix(count).joined(separator: ".")
      // `Level.low.rawValue`: what a value has is not followed.
      let values = code.symbols(named: "\(prefix).\(parts[count])")
      if count < parts.count - 1, !values.isEmpty { return nil }
      let isModule = code.moduleNames.contains(prefix)
      guard isModule || !code.types(named: prefix).isEmpty else { continue }
      return isModule
        ? "the module `\(prefix)` has no `\(parts[count])`"
        : "`\(prefix)` has no member `\(parts[count])`"
    }
    return nil
  }

  /// A function that is declared, but not with these labels.
  private static func labelProblem(with name: CodeName, among members: [Member]) -> String? {
    guard let labels = name.labels else { return nil }
    let named = members.filter { $0.name == name.last }
    let known = named.compactMap { member in
      member.signature?.labels ?? member.enumCase?.associatedValues.map { $0.label ?? "_" }
    }
    guard !known.isEmpty, !known.contains(labels) else { return nil }
    let written = Set(known.map { "`(" + $0.map { $0 + ":" }.joined() + ")`" }).sorted()
    let more = written.count > 4 ? " and others" : ""
    return "`\(name.last)` takes " + written.prefix(4).joined(separator: " or ") + more
  }

  /// `Slow.perform(_:with:)`, which an extension has only for types that are `Fast`.
  private static func problemForOthers(
    with name: CodeName, _ types: [TypeDeclaration], _ code: CodeModel
  ) -> String? {
    guard let type = types.first, types.count == 1,
      let member = code.memberForOthers(named: name.last, labels: name.labels, than: type)
    else { return nil }
    return problem(type.qualifiedName, member)
  }

  /// Whether the owner is right, and what is wrong is that it lacks what others of its kind have.
  private static func isForOthers(_ name: CodeName, in code: CodeModel) -> Bool {
    let types = code.types(named: name.parts.dropLast().joined(separator: "."))
    return name.labels == nil && name.parts.count > 1 && types.count == 1
      && code.memberForOthers(named: name.last, labels: nil, than: types[0]) != nil
  }

  /// `Box<String>.sum`, which an extension has only where `T == Int`.
  private static func problemOfArguments(with name: CodeName, in code: CodeModel) -> String? {
    guard let (text, place) = name.arguments, place == name.parts.count - 1 else { return nil }
    let owner = name.parts.dropLast().joined(separator: ".")
    let types = code.types(named: owner)
    guard let type = types.first, types.count == 1,
      let arguments = TypeReference(reading: "\(owner)<\(text)>")?.arguments,
      let member = code.memberForOthers(
        named: name.last, labels: name.labels, than: type, of: arguments)
    else { return nil }
    return problem("\(owner)<\(text)>", member)
  }

  private static func problem(_ type: String, _ member: Member) -> String {
    let conditions = member.extensionConditions.map(\.text).joined(separator: ", ")
    return "`\(type)` has no `\(member.fullName)`: "
      + "`\(member.owner ?? "")` has it where `\(conditions)`"
  }

  /// Members that the compiler writes.
  private static func isSynthesized(
    _ name: String, of type: TypeDeclaration, _ code: CodeModel
  ) -> Bool {
    let always: Set = [
      "allCases", "rawValue", "init", "self", "Type", "hashValue", "id", "description",
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

  /// Whether members can come from a type that is declared elsewhere.
  private static func inheritsFromElsewhere(_ type: TypeDeclaration, _ code: CodeModel) -> Bool {
    let plain: Set = ["Sendable", "Hashable", "Equatable", "Codable", "Error", "Comparable"]
    return type.inheritance.contains {
      !plain.contains($0.name) && code.types(named: $0.name).isEmpty
    }
  }
}

/// `Point(x:y:)` or `Point.init(x:y:)`: a value of a declared type is made.
private struct InitializerCall {
  private let labels: [String]
  private let types: [TypeDeclaration]
  private let code: CodeModel

  /// Nothing for a name that means something else.
  init?(_ name: CodeName, in code: CodeModel) {
    guard let labels = name.labels, !name.isMember else { return nil }
    let isNamed = name.last == "init" && name.parts.count > 1
    let path = isNamed ? name.parts.dropLast().joined(separator: ".") : name.path
    types = code.types(named: path)
    guard !types.isEmpty else { return nil }
    (self.labels, self.code) = (labels, code)
  }

  /// Nothing where it can be made so, or where that cannot be told.
  var problem: String? {
    let known = types.map { code.initializerForms(of: $0) }
    let forms = known.compactMap(\.self).flatMap(\.self)
    guard known.allSatisfy({ $0 != nil }), !forms.contains(where: { $0.accepts(labels) }) else {
      return nil
    }
    let written = Set(forms.map { "`(" + $0.labels.map { $0 + ":" }.joined() + ")`" }).sorted()
    let type = "`\(types[0].qualifiedName).init`"
    if written.isEmpty { return "\(type) does not exist" }
    let more = written.count > 4 ? " and others" : ""
    return "\(type) takes " + written.prefix(4).joined(separator: " or ") + more
  }
}
