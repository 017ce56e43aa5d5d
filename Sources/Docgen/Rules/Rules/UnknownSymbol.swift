package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A name in inline code that the code does not have, since it was renamed, moved or removed.
///
/// A text that looks like a symbol (`CodeName`) is looked up in the sources. A missing name is an
/// error if the history shows the commit that removed it after the line was written, a warning if
/// something marks it as this project's, and a hint otherwise. A word such as `Mood`, which does
/// not look like a symbol, counts as one if a sentence of the page counts its parts: "`Mood` has
/// two cases".
package enum UnknownSymbol: Rule {
  package static let id = RuleID("unknown-symbol")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "Inline code names a symbol that does not exist in the code."
  package static let explanation = Explanation.document(
    "This looks like a name of the code, but the sources neither declare nor use it.",
    "It is `DoorMachine.hinges` that matters.",
    remedy: """
      Write the name as the code has it; `docgen fix` does so where it is misspelt. A name \
      of something else goes to `ignore` in the configuration.
      """)

  /// One finding for each name: its other places are added as notes, unless each place has a fix of
  /// its own.
  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    let counted = countedOwners(on: page)
    let names = (page.writtenCodeSpans + page.emphasizedNames).compactMap { span in
      name(in: span, on: page, counted: counted).map { (span, $0) }
    }
    let candidates =
      names.compactMap { span, name in
        SymbolProblem(name, in: code).map { SymbolCandidate(span, name, problem: $0, on: page) }
      } + headings(of: page) + boldEntries(of: page) + removedWords(of: page)
      + DrawnNames.candidates(on: page) + phrases(on: page)
      + otherSpellings(on: page) + qualifiedNames(on: page) + genericTypes(on: page)
      + typesOfOtherModules(on: page) + misspelledImports(on: page)
    guard !candidates.isEmpty else { return [] }
    let judge = SymbolJudge(page, candidates, names: names.map(\.1))
    var seen: [String: Int] = [:]
    var findings: [Diagnostic] = []
    for candidate in candidates {
      guard var verdict = judge.verdict(on: candidate),
        verdict.confidence > .low || !candidate.name.hasArguments
      else { continue }
      if candidate.isPlain {
        guard verdict.isProven, verdict.confidence == .high, seen[candidate.text] == nil else {
          continue
        }
        verdict.confidence = .medium
      }
      // A missing name is reported once a page, unless each place can be fixed.
      if verdict.fixIt == nil, let first = seen[candidate.text] {
        findings[first].note(another: candidate.range.start.line)
        continue
      }
      seen[candidate.text] = findings.count
      findings.append(finding(candidate, verdict, id: id, on: page))
    }
    noteUses(of: seen, in: &findings, on: page)
    leaveRepetitionsToAuthors(in: &findings, on: page)
    return findings
  }

  /// Two names for one thing often became one: the author must rewrite a list that names it twice.
  private static func leaveRepetitionsToAuthors(
    in findings: inout [Diagnostic], on page: CheckedPage
  ) {
    let lines = findings.map { $0.location.range?.start.line ?? 0 }
    let replacements = findings.map { $0.fixIts.first { $0.isSafe }?.replacement }
    for index in findings.indices {
      guard let new = replacements[index] else { continue }
      func isNear(_ line: Int) -> Bool { abs(line - lines[index]) <= 5 }
      let isRepeated =
        page.writtenCodeSpans.contains { $0.text == new && isNear($0.contentRange.start.line) }
        || findings.indices.contains {
          $0 != index && replacements[$0] == new && isNear(lines[$0])
            && findings[$0].summary != findings[index].summary
        }
      guard isRepeated else { continue }
      for fix in findings[index].fixIts.indices { findings[index].fixIts[fix].isSafe = false }
    }
  }

  /// Adds the lines where members of a missing type, or Swift blocks, name it again, and the calls
  /// of a missing function.
  ///
  ///     `Store` is missing: `Store.load()`, `let store = Store()`
  private static func noteUses(
    of missing: [String: Int], in findings: inout [Diagnostic], on page: CheckedPage
  ) {
    let certain = missing.filter { findings[$0.value].confidence > .low }
    let types = certain.filter { $0.key.first?.isUppercase == true }
    let calls = certain.filter { $0.key.hasSuffix(":)") }
    guard !types.isEmpty || !calls.isEmpty else { return }
    var lines: [(finding: Int, line: Int)] = []
    for span in page.writtenCodeSpans {
      let owner = String(span.text.prefix { $0 != "." })
      if owner.utf8.count < span.text.utf8.count, let finding = types[owner] {
        lines.append((finding, span.contentRange.start.line))
      }
    }
    for example in page.examples {
      let reading = example.reading
      // `store.save(id:)` uses the missing `save(id:)`.
      let uses =
        reading.names.map { (types[$0.text], $0.line, $0.column) }
        + reading.uses.map { (calls[FileName.lastName(of: $0.text)], $0.line, $0.column) }
      for case (let finding?, let line, let column) in uses {
        let range = SourceRange(line: line, column: column, length: 0)
        let place = page.location(of: range, in: example.fence)
        lines.append((finding, place.range?.start.line ?? 0))
      }
    }
    var noted: Set<[Int]> = []
    for use in lines.sorted(by: { $0.line < $1.line })
    where noted.insert([use.finding, use.line]).inserted {
      findings[use.finding].note(another: use.line)
    }
  }

  /// The help is the nearest declared name, or the types that do have the missing member.
  static func finding(
    _ candidate: SymbolCandidate, _ verdict: SymbolVerdict, id: RuleID, on page: CheckedPage
  ) -> Diagnostic {
    let (name, code) = (candidate.name, page.project.code)
    var evidence = verdict.evidence
    var fixIts = [verdict.fixIt].compactMap(\.self)
    if let declared = candidate.problem.declared {
      evidence.append(Evidence(.declared, candidate.problem.word, at: declared))
    }
    if fixIts.isEmpty, evidence.allSatisfy({ $0.kind != .help }),
      candidate.problem.kind != .signature,
      candidate.problem.kind != .constraint || name.labels != nil,
      case .unknown(let nearest?) = code.symbol(name.lookup), !code.isDeprecated(nearest)
    {
      let place = code.symbols(named: nearest).first?.nameLocation
      evidence.append(Evidence(.help, "did you mean `\(nearest)`?", at: place))
      fixIts = [renaming(candidate, to: nearest)].compactMap(\.self)
    } else if fixIts.isEmpty, let help = ownersHelp(name, in: code) {
      evidence.append(help)
    }
    if candidate.isInlineCode {
      evidence.append(
        Evidence(.help, "if it is not a name of the code, add it to `ignore` in .docgen.json"))
    }
    return Diagnostic(
      rule: id, severity: severity, confidence: verdict.confidence,
      at: page.page.location(candidate.range), candidate.problem.message,
      caretLabel: "documented", evidence: evidence, fixIts: fixIts)
  }

  /// Owners that do not exist, but whose members, cases or states are counted in sentences of the
  /// page.
  private static func countedOwners(on page: CheckedPage) -> Set<String> {
    let unknown = CountClaim.all(on: page).filter {
      !$0.isDemand && $0.count(in: page.project) == nil
    }
    return Set(unknown.map(\.owner))
  }

  /// The name to look up in the code; `nil` if the span is something else, or if the project has no
  /// sources.
  static func name(
    in span: CodeSpan, on page: CheckedPage, counted: Set<String> = []
  ) -> CodeName? {
    let code = page.project.code
    let written =
      CodeName(span.text) ?? CodeName(declaration: span.text)
      ?? (counted.contains(span.text) ? CodeName(ofType: span.text) : nil)
    guard !code.isEmpty, let name = written,
      !FileName.isFileName(span.text), page.context?.isIgnored(span.text) != true
    else { return nil }
    return memberOfSection(name, span, on: page) ?? name
  }

  /// Headings of one level that look like types and that the code does not have, if most are types.
  private static func headings(of page: CheckedPage) -> [SymbolCandidate] {
    let code = page.project.code
    let named = page.page.headings.filter {
      CodeName.isCamelCase($0.text) && CodeName(ofType: $0.text) != nil
    }
    return Dictionary(grouping: named, by: \.level).values.flatMap {
      headings -> [SymbolCandidate] in
      let known = headings.count { !code.types(named: $0.text).isEmpty }
      guard known >= 3, known * 3 >= headings.count * 2 else { return [] }
      return headings.compactMap { heading in
        guard let name = CodeName(ofType: heading.text),
          let problem = SymbolProblem(name, in: code)
        else { return nil }
        return SymbolCandidate(name, problem, line: heading.range.start.line, on: page)
      }
    }
  }

  /// Bold names at the start of list items that the code does not have, if most are types.
  ///
  ///     - **Store** keeps rows.
  ///     - **Queue** sends them.
  private static func boldEntries(of page: CheckedPage) -> [SymbolCandidate] {
    let code = page.project.code
    return page.enumerations.filter { $0.form == .list }.flatMap { list -> [SymbolCandidate] in
      let named = list.entries.compactMap { entry -> (CodeName, SourceRange)? in
        guard entry.names.count == 1, let name = entry.names.first, name.style == .bold,
          CodeName.isCamelCase(name.name), let type = CodeName(ofType: name.name)
        else { return nil }
        return (type, entry.range)
      }
      let known = named.count { !code.types(named: $0.0.last).isEmpty }
      guard known >= 3, known * 3 >= named.count * 2 else { return [] }
      return named.compactMap { name, range in
        SymbolProblem(name, in: code).flatMap { problem in
          SymbolCandidate(name, problem, line: range.start.line, on: page)
        }
      }
    }
  }

  /// Words of plain text, and of blocks without a language, that a commit removed from the sources.
  ///
  ///     SyncQueue sends what the store holds.
  private static func removedWords(of page: CheckedPage) -> [SymbolCandidate] {
    guard let repository = page.context?.repository else { return [] }
    let code = page.project.code
    func problem(with word: String) -> (CodeName, SymbolProblem)? {
      guard CodeName.isCamelCase(word), !page.blockNames.declared.contains(word),
        repository.removal(of: .name(word)) != nil,
        // `observableObject` is a value of the platform's type.
        !PlatformNames.hasType(word.prefix(1).uppercased() + word.dropFirst()),
        let name = CodeName(word) ?? CodeName(ofType: word),
        let problem = SymbolProblem(name, in: code), problem.kind == .name
      else { return nil }
      return (name, problem)
    }
    let words = page.plainWords { words, index in
      problem(with: String(words[index].text.prefix { !"(.<".contains($0) }))
    }
    return words.map { span, found in
      var candidate = SymbolCandidate(span, found.0, problem: found.1, on: page)
      candidate.text = found.0.path
      (candidate.isInlineCode, candidate.isPlain) = (false, true)
      return candidate
    }
      + page.page.fences.flatMap { fence -> [SymbolCandidate] in
        let isSwift = fence.language.lowercased() == "swift"
        guard isSwift || ["", "text", "txt", "plaintext"].contains(fence.language.lowercased()),
          page.isWritten(fence.range)
        else { return [] }
        let text = isSwift ? comments(of: fence.literal) : fence.literal
        return identifiers(of: text).compactMap { word, place in
          // A comment may propose the name of a variable.
          guard !isSwift || word.first?.isUppercase == true,
            let (name, problem) = problem(with: word)
          else { return nil }
          var candidate = SymbolCandidate(
            name, problem, text: word, at: place, in: fence, on: page)
          candidate.isPlain = true
          return candidate
        }
      }
  }

  /// The comments after `//`, with spaces in place of the code.
  private static func comments(of code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard let comment = line.firstRange(of: "// ") else { return "" }
      let before = line[..<comment.lowerBound].utf8.count
      return String(repeating: " ", count: before) + line[comment.lowerBound...]
    }.joined(separator: "\n")
  }

  /// The words of a text that are not parts of paths, each once.
  private static func identifiers(of text: String) -> [(String, SourcePosition)] {
    var seen: Set<Substring> = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      (index, line) -> [(String, SourcePosition)] in
      line.split(whereSeparator: { !Self.isOfIdentifier($0) }).compactMap { word in
        let (before, after) = (line[..<word.startIndex], line[word.endIndex...])
        let rest = after.prefix { (character: Character) -> Bool in
          character.isLetter || "./+-".contains(character)
        }
        guard !rest.contains("/"), !FileName.isFileName(String(word + rest)),
          !before.hasSuffix("/"), !before.hasSuffix("+"), seen.insert(word).inserted
        else { return nil }
        return (String(word), SourcePosition(line: index + 1, column: before.utf8.count + 1))
      }
    }
  }

  private static func isOfIdentifier(_ character: Character) -> Bool {
    character == "_" || character.isASCII && (character.isLetter || character.isNumber)
  }

  /// The name of a function that is a heading, as a member of the type that is the heading above it.
  ///
  ///     ## Store
  ///     ### `save(_:)`      ->  Store.save(_:)
  private static func memberOfSection(
    _ name: CodeName, _ span: CodeSpan, on page: CheckedPage
  ) -> CodeName? {
    guard name.isCall, !name.isMember, name.parts.count == 1,
      page.page.blocks[span.block].kind.headingLevel != nil,
      let owner = page.ownerOfSection(atLine: span.range.start.line)
    else { return nil }
    var member = name
    member.parts = owner.split(separator: ".").map(String.init) + name.parts
    // A member that an open type lacks may be declared elsewhere.
    let isKnown = SymbolProblem(member, in: page.project.code)?.isCertain ?? true
    return isKnown ? member : nil
  }

  /// The text with the nearest name instead of its own, if both have the same number of parts.
  private static func renaming(_ candidate: SymbolCandidate, to nearest: String) -> FixIt? {
    let name = candidate.name
    guard candidate.isInlineCode else { return nil }
    func fix(_ text: String) -> FixIt {
      FixIt(range: candidate.range, replacement: text, title: "replace with `\(text)`")
    }
    if name.labels != nil, nearest.hasSuffix(")"), candidate.text == name.lookup {
      return fix(nearest)
    }
    let parts = nearest.prefix { $0 != "(" }.split(separator: ".")
    guard parts.count == name.parts.count, candidate.text.contains(name.path) else { return nil }
    return fix(
      candidate.text.replacing(name.path, with: parts.joined(separator: "."), maxReplacements: 1))
  }
}

