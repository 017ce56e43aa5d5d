import Basics
import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Declarations in the Swift blocks of a page that repeat those of the project.
///
///     func load(id: Int) throws -> Item       a signature without a body, also in an extension
///     protocol Store { func save(id: Int) }   a type that the project declares
///
/// In a section whose heading is a type of the project, a signature is one of its members.
///
/// The difficulty is to distinguish a quotation of the project from an example of the author's own.
/// A type counts as quoted if it has the name of a type of the project and at least half of its
/// members are declared there; a function alone certainly only if the page is a reference, that is
/// if at least three functions are quoted and half of them known.
struct QuotedSignatures {
  private let page: CheckedPage
  private let code: CodeModel
  /// Whether most of the quoted functions are declared: then the page is a reference.
  private let isReference: Bool
  /// Whether most of the page's blocks are such quotations: then its types are the project's, too.
  private let isInterface: Bool

  /// Types that the page's blocks declare.
  private let ownTypes: Set<String>

  init(_ page: CheckedPage) {
    self.page = page
    code = page.project.code
    ownTypes = Set(page.examples.flatMap(\.types).map(\.name))
    let names = page.examples.filter(\.isReference).flatMap(\.functions).map(\.name)
    let known = names.count { [code] in code.mentions($0) }
    isReference = names.count >= 3 && known * 2 >= names.count
    let quotations = page.examples.count { $0.isReference || $0.hasOnlyInterfaces }
    isInterface = isReference && quotations * 2 >= page.examples.count
  }

  func candidates(in example: Example) -> [SymbolCandidate] {
    if example.excerpt.declarations == nil {
      return isInterface && example.hasOnlyInterfaces ? unknownTypes(in: example) : []
    }
    let quotedTypes = quotedTypes(in: example)
    let omissions = quotedTypes.isEmpty ? nil : QuotedOmissions(page, example)
    var found = quotedTypes.flatMap { quoted, own in
      // If most members are known, the type is an old version of the project's type, not one of the
      // example.
      let names = Set(own.members.map(\.name))
      let known = quoted.members.count { names.contains($0.name) }
      let isOwn =
        known * 3 >= quoted.members.count * 2
        || isCopy(quoted, of: own, known: known) || isSubject(own, of: example)
        || known > 0 && omissions?.leavesOutMembers(of: quoted) == true
      return quoted.members.flatMap {
        candidates(for: $0, of: own.qualifiedName, in: example, isQuoted: isOwn)
      } + (omissions?.candidates(of: quoted, own) ?? [])
        + QuotedHeadlines(page, example, ownTypes: ownTypes).candidates(of: quoted, own)
    }
    let section = page.ownerOfSection(atLine: example.fence.range.start.line)
    for function in example.functions where function.bodyRange == nil {
      found += candidates(for: function, of: section, in: example)
      if isReference && example.isReference { found += unknownTypes(of: function, in: example) }
    }
    if let section, example.isReference {
      for member in example.properties + example.initializers {
        found += candidates(for: member, of: section, in: example)
      }
    }
    if isInterface && example.hasOnlyInterfaces { found += unknownTypes(in: example) }
    return found + aliases(in: example) + extensions(in: example)
  }

  /// Functions without bodies in extensions, which do not compile and so are quotations.
  ///
  ///     extension Store { func save(id: Int) }      `save(_:)` in the code
  private func extensions(in example: Example) -> [SymbolCandidate] {
    let extensions = example.excerpt.declarations?.file.extensions ?? []
    return extensions.filter { $0.members.allSatisfy { $0.bodyRange == nil } }.flatMap { found in
      let isOwn = code.isOwn(found.name) && code.types(named: found.name).count == 1
      return found.members.filter(\.isMethod).flatMap {
        candidates(for: $0, of: isOwn ? found.name : nil, in: example, isQuoted: isOwn)
      }
    }
  }

