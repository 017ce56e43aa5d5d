import Diagnostics
import Diagrams
import Markdown
import Models
import SwiftIndex

/// Decides how certain a finding about a diagram without a marker is.
///
/// Such a diagram does not claim to agree with the code, so only the history makes a finding
/// certain.
///
/// What a missing marker changes: omissions are never reported, because a drawing may leave things
/// out; names follow the rules of inline code; differences in parameters and multiplicities are
/// hints, since drawings simplify.
package struct DiagramJudge {
  private let page: CheckedPage
  private let fence: Fence
  private let symbols: SymbolJudge
  private let examples: BlockNames
  private let isHistorical: Bool

  init(_ page: CheckedPage, _ fence: Fence) {
    (self.page, self.fence) = (page, fence)
    examples = BlockNames(page.fences, page.examples, includesDiagrams: false)
    symbols = SymbolJudge(page, [], names: [], blockNames: examples)
    isHistorical = page.subject.isHistorical(fence)
  }

  /// The verdict on a missing type, or on a member as `Type.member`; `nil` if the code mentions the
  /// name, or if it belongs to something else.
  func verdict(on text: String, at range: SourceRange?) -> SymbolVerdict? {
    guard let name = CodeName(text) ?? CodeName(ofType: text),
      let problem = SymbolProblem(name, in: page.project.code),
      page.context?.isIgnored(text) != true
    else { return nil }
    let candidate = SymbolCandidate(
      name, problem, text: text, at: range, in: fence, on: page,
      isOwn: CodeName.isCamelCase(text))
    guard let verdict = symbols.verdict(on: candidate) else { return nil }
    if verdict.isProven { return verdict }
    if case .member(let owner, isOpen: true) = problem.kind, CodeName.isCamelCase(problem.word),
      inheritsFromPlatform(owner)
    {
      return self.verdict(.medium)
    }
    return SymbolVerdict(confidence: min(verdict.confidence, .medium))
  }

  /// Whether the platform declares all that a type inherits from elsewhere: its members are known, and
  /// the verdict has looked for the name among them.
  private func inheritsFromPlatform(_ name: String) -> Bool {
    let code = page.project.code
    return code.types(named: name).allSatisfy { code.inheritsOnlyFromPlatform($0) }
  }

  /// At most that confidence, and less in a part of a page about the past or the future.
  func verdict(_ confidence: Confidence) -> SymbolVerdict {
    SymbolVerdict(confidence: isHistorical ? .low : confidence)
  }

  /// Whether an example declares a name: one on the page, or all that the sources have of that name.
  func isExample(_ name: String) -> Bool {
    if examples.declared.contains(name) { return true }
    let types = page.project.code.types(named: name)
    return !types.isEmpty && types.allSatisfy { ExamplePath.isExample($0.location.file) }
  }
}

extension CodeModel {
  /// Whether the platforms declare all that a type inherits from elsewhere.
  func inheritsOnlyFromPlatform(_ type: TypeDeclaration) -> Bool {
    type.kind != .typealias && foreignBases(of: type).allSatisfy(PlatformNames.hasType)
      && ancestry(of: type).flatMap(\.attributes)
        .allSatisfy { !$0.isMacro || SymbolProblem.knownMacros.contains($0.name) }
  }
}

// MARK: - Class diagrams

extension DiagramJudge {
  /// The verdict on a deviation of a class diagram; `nil` if it means nothing without a marker.
  func verdict(on deviation: ClassDeviation) -> SymbolVerdict? {
    let code = page.project.code
    if isExample(deviation.type) { return nil }
    switch deviation.kind {
    case .unknownType: return verdict(on: deviation.type, at: deviation.range)
    case .unknownMember:
      return verdict(on: "\(deviation.type).\(deviation.other)", at: deviation.range)
    case .otherClass(let drawn, let declared):
      // Attributes and generic parameters are often left out or simplified.
      let kinds = TypeDeclaration.Kind.allCases.map(\.rawValue)
      guard declared != "typealias" else { return nil }
      return verdict(drawn.hasPrefix("<<") && kinds.contains(declared) ? .medium : .low)
    case .unknownRelation:
      guard deviation.isInheritance else { return verdict(.low) }
      let types = code.types(named: deviation.type)
      let mayInherit = types.contains { type in
        code.inherits(type, from: [deviation.other])
          || !code.foreignBases(of: type).isEmpty
            && code.foreignExtensions.contains { extended in
              extended.inheritance.contains { $0.name == deviation.other }
            }
      }
      return mayInherit ? nil : verdict(.medium)
    case .otherModifier(let word, let isDrawn, _):
      guard word.count > 1 else { return nil }
      return verdict(word.hasPrefix("@") || !isDrawn ? .medium : .low)
    case .otherType(let drawn, let declared):
      return verdict(areDifferent(drawn, declared) ? .medium : .low)
    case .otherParameters, .otherMultiplicity: return verdict(.low)
    case .missingType, .missingMembers, .missingRelation: return nil
    }
  }
}