extension Member {
  var isDeprecated: Bool { attributes.areOfDeprecated }
}

extension CodeModel {
  /// Whether every symbol of that name is deprecated.
  fileprivate func isDeprecated(_ name: String) -> Bool {
    let found = symbols(named: name)
    return !found.isEmpty && found.allSatisfy { $0.info.attributes.areOfDeprecated }
  }
}

/// A name on a page that the sources do not have.
struct SymbolCandidate {
  var name: CodeName
  var problem: SymbolProblem
  /// The text as written.
  var text: String
  var range: SourceRange
  /// Whether it is about the past or the future.
  var isHistorical: () -> Bool
  /// Whether it is inline code; otherwise it is used in a code block.
  var isInlineCode: Bool
  /// Whether the names around it mark it as the project's.
  var isOwn = false
  /// Whether it is a word outside of code.
  var isPlain = false
  /// Whether it is a type in a block that describes the project.
  var isQuotation = false

  init(_ span: CodeSpan, _ name: CodeName, problem: SymbolProblem, on page: CheckedPage) {
    (self.name, self.problem, text, range) = (name, problem, span.text, span.contentRange)
    isHistorical = { page.subject.isHistorical(at: span) }
    isInlineCode = true
  }

  /// A type in a heading or at the start of a list item, among types; `nil` if the line lacks it.
  init?(_ name: CodeName, _ problem: SymbolProblem, line: Int, on page: CheckedPage) {
    let content = page.page.source.line(line)
    guard let found = content.firstRange(of: name.path) else { return nil }
    (self.name, self.problem, text) = (name, problem, name.path)
    let column = content[..<found.lowerBound].utf8.count + 1
    range = SourceRange(line: line, column: column, length: name.path.utf8.count)
    isHistorical = { page.subject.isHistorical(atLine: line) }
    isInlineCode = false
    isOwn = true
  }

  /// A name at a place of a code block.
  init(
    _ name: CodeName, _ problem: SymbolProblem, text: String, at place: SourcePosition,
    in fence: Fence, on page: CheckedPage, isOwn: Bool = false
  ) {
    let range = SourceRange(
      line: place.line, column: place.column, length: name.parts[0].utf8.count)
    self.init(name, problem, text: text, at: range, in: fence, on: page, isOwn: isOwn)
  }

  /// A name at a range of a code block.
  init(
    _ name: CodeName, _ problem: SymbolProblem, text: String, at range: SourceRange?,
    in fence: Fence, on page: CheckedPage, isOwn: Bool = false
  ) {
    (self.name, self.problem, self.text) = (name, problem, text)
    self.range = page.location(of: range, in: fence).range ?? fence.range
    isHistorical = { page.subject.isHistorical(fence) }
    isInlineCode = false
    self.isOwn = isOwn
  }
}