  /// Types of the block that are not declared anywhere.
  private func unknownTypes(in example: Example) -> [SymbolCandidate] {
    example.types.compactMap { type in
      guard type.outerName == nil, let place = type.nameLocation.range?.start,
        // A reader's type has a macro of the project.
        !type.attributes.contains(where: \.isMacro),
        let name = CodeName(ofType: type.name), let problem = SymbolProblem(name, in: code),
        problem.kind == .name
      else { return nil }
      let position = SourcePosition(line: place.line - example.linesBefore, column: place.column)
      var candidate = SymbolCandidate(
        name, problem, text: type.name, at: position, in: example.fence, on: page, isOwn: true)
      candidate.isQuotation = true
      return candidate
    }
  }

  /// Types that the project declares too.
  private func quotedTypes(in example: Example) -> [(TypeDeclaration, own: TypeDeclaration)] {
    example.quotableTypes.compactMap { type in
      // An alias stands for its type, unless the block quotes the alias.
      let named =
        type.kind == .typealias
        ? code.types(named: type.qualifiedName) : code.types(madeBy: type.qualifiedName)
      let exact = named.filter { $0.qualifiedName == type.qualifiedName }
      let own = named.count > 1 ? exact : named
      guard own.count == 1, !ExamplePath.isExample(own[0].location.file),
        own[0].kind == type.kind || type.kind.isNominal && own[0].kind.isNominal
      else { return nil }
      let names = Set(own[0].members.map(\.name))
      let known = type.members.count { names.contains($0.name) }
      if isCopy(type, of: own[0], known: known) || isSubject(own[0], of: example) {
        return (type, own[0])
      }
      // A platform may have a type of that name, but hardly with these members.
      guard named.count == 1,
        code.isOwn(type.name) || known > 2 && known == type.members.count
      else { return nil }
      if own[0].kind != type.kind, known < 3 { return nil }
      // Code in most members shows how a reader writes such a type.
      let written = type.members.count { $0.bodyRange != nil && !$0.isInitializer }
      if own[0].kind == type.kind, written * 2 >= type.members.count { return nil }
      // An example may declare a type of the same name for itself.
      return known * 2 >= type.members.count && known > 0 ? (type, own[0]) : nil
    }
  }

  /// Whether a public type repeats the beginning of the project's, or three of its members: no reader
  /// writes such a type.
  private func isCopy(
    _ quoted: TypeDeclaration, of own: TypeDeclaration, known: Int
  ) -> Bool {
    guard quoted.access == .public, own.access == .public, quoted.kind == own.kind else {
      return false
    }
    let bases = quoted.inheritance.map(\.name)
    return known >= 3 && known * 2 >= quoted.members.count
      || known > 0 && !bases.isEmpty && bases == own.inheritance.map(\.name)
  }

  /// Whether a block without bodies is in the section of the type.
  private func isSubject(_ own: TypeDeclaration, of example: Example) -> Bool {
    guard example.hasOnlyInterfaces,
      let section = page.ownerOfSection(atLine: example.fence.range.start.line)
    else { return false }
    return own.access == .public
      && code.types(named: section).map(\.qualifiedName) == [own.qualifiedName]
  }

  /// Aliases that have another meaning in the code.
  private func aliases(in example: Example) -> [SymbolCandidate] {
    example.quotableTypes.compactMap { type in
      let own = code.types(named: type.qualifiedName)
      guard own.count == 1, let quoted = type.aliased, let declared = own[0].aliased,
        quoted.plainText != declared.plainText, code.isOwn(type.name),
        let place = type.nameLocation.range?.start, let name = CodeName(ofType: type.name)
      else { return nil }
      let problem = SymbolProblem(
        .signature, type.name, message: "`\(type.name)` is declared as `\(own[0].info.headline)`",
        at: own[0].nameLocation)
      let position = SourcePosition(line: place.line - example.linesBefore, column: place.column)
      return SymbolCandidate(
        name, problem, text: type.name, at: position, in: example.fence, on: page, isOwn: true)
    }
  }

