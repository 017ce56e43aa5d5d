import Diagnostics
import Markdown
import Models
import SwiftIndex

/// How certain it is that a missing name is a drift, and the evidence.
struct SymbolVerdict {
  var confidence: Confidence
  var evidence: [Evidence] = []
  /// The replacement that a commit proves.
  var fixIt: FixIt?

  /// Whether the history shows the commit that removed the name.
  var isProven: Bool { evidence.contains { $0.kind == .removed } }

  /// The verdict on a name of a known type: code that uses it does not compile, whatever the age of
  /// the line.
  fileprivate func raised(for candidate: SymbolCandidate) -> SymbolVerdict {
    var verdict = self
    if !candidate.isInlineCode { verdict.confidence = max(confidence, .medium) }
    return verdict
  }
}

/// Judges names of one page that are missing from the sources.
///
/// The judgement has two steps. First, reasons why the name may not be the project's: it is a
/// placeholder, a name of the platform, a file, a word elsewhere in the repository, or a name that
/// the page's own examples declare. Then the history: the commit that removed the name, compared
/// with the commit that wrote the line.
///
///     removed after the line was written          error, with the commit as evidence
///     removed before, but in the page by then     warning, and in any example
///     removed before, or the history is missing   hint or warning
///     never declared, but listed among names      warning
///     never declared, alone                       hint
///
/// Without a repository, for example in a test of a rule, every missing name is an error.
struct SymbolJudge {
  private let page: CheckedPage
  private let repository: (any RepositoryFacts)?
  /// Whether most of the names on the page are not the project's: the page is about other software.
  private let isForeign: Bool
  private let siblings: NameSiblings
  /// The places of calls directly after the file that should have them.
  private let callsInFiles: Set<SourceRange>
  /// The names of the code blocks that may explain a missing name.
  private let blockNames: BlockNames
  /// The commits that removed names which the page calls made up.
  private let madeUp: Set<Commit>

  init(
    _ page: CheckedPage, _ candidates: [SymbolCandidate], names: [CodeName],
    blockNames: BlockNames? = nil
  ) {
    self.page = page
    self.blockNames = blockNames ?? page.blockNames
    repository = page.context?.repository
    let missing = Set(
      candidates.filter { $0.problem.kind == .name && !PlatformNames.contains($0.problem.word) }
        .map(\.problem.word))
    let all = Set(names.map(\.last).filter { !PlatformNames.contains($0) })
    isForeign = missing.count >= 6 && missing.count * 3 > all.count * 2
    siblings = NameSiblings(page)
    callsInFiles = page.callsAfterFiles
    madeUp = page.commitsOfMadeUpNames
  }

  /// `nil` if the name does not belong to the sources.
  func verdict(on candidate: SymbolCandidate) -> SymbolVerdict? {
    guard let repository else { return SymbolVerdict(confidence: .high) }
    guard let verdict = judged(candidate, repository) else { return nil }
    let isHypothetical =
      !verdict.isProven
      && PageSubject.isHypothetical(page.page, atLine: candidate.range.start.line)
    let isMadeUp = verdict.evidence.contains { $0.commit.map(madeUp.contains) == true }
    guard verdict.confidence > .low, isHypothetical || isMadeUp || candidate.isHistorical() else {
      return verdict
    }
    return SymbolVerdict(confidence: .low, evidence: verdict.evidence)
  }

  private func judged(
    _ candidate: SymbolCandidate, _ repository: any RepositoryFacts
  ) -> SymbolVerdict? {
    let problem = candidate.problem
    switch problem.kind {
    case .constraint: return SymbolVerdict(confidence: .high)
    case .signature: return SymbolVerdict(confidence: .medium)
    case .labels(let isOwned): return labels(candidate, isOwned: isOwned, repository)
    case .member(let owner, let isOpen):
      guard var verdict = member(candidate, isOpen: isOpen, repository) else { return nil }
      verdict.confidence = min(verdict.confidence, certainty(ofOwner: owner, candidate))
      return verdict
    case .name: return name(candidate, repository)
    }
  }

