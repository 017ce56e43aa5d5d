import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Types that a text gives to properties and to results of functions.
///
///     `timeout: Int`               the code has `var timeout: Duration`
///     `load()` returns a `Row`     the code has `func load() -> Page`
extension WrongKind {
  static func typeFindings(on page: CheckedPage) -> [Diagnostic] {
    let spans = page.writtenCodeSpans
    let types = StatedTypes(page)
    let claims =
      spans.compactMap { span in types.property(span).map { (span, $0) } }
      + zip(spans, spans.dropFirst()).compactMap { call, type in
        (types.result(of: call, type) ?? types.foreign(call, type)).map { (type, $0) }
      }
    return claims.map { span, claim in
      Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical(at: span) ? .low : .medium,
        at: page.page.location(span.contentRange), claim.message, caretLabel: "documented",
        evidence: [Evidence(.declared, claim.member.headline, at: claim.member.nameLocation)])
    }
  }
}

/// The declarations that a text means, and whether their types can be the stated ones.
private struct StatedTypes {
  typealias Claim = (message: String, member: Member)

  private let page: CheckedPage
  private let code: CodeModel

  init(_ page: CheckedPage) { (self.page, code) = (page, page.project.code) }

  nonisolated(unsafe) private static let typed = /([A-Za-z_][\w.]*): ([A-Z\[][^=]*)/

  /// The property of `` `timeout: Int` `` if all declarations of that name have other types.
  func property(_ span: CodeSpan) -> Claim? {
    guard span.text.contains(":"),
      let match = span.text.wholeMatch(of: Self.typed),
      let name = CodeName(String(match.1)), !name.isCall, let stated = type(match.2)
    else { return nil }
    let members = self.members(name, at: span)
    let types = members.compactMap { $0.property?.type }
    guard let member = members.first, types.count == members.count, let own = types.first,
      types.allSatisfy({ excludes($0, stated, of: member) }), !isParameter(name.last, stated)
    else { return nil }
    return ("`\(member.qualifiedName)` has the type `\(own.text)`, not `\(stated.text)`", member)
  }

  /// The function of "`load()` returns a `Row`" if all functions of that name have other results.
  func result(of call: CodeSpan, _ type: CodeSpan) -> Claim? {
    guard call.block == type.block, let name = CodeName(call.text), name.isCall,
      case let between = page.page.text(between: call, and: type), between.hasPrefix("returns"),
      (between + " ").wholeMatch(of: /returns (?:an? |the )?(?:new |optional )?/) != nil,
      let stated = self.type(type.text[...])
    else { return nil }
    let members = self.members(name, at: call)
    guard let member = members.first,
      members.allSatisfy({ function in
        guard let signature = function.signature else { return false }
        guard let result = signature.result else { return stated.text != "Void" }
        return excludes(result, stated, of: function)
      })
    else { return nil }
    let own = member.signature?.result.map { "returns `\($0.text)`" } ?? "has no result"
    return ("`\(member.qualifiedName)` \(own), not `\(stated.text)`", member)
  }

  /// The property of "- `session`: An `Alamofire.SessionManager`" if no source has a type of that name.
  func foreign(_ span: CodeSpan, _ type: CodeSpan) -> Claim? {
    let parts = type.text.split(separator: ".").map(String.init)
    guard parts.count == 2, span.block == type.block, let name = CodeName(span.text), !name.isCall,
      page.page.text(between: span, and: type).wholeMatch(of: /[:–—-] ?(?:An?|The)/) != nil,
      page.text(before: span).allSatisfy({ "*- +".contains($0) }),
      CodeName.isCamelCase(parts[1]), !code.mentions(parts[1]), !PlatformNames.contains(parts[1]),
      page.context?.index.imported(code).contains(parts[0]) == true,
      let member = members(name, at: span).first, let own = member.property?.type
    else { return nil }
    return ("`\(member.qualifiedName)` has the type `\(own.text)`, not `\(type.text)`", member)
  }

  /// The members that a name means: those of the section's type, or all of a distinctive name.
  private func members(_ name: CodeName, at span: CodeSpan) -> [Member] {
    let owner = page.ownerOfSection(atLine: span.range.start.line)
    let owned = owner.map { code.symbols(named: "\($0).\(name.lookup)") } ?? []
    let isDistinctive =
      name.parts.count > 1 || CodeName.isCamelCase(name.last) && !PlatformNames.contains(name.last)
    let symbols = owned.isEmpty && isDistinctive ? code.symbols(named: name.lookup) : owned
    let members = symbols.compactMap { symbol -> Member? in
      switch symbol {
      case .member(let member), .global(let member): member
      case .type: nil
      }
    }
    let isOwn =
      members.count == symbols.count && !page.blockNames.declared.contains(name.last)
      && members.allSatisfy { !ExamplePath.isExample($0.location.file) }
    return isOwn ? members : []
  }

  /// The type of a text if all types in it are known; an alias may stand for any type.
  private func type(_ text: Substring) -> TypeReference? {
    let file = FileDeclarations(reading: SourceInput(path: "", "var value: \(text)"))
    guard let type = file.globals.first?.property?.type, type.text == text, !type.mentions.isEmpty,
      type.mentions.allSatisfy({ isKnown($0.name) })
    else { return nil }
    return type
  }

  private func isKnown(_ name: String) -> Bool {
    let types = code.types(named: name)
    return types.isEmpty ? PlatformNames.hasType(name) : types.allSatisfy { $0.kind != .typealias }
  }

  /// Whether two types have nothing in common: prose may leave out `?`, brackets and arguments, and
  /// may name a class that conforms to the declared protocol.
  private func excludes(_ own: TypeReference, _ stated: TypeReference, of member: Member) -> Bool {
    let generics = member.signature?.genericParameters.map(\.name) ?? []
    let names = own.mentions.map(\.name)
    return !names.isEmpty
      && names.allSatisfy { name in
        isKnown(name) && !generics.contains(name)
          && stated.mentions.allSatisfy { mention in
            !mention.name.hasSuffix(name) && !name.hasSuffix(mention.name)
              && !code.types(named: mention.name).contains { code.inherits($0, from: [name]) }
              && !code.types(named: name).contains { code.inherits($0, from: [mention.name]) }
          }
      }
  }

  /// Whether a function has a parameter of that name and type.
  private func isParameter(_ name: String, _ stated: TypeReference) -> Bool {
    let known = code.derived.value(["parameters"]) {
      let members = code.types.lazy.flatMap(\.members)
      return Set(
        members.flatMap { $0.signature?.parameters ?? [] }.flatMap { parameter in
          [parameter.label, parameter.name].map { [$0, parameter.type?.plainText] }
        })
    }
    return (known as? Set<[String?]>)?.contains([name, stated.plainText]) == true
  }
}