  private func candidates(
    for member: Member, of owner: String?, in example: Example, isQuoted: Bool = false
  ) -> [SymbolCandidate] {
    guard let place = member.nameLocation.range?.start, !example.leavesOut(in: member) else {
      return []
    }
    let position = SourcePosition(line: place.line - example.linesBefore, column: place.column)
    for prefix in [owner.map { $0 + "." }, ""].compactMap(\.self) {
      let text = prefix + member.fullName
      guard let name = CodeName(text) else { continue }
      let problem = SymbolProblem(name, in: code) ?? difference(of: member, from: name)
      // A member that an open owner lacks may be declared elsewhere.
      if let problem, !problem.isCertain { continue }
      return [problem].compactMap(\.self).map { problem in
        var candidate = SymbolCandidate(
          name, problem, text: text, at: position, in: example.fence, on: page,
          isOwn: isQuoted || isReference && example.isReference)
        candidate.isQuotation = isQuoted
        return candidate
      }
    }
    return []
  }

  // MARK: - Signatures

  /// The first declaration that the name means, if no declaration of that name has this signature.
  private func difference(of member: Member, from name: CodeName) -> SymbolProblem? {
    let declared = code.symbols(named: name.lookup).compactMap { symbol -> Member? in
      switch symbol {
      case .member(let member), .global(let member): member
      case .type: nil
      }
    }
    if let quoted = member.property, declared.count == 1, let own = declared[0].property {
      let name = declared[0].qualifiedName
      let types = quoted.type?.mentions.map(\.name) ?? []
      let message: String
      if quoted.type.map({ $0.plainText != own.type?.plainText }) == true, own.type != nil,
        !types.contains(where: ownTypes.contains)
      {
        message = "`\(name)` is declared as `\(declared[0].headline)`"
      } else if case .literal(let literal)? = own.value, case .literal(let old)? = quoted.value,
        literal != old
      {
        message = "`\(name)` is \(ExpectedValue.text(of: literal)) in the code"
      } else if quoted.type != nil, lacksModifier(declared[0], of: member) {
        message = "`\(name)` is declared as `\(declared[0].headline)`"
      } else {
        return nil
      }
      return SymbolProblem(.signature, member.name, message: message, at: declared[0].nameLocation)
    }
    if let quoted = member.enumCase, !quoted.associatedValues.isEmpty, !declared.isEmpty,
      declared.count == 1 || declared.allSatisfy({ $0.enumCase == nil }),
      declared.allSatisfy({
        ($0.enumCase?.labels ?? $0.signature?.labels).map { $0 != quoted.labels } == true
          || $0.enumCase.map { code.differ($0, quoted) } == true
      })
    {
      return SymbolProblem(
        .signature, member.name,
        message: "`\(declared[0].qualifiedName)` is declared as `\(declared[0].headline)`",
        at: declared[0].nameLocation)
    }
    guard let quoted = member.signature, member.bodyRange == nil else { return nil }
    let signatures = declared.compactMap(\.signature)
    guard signatures.count == declared.count, let first = declared.first,
      !signatures.contains(where: { $0.agrees(with: quoted) || quoted.isSummary(of: $0) })
        || declared.count == 1 && lacksModifier(first, of: member)
    else { return nil }
    return SymbolProblem(
      .signature, member.name,
      message: "`\(first.qualifiedName)` is declared as `\(first.headline)`",
      at: first.nameLocation)
  }

  /// Whether the quoted member has a modifier that matters to its users, and the declared one lacks.
  private func lacksModifier(_ declared: Member, of quoted: Member) -> Bool {
    ["nonisolated", "mutating"].contains { word in
      quoted.modifiers.contains(word) && !declared.modifiers.contains { $0.hasPrefix(word) }
    } || quoted.isStatic && !declared.isStatic
  }