  /// A word that the sources do not mention.
  private func name(
    _ candidate: SymbolCandidate, _ repository: any RepositoryFacts
  ) -> SymbolVerdict? {
    let word = candidate.problem.word
    let isListed =
      candidate.isOwn || siblings.areKnown(for: candidate)
      || callsInFiles.contains(candidate.range)
    // An entry of a reference belongs to the project, even if other software uses the name.
    let isEntry = siblings.isHeading(candidate) && isListed && candidate.name.labels != nil
    if Placeholder.isPlaceholder(word) || repository.hasFile(named: word)
      || !isEntry && PlatformNames.contains(word) || repository.contains(word, in: .code)
      || isPlural(word, repository)
    {
      return nil
    }
    let verdict = removed(.name(word), candidate, in: repository)
    if let verdict, verdict.confidence == .high { return verdict }
    // A comment and the other blocks may be as old as an example.
    let isRemoved =
      !candidate.isInlineCode && verdict?.confidence == .medium
      && verdict?.evidence.first?.commit.map(repository.addsDependency) == false
    let explained = isListed || isRemoved ? blockNames.declared : blockNames.used
    // A comment may repeat the mistake.
    let isMistake = isListed && page.project.code.misspelling(word) != nil
    if repository.contains(word, in: .comment) && !isMistake && !isRemoved
      || repository.contains(word, in: .text)
      || !candidate.isQuotation && explained.contains(word)
      || Placeholder.isExampleCall(candidate.text)
    {
      return nil
    }
    if var verdict {
      // The project's own name is missing, whatever the age of the line.
      if candidate.isOwn || isMistake { verdict.confidence = max(verdict.confidence, .medium) }
      return verdict
    }
    if isForeign { return SymbolVerdict(confidence: .low) }
    if !isListed, let type = PlatformNames.type(misspelledAs: word) {
      let help = Evidence(.help, "did you mean `\(type)`?")
      return SymbolVerdict(confidence: .medium, evidence: [help])
    }
    let isOwn = isListed || !repository.hasHistory || page.project.code.misspelling(word) != nil
    return SymbolVerdict(confidence: isOwn ? .medium : .low)
  }

  /// A member that a declared type does not have.
  private func member(
    _ candidate: SymbolCandidate, isOpen: Bool, _ repository: any RepositoryFacts
  ) -> SymbolVerdict? {
    let word = candidate.problem.word
    // `Harbor.Piers` are several of a type.
    let isPlural =
      word.hasSuffix("s") && page.project.code.declares(String(candidate.name.path.dropLast()))
    if isPlural || repository.hasFile(named: candidate.text) || Placeholder.isPlaceholder(word) {
      return nil
    }
    if isOpen && (PlatformNames.contains(word) || repository.contains(word, in: .code)) {
      return nil
    }
    // The page's own example has it.
    if !candidate.isQuotation, blockNames.declared.contains(word),
      blockNames.declared.contains(candidate.name.parts[0])
    {
      return nil
    }
    let verdict = removed(.name(word), candidate, in: repository)
    if let verdict, verdict.confidence == .high { return verdict }
    // A variable of the page's examples cannot be called.
    let explained = candidate.name.isCall ? blockNames.callable : blockNames.declared
    if !candidate.isQuotation, explained.contains(word) { return nil }
    let isCertain = !isOpen && isMoved(candidate)
    if var verdict {
      if isCertain { verdict.confidence = max(verdict.confidence, .medium) }
      return isOpen ? verdict : verdict.raised(for: candidate)
    }
    let isType = word.first?.isUppercase == true
    if isOpen || isType && repository.contains(word, in: .text) && !isCertain {
      return SymbolVerdict(confidence: .low)
    }
    return SymbolVerdict(confidence: .medium)
  }

  /// Whether the outermost type of a name has the nested type, but in another one: `Quay.Crane.Hook` as
  /// `Quay.Hook`.
  private func isMoved(_ candidate: SymbolCandidate) -> Bool {
    let found = Set(page.project.code.types(named: candidate.problem.word).map(\.qualifiedName))
    return found.count == 1 && found.first?.hasPrefix(candidate.name.parts[0] + ".") == true
  }

  /// How certain it is that `owner.word` means a member of the type that has the owner's name.
  private func certainty(ofOwner owner: String, _ candidate: SymbolCandidate) -> Confidence {
    let types = page.project.code.types(named: owner)
    // Prose also names the parameters of a type's functions.
    let labels = types.flatMap(\.members).compactMap(\.signature).flatMap(\.labels)
    if candidate.isInlineCode, labels.contains(candidate.problem.word) { return .low }
    // `Profile` may be another type than the declared `User.Profile`.
    return types.allSatisfy { $0.qualifiedName == owner || owner.contains(".") } ? .high : .medium
  }

