package import Diagnostics
import Markup
import Models
import SwiftCode

/// A Swift block that uses or quotes the project's own API as the code no longer has it.
///
///     HTTPClient.Configuration(followRedirects: false)   no such initializer
///     protocol Store { func save(id: Int) }              the code has `save(_:)`
///
/// Names that the page's blocks declare themselves, and types of others, are left alone.
package enum OutdatedExample: Rule {
  package static let id = "outdated-example"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A Swift block uses or quotes a symbol as the code does not have it."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard page.surroundings?.repository != nil else { return [] }
    // What inline code says already is reported there.
    var seen = Set(page.writtenCodeSpans.map(\.text))
    var candidates: [SymbolCandidate] = []
    for example in page.examples {
      let (excerpt, fence) = (example.excerpt, example.fence)
      for candidate in uses(in: excerpt, fence, page) + quotes(in: excerpt, fence, page)
      where seen.insert(candidate.text).inserted {
        candidates.append(candidate)
      }
    }
    guard !candidates.isEmpty else { return [] }
    let judge = SymbolJudge(page, [], names: [])
    return candidates.compactMap { candidate in
      guard let verdict = judge.verdict(on: candidate),
        candidate.problem.kind != .name || verdict.confidence == .high
      else { return nil }
      return UnknownSymbol.finding(candidate, verdict, id: id, on: page)
    }
  }

  /// Calls and members of the project's types.
  private static func uses(
    in excerpt: SwiftExcerpt, _ fence: Fence, _ page: CheckedPage
  ) -> [SymbolCandidate] {
    excerpt.uses.compactMap { use in
      guard let name = CodeName(use.text) ?? CodeName(ofType: use.text),
        !page.blockNames.declared.contains(name.parts[0]),
        isOwn(name.parts[0], page.project.code),
        let problem = SymbolProblem(name, in: page.project.code), isOwn(problem)
      else { return nil }
      return candidate(
        name, problem, use.text, fence, SourcePosition(line: use.line, column: use.column), page)
    }
  }

  /// Whether a type of that name is the project's: not a stand-in for one of the platform, and not
  /// declared by its examples and tests.
  private static func isOwn(_ type: String, _ code: CodeModel) -> Bool {
    !PlatformNames.hasType(type)
      && code.types(named: type).allSatisfy { !ExamplePath.isExample($0.location.file) }
  }

  /// An open owner may have the member from elsewhere.
  private static func isOwn(_ problem: SymbolProblem) -> Bool {
    if case .member(_, isOpen: true) = problem.kind { return false }
    return problem.kind != .constraint
  }

  /// Declarations that repeat those of the project.
  private static func quotes(
    in excerpt: SwiftExcerpt, _ fence: Fence, _ page: CheckedPage
  ) -> [SymbolCandidate] {
    guard let (file, linesBefore) = excerpt.declarations else { return [] }
    let code = page.project.code
    var found: [(text: String, member: Member)] = []
    for type in file.types where !type.name.hasSuffix("_") {
      let own = code.types(named: type.qualifiedName)
      guard own.count == 1, own[0].kind == type.kind, isOwn(type.name, code) else { continue }
      let names = Set(own[0].members.map(\.name))
      let known = type.members.count { names.contains($0.name) }
      // An example may declare a type of the same name for itself.
      guard known * 2 >= type.members.count, known > 0 else { continue }
      found += type.members.map { ("\(type.qualifiedName).\($0.fullName)", $0) }
    }
    // A signature without a body, alone in a block, is quoted.
    let alone = file.globals + file.types.filter { $0.name.hasSuffix("_") }.flatMap(\.members)
    found += alone.filter { $0.bodyRange == nil && $0.isMethod }.map { ($0.fullName, $0) }
    return found.compactMap { text, member in
      guard let place = member.nameLocation.range?.start, let name = CodeName(text),
        let problem = SymbolProblem(name, in: code), isOwn(problem)
      else { return nil }
      return candidate(
        name, problem, text, fence,
        SourcePosition(line: place.line - linesBefore, column: place.column), page)
    }
  }

  private static func candidate(
    _ name: CodeName, _ problem: SymbolProblem, _ text: String, _ fence: Fence,
    _ place: SourcePosition, _ page: CheckedPage
  ) -> SymbolCandidate {
    let length = name.parts[0].utf8.count
    let range = SourceRange(line: place.line, column: place.column, length: length)
    return SymbolCandidate(
      name, problem, text: text,
      range: page.location(of: range, in: fence).range ?? fence.range,
      isHistorical: { page.subject.isHistorical(fence) }, isInlineCode: false)
  }
}