  /// Types of parameters and results that are not declared anywhere.
  private func unknownTypes(of member: Member, in example: Example) -> [SymbolCandidate] {
    guard let signature = member.signature, let place = member.nameLocation.range?.start else {
      return []
    }
    let generic = Set(signature.genericParameters.map(\.name))
    let types = signature.parameters.compactMap(\.type) + [signature.result].compactMap(\.self)
    return types.flatMap(\.mentions).compactMap { mention in
      let word = mention.name
      guard !generic.contains(word), let name = CodeName(ofType: word),
        code.types(named: word).isEmpty,
        let problem = SymbolProblem(name, in: code), problem.kind == .name
      else { return nil }
      let first = place.line - example.linesBefore
      return SymbolCandidate(
        name, problem, text: word, at: example.position(of: word, from: first), in: example.fence,
        on: page, isOwn: true)
    }
  }
}

extension EnumCase {
  fileprivate var labels: [String] { associatedValues.map { $0.label ?? "_" } }
}

extension CodeModel {
  /// Whether a value of two cases has different types, none of which is an alias.
  fileprivate func differ(_ own: EnumCase, _ quoted: EnumCase) -> Bool {
    zip(own.associatedValues, quoted.associatedValues).contains { own, quoted in
      own.type.plainText != quoted.type.plainText
        && (own.type.mentions + quoted.type.mentions).allSatisfy { mention in
          let types = types(named: mention.name)
          return types.isEmpty
            ? PlatformNames.hasType(mention.name) : types.allSatisfy { $0.kind != .typealias }
        }
    }
  }
}

extension CheckedPage {
  /// The lines from the heading before a line to the next one.
  func lines(ofSectionAt line: Int) -> Range<Int> {
    let next = page.headings.partitioningIndex { $0.range.start.line > line }
    let first = next > 0 ? page.headings[next - 1].range.start.line : 1
    return first..<(next < page.headings.count ? page.headings[next].range.start.line : Int.max)
  }

  /// The type of the project that is the heading of the section, or of one around it.
  func ownerOfSection(atLine line: Int) -> String? {
    var level = Int.max
    for heading in page.headings.reversed() where heading.range.start.line < line {
      guard heading.level < level else { continue }
      level = heading.level
      let text = heading.text.trimmingPrefix("`")
      let name = String(text.hasSuffix("`") ? text.dropLast() : text)
      // `Usage` is a usual heading as well; between backticks, or of two words, it is a type.
      if let type = CodeName(ofType: name), name != heading.text || CodeName.isCamelCase(name),
        !project.code.types(named: type.path).isEmpty
      {
        return type.path
      }
    }
    return nil
  }
}

extension Signature {
  /// Whether effects and types are the same; names of associated types may stand for any.
  fileprivate func agrees(with quoted: Signature) -> Bool {
    let (own, other) = (comparable, quoted.comparable)
    return own.count == other.count
      && zip(own, other).allSatisfy {
        $0 == $1 || Self.associated.contains($0) || Self.associated.contains($1)
      }
  }

  /// Whether it has labels instead of names, and no result: `func save(for: User)` for
  /// `func save(for user: User) -> Bool`.
  fileprivate func isSummary(of own: Signature) -> Bool {
    result == nil
      && zip(parameters, own.parameters).contains {
        $0.name != nil && $0.name == $0.label && $1.label == $0.label && $1.name != $1.label
      }
  }

  private static let associated: Set = ["Self", "Index", "Element", "Key", "Value", "Iterator"]

  /// Effects and types in one spelling.
  fileprivate var comparable: [String] {
    parameters.map { $0.type?.plainText ?? "" }
      + [result?.plainText ?? "Void", isAsync ? "async" : "", throwing == .never ? "" : "throws"]
  }
}

extension TypeDeclaration.Kind {
  /// Whether a type of it has a body with members: no alias.
  fileprivate var isNominal: Bool { self != .typealias }
}