  /// A function that takes other labels.
  private func labels(
    _ candidate: SymbolCandidate, isOwned: Bool, _ repository: any RepositoryFacts
  ) -> SymbolVerdict? {
    let name = candidate.name
    if !isOwned, PlatformNames.contains(name.last) { return nil }
    let key = NameRemoval.Key.function(name.last, labels: name.labels ?? [])
    if let verdict = removed(key, candidate, in: repository) {
      return isOwned ? verdict.raised(for: candidate) : verdict
    }
    // A single word such as `filter` is also a function of other modules.
    let isDistinctive = isOwned || CodeName.isCamelCase(name.last)
    let isShortened = candidate.isInlineCode && candidate.problem.isShortened
    let isUncertain = isForeign || !isDistinctive || isShortened
    return SymbolVerdict(confidence: isUncertain ? .low : .medium)
  }

  /// `DownloadRequests`: the plural of a type.
  private func isPlural(_ word: String, _ repository: any RepositoryFacts) -> Bool {
    guard word.hasSuffix("s") else { return false }
    let singular = String(word.dropLast())
    return page.project.code.mentions(singular) || repository.contains(singular, in: .code)
      || PlatformNames.contains(singular)
  }

  /// The verdict of the history; `nil` if it does not know the name.
  ///
  /// An example on the page counts only if the removed declaration was not itself in tests or
  /// examples. The confidence is lowered if the name still occurs in other text, or if the same
  /// commit added a dependency that may now declare it.
  private func removed(
    _ key: NameRemoval.Key, _ candidate: SymbolCandidate, in repository: any RepositoryFacts
  ) -> SymbolVerdict? {
    guard let removal = repository.removal(of: key),
      // An example on the page may be like one in the tests.
      candidate.isInlineCode || !removal.isExample
    else { return nil }
    let line = candidate.range.start.line
    let evidence = [Evidence.removed(by: removal.commit, in: removal.file)]
    guard repository.isLine(line, of: page.page.path, olderThan: removal.commit) == true else {
      return SymbolVerdict(
        confidence: confidence(ofNewer: candidate, removal, repository), evidence: evidence)
    }
    let isUncertain =
      removal.isExample || repository.isUntracked(removal.file)
      || repository.contains(candidate.problem.word, in: .text)
      || repository.addsDependency(removal.commit)
    if isUncertain { return SymbolVerdict(confidence: .medium, evidence: evidence) }
    return SymbolVerdict(
      confidence: .high, evidence: evidence, fixIt: rename(candidate, removal, in: repository))
  }

  /// An author who wrote a line after the removal knew about it, or means another name. But an example
  /// must compile, and the page may have named it before: then the line was only reworded.
  private func confidence(
    ofNewer candidate: SymbolCandidate, _ removal: NameRemoval, _ repository: any RepositoryFacts
  ) -> Confidence {
    let isElsewhere =
      removal.isExample || repository.isUntracked(removal.file)
      || repository.addsDependency(removal.commit)
    return !isElsewhere
      && (!candidate.isInlineCode
        || repository.had(candidate.text, on: page.page.path, before: removal.commit))
      ? .medium : .low
  }

  /// A safe fix needs all of this: inline code without labels, one occurrence of the word, a
  /// replacement that the commit shows and that the sources declare today.
  private func rename(
    _ candidate: SymbolCandidate, _ removal: NameRemoval, in repository: any RepositoryFacts
  ) -> FixIt? {
    let (text, word) = (candidate.text, candidate.problem.word)
    guard candidate.isInlineCode, candidate.name.labels == nil,
      let new = repository.replacement(for: removal),
      text.ranges(of: word).count == 1,
      // A name with `Legacy` is no longer the one that the page describes, and the text around a
      // name often repeats its number.
      !new.lowercased().hasPrefix("legacy"), new.filter(\.isNumber) == word.filter(\.isNumber)
    else { return nil }
    let renamed = text.replacing(word, with: new)
    // The new name may belong to another type.
    let name = CodeName(renamed)?.lookup ?? renamed
    guard page.project.code.declares(name) else { return nil }
    return FixIt(
      range: candidate.range, replacement: renamed, title: "replace with `\(renamed)`",
      isSafe: true)
  }
}

