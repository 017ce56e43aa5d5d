import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Cases, stored properties or requirements that a quoted type leaves out.
///
///     enum Mood { case calm, merry, gloomy }     the code has a fourth case
///
/// A block that has most of them, or all that existed when it was written, shows the complete type.
struct QuotedOmissions {
  private let page: CheckedPage
  private let example: Example

  private let lines: [Substring]
  private let words: Set<Substring>

  init(_ page: CheckedPage, _ example: Example) {
    (self.page, self.example) = (page, example)
    let text = example.fence.literal
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }

  func candidates(of quoted: TypeDeclaration, _ own: TypeDeclaration) -> [SymbolCandidate] {
    let things = self.things(of: own)
    let names = Set(own.members.map(\.name))
    guard let place = quoted.nameLocation.range?.start, let name = CodeName(ofType: quoted.name),
      !isExcerpt(quoted), quoted.kind == own.kind,
      quoted.members.allSatisfy({
        $0.bodyRange == nil || $0.isInitializer || $0.property != nil && names.contains($0.name)
      })
    else { return [] }
    let quotedThings = self.things(of: quoted)
    let shown = Set(quotedThings.map(\.name))
    // A block of the public part leaves out the rest.
    let access = quotedThings.map(\.access).min() ?? .internal
    let missing = things.filter {
      !shown.contains($0.name) && !$0.isDeprecated && $0.access > .fileprivate
        && !hasDefault($0, own) && !words.contains($0.name[...])
        && $0.access >= min(access, .public)
    }
    guard !missing.isEmpty, shown.isSubset(of: things.map(\.name)),
      isComplete(shown.count, missing, of: own, from: place.line - example.linesBefore)
    else { return [] }
    let problem = SymbolProblem(
      .signature, quoted.name, message: Self.message(own, missing), at: missing[0].nameLocation)
    let position = SourcePosition(line: place.line - example.linesBefore, column: place.column)
    return [
      SymbolCandidate(
        name, problem, text: quoted.name, at: position, in: example.fence, on: page, isOwn: true)
    ]
  }

  /// Whether the author shows in a type, or at the top of the block, that parts are left out.
  private func isExcerpt(_ type: TypeDeclaration) -> Bool {
    isMarked(1)
      || places(of: type).contains { example.excerpt.elidedLines.contains($0) || isMarked($0) }
  }

  private func isMarked(_ number: Int) -> Bool {
    lines.indices.contains(number - 1)
      && lines[number - 1].contains(
        /\/\/\s*(\.\.\.|…|etc|other|more|and |plus |simplified|excerpt)/.ignoresCase())
  }

  /// Whether a line of a type stands for more members: `// ...`. No reader writes such a type.
  func leavesOutMembers(of type: TypeDeclaration) -> Bool {
    places(of: type).dropFirst().dropLast().contains {
      example.excerpt.elidedLines.contains($0) && lines.indices.contains($0 - 1)
        && lines[$0 - 1].wholeMatch(of: /\s*(?:\/\/\s*)?(?:\.\.\.|…)\s*/) != nil
    }
  }

  /// The lines of a type in the block.
  private func places(of type: TypeDeclaration) -> Range<Int> {
    guard let range = type.location.range else { return 1..<lines.count + 1 }
    let first = range.start.line - example.linesBefore
    return first..<max(first, range.end.line - example.linesBefore) + 1
  }

  /// Whether the block has most of the things, or the others are newer than it.
  ///
  /// At least three shown and at most half as many missing; or at least two shown, and all missing
  /// ones newer than the block.
  private func isComplete(
    _ shown: Int, _ missing: [Member], of own: TypeDeclaration, from line: Int
  ) -> Bool {
    if shown >= 3, missing.count * 2 <= shown { return true }
    guard shown >= 2 else { return false }
    let start = example.fence.position(in: page.page.source, line: max(line, 1), column: 1).line
    return page.areNewer(missing.prefix(8).map(\.name), of: own, than: [start])
  }

  /// Whether an extension of the protocol, or of one that it inherits from, implements a requirement.
  private func hasDefault(_ member: Member, _ owner: TypeDeclaration) -> Bool {
    guard owner.kind == .protocol else { return false }
    let code = page.project.code
    let owners = Set(code.ancestry(of: owner).map(\.qualifiedName))
    return code.members(named: member.name).contains {
      $0.isFromExtension && $0.owner.map(owners.contains) != false
    }
  }

  private func things(of type: TypeDeclaration) -> [Member] {
    switch type.kind {
    case .enum: type.cases
    case .protocol: type.protocolRequirements.filter { $0.isMethod || $0.property != nil }
    default: type.storedProperties.filter { !$0.isStatic }
    }
  }

  private static func message(_ own: TypeDeclaration, _ missing: [Member]) -> String {
    let noun =
      switch own.kind {
      case .enum: missing.count == 1 ? "case" : "cases"
      case .protocol: missing.count == 1 ? "requirement" : "requirements"
      default: missing.count == 1 ? "stored property" : "stored properties"
      }
    let names = missing.prefix(3).map { "`\($0.name)`" }.joined(separator: ", ")
    let count = missing.count == 1 ? "another" : "\(missing.count) other"
    return "`\(own.qualifiedName)` has \(count) \(noun): \(names)"
  }
}