extension DiagramJudge {
  /// Whether two types are known, and neither inherits from the other or is an alias of it.
  private func areDifferent(_ drawn: String, _ declared: String) -> Bool {
    guard let drawn = DrawnType(drawn), let declared = DrawnType(declared), drawn != declared else {
      return false
    }
    let code = page.project.code
    return [(drawn.name, declared.name), (declared.name, drawn.name)].allSatisfy { name, other in
      let types = code.types(named: name)
      return (!types.isEmpty || PlatformNames.hasType(name) || name == "Number")
        && types.allSatisfy { $0.kind != .typealias && !code.inherits($0, from: [other]) }
    }
  }
}

// MARK: - Flowcharts

extension DiagramJudge {
  /// The verdict on a node that looks like a symbol or file of the project.
  func verdict(on node: FlowchartVerification.Node) -> SymbolVerdict? {
    guard node.isFile else { return verdict(on: node.name, at: node.range) }
    guard let repository = page.context?.repository else { return verdict(.medium) }
    if repository.hasFile(named: node.name) || repository.isUntracked(node.name) { return nil }
    guard let deletion = repository.deletion(ofFile: node.name) else { return verdict(.medium) }
    let line = page.location(of: node.range, in: fence).range?.start.line ?? 1
    let isOlder = repository.isLine(line, of: page.page.path, olderThan: deletion.commit) == true
    var verdict = self.verdict(isOlder ? .high : .low)
    verdict.evidence = [.removed(by: deletion.commit, in: deletion.path)]
    return verdict
  }
}

// MARK: - State diagrams

extension DiagramJudge {
  /// The enum of a state diagram, and whether the page names it. `nil` if several enums match and
  /// the page names none of them.
  ///
  /// The page names an enum if its text has the enum's name, or the name of the type around it for
  /// one called `State`.
  func match(of states: UnmarkedStates) -> (match: UnmarkedStates.Match, isNamed: Bool)? {
    let text = String(decoding: page.page.source.bytes, as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let named = states.matches.filter { match in
      // `State` alone could be any enum: then the type around it counts.
      let outer = match.type.outerName?.split(separator: ".").last
      let isClear = outer == nil || CodeName.isCamelCase(match.type.name)
      return text.contains(isClear ? match.type.name[...] : outer ?? "")
    }
    if let match = named.first { return (match, true) }
    return states.matches.count == 1 ? (states.matches[0], false) : nil
  }

  /// The verdict on a state that its enum lacks.
  func verdict(
    onState name: String, of type: TypeDeclaration, isNamed: Bool, at range: SourceRange?
  ) -> SymbolVerdict {
    let found = verdict(on: "\(type.qualifiedName).\(name)", at: range)
    if isNamed, let found, found.isProven { return found }
    return verdict(isNamed ? .medium : .low)
  }
}

// MARK: - Sequence diagrams

extension DiagramJudge {
  /// The verdict on a call that its receiver does not declare.
  func verdict(on call: UnmarkedMessages.UnknownCall) -> SymbolVerdict? {
    guard var found = verdict(on: "\(call.receiver).\(call.member)", at: call.range) else {
      return nil
    }
    // If it is declared elsewhere, the receiver may do it by another type.
    if page.project.code.mentions(call.member) { found.confidence = .low }
    return found
  }
}