extension CheckedPage {
  /// The places of calls directly after a file of the project, in the form of a name.
  ///
  ///     `Store.swift` - `load()` reads the rows
  fileprivate var callsAfterFiles: Set<SourceRange> {
    let joints: Set = ["-", "–", "—", ":", "→", "after", "before", "calls", "declares", "has"]
    let spans = writtenCodeSpans
    let calls = zip(spans, spans.dropFirst()).filter { file, call in
      file.block == call.block && file.text.hasSuffix(".swift")
        && FileName(file.text)?.files(in: project.code).count == 1
        && CodeName(call.text)?.isCall == true && !Placeholder.isExampleCall(call.text)
        && joints.contains(page.text(between: file, and: call))
    }
    return Set(calls.map(\.1.contentRange))
  }
}

extension Placeholder {
  /// `fetch(tweetID: 3)`, `makeThing(x, y)`: a call with arguments is an example of use.
  static func isExampleCall(_ text: String) -> Bool {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return false }
    let inside = text[text.index(after: open)...].dropLast()
    return !inside.isEmpty && !inside.hasSuffix(":") && inside != "…" && inside != "..."
  }
}

/// The names next to a missing one in the same list or table column, or in headings of one level.
///
/// A missing name in a list whose other entries are all declared is most probably the project's,
/// too. Groups are the places of a list, the columns of a table and the headings of one level.
struct NameSiblings {
  /// The number of different names in a list or column, and the number of declared ones.
  private struct Group {
    var names: Set<String> = []
    var known = 0
  }

  /// The list or column of each name that is in a cell, or among the first two of an item; the
  /// sentence of any other name between commas.
  private let keys: [SourceRange: String]
  private let groups: [String: Group]

  /// A longer line is data, not a row that someone wrote.
  private static let longestRow = 2_000

  init(_ page: CheckedPage) {
    var (keys, groups): ([SourceRange: String], [String: Group]) = ([:], [:])
    var seen: [Int: Int] = [:]
    let code = page.project.code
    var sentences: [SourceRange: String] = [:]
    for (index, list) in page.page.sentenceLists.enumerated() {
      for span in list { sentences[span.contentRange] = "sentence \(index)" }
    }
    for span in page.writtenCodeSpans {
      let sentence = sentences[span.contentRange]
      guard let key = Self.key(of: span, page.page, &seen) ?? sentence else { continue }
      keys[span.contentRange] = key
      guard groups[key, default: Group()].names.insert(span.text).inserted,
        let name = CodeName(span.text),
        code.declares(name.lookup)
          || key.hasPrefix("heading") && code.mentions(name.last)
      else { continue }
      groups[key]?.known += 1
    }
    (self.keys, self.groups) = (keys, groups)
  }

  /// Whether at least three names of the same list or column, and most of them, are declared. Half of
  /// the headings are enough: a page with such headings is a reference.
  func areKnown(for candidate: SymbolCandidate) -> Bool {
    guard let key = keys[candidate.range], let group = groups[key] else { return false }
    let siblings = group.names.count - 1
    return group.known >= 3
      && (key.hasPrefix("heading") ? group.known * 2 >= siblings : group.known * 3 >= siblings * 2)
  }

  func isHeading(_ candidate: SymbolCandidate) -> Bool {
    keys[candidate.range]?.hasPrefix("heading") == true
  }

  private static func key(of span: CodeSpan, _ page: Page, _ seen: inout [Int: Int]) -> String? {
    let block = page.blocks[span.block]
    if let level = block.kind.headingLevel { return "heading \(level)" }
    let line = page.source.bytes[page.source.lineRange(span.range.start.line)]
    if line.count <= longestRow, line.first(where: { $0 != 0x20 }) == UInt8(ascii: "|") {
      let before = line.prefix(span.range.start.column - 1)
      return "table \(block.range.start.line) \(before.count { $0 == UInt8(ascii: "|") })"
    }
    guard let item = block.parent, page.blocks[item].kind == .item,
      let list = page.blocks[item].parent
    else { return nil }
    // `Store`, handled by `Action`: the second names of the items are a list, too.
    let place = seen[span.block, default: 0]
    seen[span.block] = place + 1
    return place < 2 ? "list \(list) \(place)" : nil
  }
}

extension Block.Kind {
  /// `nil` for other blocks.
  var headingLevel: Int? {
    if case .heading(let level) = self { level } else { nil }
  }
}
