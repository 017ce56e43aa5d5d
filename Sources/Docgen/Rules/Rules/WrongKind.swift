package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A text that gives a type another kind than its declaration, such as class instead of actor, or a
/// property or result another type.
///
///     the `Store` protocol · actor `Store` · the struct `Store` · all stores are actors
///     `timeout: Int` · `load()` returns a `Row`
///
/// Names that the platform also has, and types of examples, are ignored.
package enum WrongKind: Rule {
  package static let id = RuleID("wrong-kind")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A text states the wrong kind or type of a name."
  package static let explanation = Explanation.other(
    """
    Prose that calls a type of the project a class, struct, enum, actor or protocol must use the \
    kind of its declaration: "the `Store` protocol", "actor `Store`". So must the type of a property, \
    such as `timeout: Int`, and of a result, such as "`load()` returns a `Row`". A type that a text calls \
    an implementation of a protocol must conform to it.
    """,
    "a document", text: "The `Door` class opens, and the code has `actor Door`.",
    remedy: "Write the kind of the declaration.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    var seen: Set<String> = []
    return groupFindings(on: page) + listFindings(on: page) + typeFindings(on: page)
      + conformanceFindings(on: page)
      + page.writtenCodeSpans.compactMap { span in
        guard let name = CodeName(ofType: span.text), !PlatformNames.hasType(name.last),
          let kind = kind(of: span, on: page),
          case let types = code.types(named: span.text), let type = types.first,
          types.allSatisfy({ $0.kind != kind && ($0.kind != .typealias || $0.isComposition) }),
          !types.allSatisfy({ ExamplePath.isExample($0.location.file) }),
          !page.blockNames.declared.contains(name.last), seen.insert(span.text).inserted
        else { return nil }
        return finding(
          type, kind, at: span.contentRange, isHistorical: page.subject.isHistorical(at: span),
          on: page
        )
      }
  }

  private static func finding(
    _ type: TypeDeclaration, _ kind: TypeDeclaration.Kind, at range: SourceRange,
    isHistorical: Bool, on page: CheckedPage
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: isHistorical ? .low : .medium,
      at: page.page.location(range),
      "`\(type.qualifiedName)` is "
        + (type.isComposition ? "an alias of several protocols" : type.kind.withArticle)
        + ", not \(kind.withArticle)",
      caretLabel: "documented",
      evidence: [Evidence(.declared, type.info.headline, at: type.nameLocation)])
  }

  /// Sentences about all types with an ending, some of which have another kind.
  ///
  ///     All services are actors.     AuditService and SyncService are, CertificateService is not
  private static func groupFindings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    let claims = page.plainWords { words, index -> ([TypeDeclaration], TypeDeclaration.Kind)? in
      guard words[index].text.lowercased() == "all",
        let verb = words[index...].prefix(4).firstIndex(where: { $0.text == "are" }),
        verb > index + 1, verb + 1 < words.count,
        let kind = kinds[singular(words[verb + 1].text)]
      else { return nil }
      return group(words[(index + 1)..<verb].map(\.text), kind, in: code).map { ($0, kind) }
    }
    return claims.flatMap { span, claim in
      claim.0.map {
        finding(
          $0, claim.1, at: span.range, isHistorical: page.subject.isHistorical(at: span), on: page)
      }
    }
  }

  /// A kind before a list of types that all have the same other kind.
  ///
  ///     It has these structs:     `Quay` and `Pier` are classes
  private static func listFindings(on page: CheckedPage) -> [Diagnostic] {
    page.enumerations.compactMap { list in
      guard list.form == .list, let lead = list.lead, lead.endsWithColon, !lead.isHeading,
        !["conform", "implement", "inherit", "adopt"].contains(where: lead.sentence.contains)
      else { return nil }
      let nouns = lead.sentence.split { !$0.isLetter }.filter { $0.hasSuffix("s") }
      let stated = Set(nouns.compactMap { kinds[singular($0)] })
      guard stated.count == 1, let kind = stated.first else { return nil }
      let types = list.entries.map { entry in
        entry.names.first.map { page.project.code.types(named: $0.name) } ?? []
      }
      guard let first = types.first?.first,
        first.kind != kind, first.kind != .typealias,
        types.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.kind == first.kind } })
      else { return nil }
      let line = page.page.blocks[lead.block].range.start.line
      return finding(
        first, kind, at: page.page.blocks[lead.block].range,
        isHistorical: page.subject.isHistorical(atLine: line), on: page)
    }
  }

  /// A type that a text calls an implementation of a protocol that it does not conform to.
  ///
  ///     `Pier` - the wooden implementation of `Dock`
  private static func conformanceFindings(on page: CheckedPage) -> [Diagnostic] {
    let (code, spans) = (page.project.code, page.writtenCodeSpans)
    return zip(spans, spans.dropFirst()).compactMap { name, base in
      guard name.block == base.block,
        page.page.text(between: name, and: base)
          .contains(
            /^(?:[-–—:]|is an? )[^.,;()]{0,60}\bimplementation of(?: the)?$|^conforms to(?: the)?$/),
        case let bases = code.types(named: base.text), bases.count == 1, bases[0].kind == .protocol,
        case let types = code.types(named: name.text), types.count == 1, let type = types.first,
        type.kind != .protocol, code.isOwn(type.name), code.isOwn(base.text),
        !code.inherits(type, from: [base.text]), code.inheritsOnlyFromPlatform(type),
        !page.blockNames.declared.contains(name.text)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical(at: name) ? .low : .medium,
        at: page.page.location(name.contentRange),
        "`\(type.qualifiedName)` does not conform to `\(bases[0].qualifiedName)`",
        caretLabel: "documented",
        evidence: [Evidence(.declared, type.info.headline, at: type.nameLocation)])
    }
  }

  /// The types of another kind in a group; `nil` if the words do not name a group of at least three
  /// types, most of which have that kind.
  private static func group(
    _ words: [Substring], _ kind: TypeDeclaration.Kind, in code: CodeModel
  ) -> [TypeDeclaration]? {
    let parts = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let suffix = parts.dropLast().joined() + singular(parts.last?[...] ?? "")
    let types = code.types.filter {
      $0.name.hasSuffix(suffix) && $0.name != suffix && $0.outerName == nil
        && ![.protocol, .typealias].contains($0.kind)
        && !ExamplePath.isExample($0.location.file)
    }
    let exceptions = types.filter { $0.kind != kind }
    return types.count >= 3 && exceptions.count * 2 < types.count ? exceptions : nil
  }

  /// `services` -> `service`, `classes` -> `class`, `repositories` -> `repository`
  private static func singular(_ word: Substring) -> String {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if word.hasSuffix("sses") { return String(word.dropLast(2)) }
    return String(word.hasSuffix("s") ? word.dropLast() : word)
  }

  /// The kind that the words next to a name give it; `nil` without such words.
  private static func kind(of span: CodeSpan, on page: CheckedPage) -> TypeDeclaration.Kind? {
    let line = page.page.source.line(span.range.start.line).utf8
    guard span.range.start.line == span.range.end.line else { return nil }
    let before = String(decoding: line.prefix(span.range.start.column - 1), as: UTF8.self)
    let after = page.text(after: span)
    if after.hasPrefix(" ") {
      let words = after.dropFirst().split(separator: " ", maxSplits: 2)
      let isAlone = words.first?.last?.isLetter == false
      // `Store` class diagram, `Store` protocol methods
      let next = words.dropFirst().first ?? ""
      if let kind = words.first.flatMap({ kinds[$0.filter(\.isLetter)] }),
        isAlone || !followers.contains(next.lowercased().filter(\.isLetter))
      {
        return kind
      }
    }
    // `The new struct`, `a class`; but the kind in `conforming to a protocol, X` belongs to another
    // type.
    guard before.hasSuffix(" "), let word = before.dropLast().split(separator: " ").last else {
      return nil
    }
    return kinds[String(word)]
  }

  private static let kinds: [String: TypeDeclaration.Kind] = [
    "class": .class, "struct": .struct, "structure": .struct, "enum": .enum, "enumeration": .enum,
    "actor": .actor, "protocol": .protocol,
  ]
  /// Words after a kind that turn it into a part of another term.
  private static let followers: Set = [
    "diagram", "diagrams", "method", "methods", "hierarchy", "name", "names", "case", "cases",
    "conformance", "conformances", "isolation", "witness", "requirement", "requirements", "system",
    "cluster", "extension", "extensions", "value", "values",
  ]
}

extension TypeDeclaration {
  /// Whether it is an alias of several protocols: `typealias Ship = Cargo & Crew`.
  fileprivate var isComposition: Bool {
    if case .composition? = aliased?.structure { true } else { false }
  }
}

extension TypeDeclaration.Kind {
  fileprivate var withArticle: String {
    switch self {
    case .actor, .enum: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}
