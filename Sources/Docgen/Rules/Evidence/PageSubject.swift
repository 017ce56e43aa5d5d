import Diagnostics
import Markdown
import SwiftIndex

/// Whether a page is about the current code.
///
/// Migration guides, change logs, proposals, plans and archives name code that no longer exists or
/// does not exist yet: findings about them are hints at most. They are recognized by the page's
/// path, by its headings, by the words of a sentence, and by the status that the page or its
/// specification has. Skills for coding agents teach a technique with code of their own, unless
/// they have the name of a module of the project.
///
/// The method is a list of words and not a classifier: each decision can be explained by one word
/// or path, and a wrong one is corrected by adding or removing a word. Single words must match
/// complete words of a path or heading; phrases, and the words of a sentence, match anywhere.
struct PageSubject: Sendable {
  private let page: Page
  /// Whether the complete page is about the past or the future.
  let isHistorical: Bool
  /// Lines below a heading about the past or the future.
  private let historicalLines: [Range<Int>]
  private let historicalFences = FenceMemo()

  /// `index` has the other pages; `nil` if only this one is known.
  init(_ page: Page, _ code: CodeModel, index: RepositoryIndex? = nil) {
    self.page = page
    let title = page.headings.first?.block
    // A type may be called `Changes`.
    let isOfSymbol = page.codeSpans.contains { $0.block == title && $0.isSymbolLink }
    isHistorical =
      !isOfSymbol && (Self.isHistorical(path: page.path) || Self.hasHistoricalTitle(page))
      || Self.hasHistoricalStatus(page) || PageStatus(page) != nil
      || index.flatMap { PageStatus.ofSpecification(around: page.path, $0) } == .pending
      || index.map { Self.isGeneralSkill(page.path, code, index: $0) } == true
      || Self.hasEdits(page)
    historicalLines = isHistorical ? [] : Self.historicalSections(of: page)
  }

  /// Whether the text at a place is about the past or the future.
  func isHistorical(at span: CodeSpan) -> Bool {
    isHistorical(atLine: span.range.start.line)
      || Self.speaksOfChange(Self.sentence(around: span, on: page))
  }

  func isHistorical(atLine line: Int) -> Bool {
    isHistorical || historicalLines.contains { $0.contains(line) }
  }

  /// Whether a code block is about the past or the future, by its section and its comments.
  func isHistorical(_ fence: Fence) -> Bool {
    historicalFences.answer(for: fence) {
      isHistorical(atLine: fence.range.start.line)
        || Self.oldCodeMarks.contains { fence.literal.contains($0) }
        || Self.oldCodeLeads.contains { Self.lead(of: fence, on: page).hasPrefix($0) }
    }
  }

  private static let oldCodeMarks = [
    "❌", "🚫", "// Before", "// Old", "// before", "// old", "deprecated", "// Bad", "// Wrong",
  ]

  /// Lines before a code block that shows what the reader no longer writes.
  private static let oldCodeLeads = ["instead of", "rather than", "before:", "old:", "previously"]

  /// The last line of text before a code block, in lowercase and without emphasis, if it ends with a
  /// colon; an empty text otherwise.
  private static func lead(of fence: Fence, on page: Page) -> String {
    let above = stride(from: fence.range.start.line - 1, to: 0, by: -1).lazy
      .map { page.source.line($0).lowercased().filter { !"*_`#".contains($0) }.trimmedText }
      .first { !$0.isEmpty }
    return above.flatMap { $0.hasSuffix(":") ? $0 : nil } ?? ""
  }

  // MARK: - Paths

  /// Folder and file names that mark pages about the past or the future.
  private static let pathWords: Set<String> = [
    "migration", "migrating", "changelog", "changes", "history", "releases", "proposal", "plan",
    "planning", "archive", "archived", "rfc", "adr", "decisions", "roadmap", "todo", "upgrading",
    "upgrade", "deprecated", "legacy", "postmortem", "ledger", "audit", "research", "refactor",
    "refactoring", "retrospective", "news", "draft", "spike", "investigation", "handoff",
    "progress", "backlog", "ideas", "prd", "evolution", "report", "tracker", "blueprint",
    "complete", "completed", "completada", "completado", "sprint", "requerimiento",
  ]

  /// Whether a word of a path, singular or plural, marks pages about the past or the future.
  private static func isPathWord(_ word: String) -> Bool {
    pathWords.contains(word) || word.hasSuffix("s") && pathWords.contains(String(word.dropLast()))
  }

  static func isHistorical(path: String) -> Bool {
    let parts = path.split(separator: "/")
    for (index, part) in parts.enumerated() {
      let words = words(of: part)
      if words.contains(where: isPathWord) { return true }
      // `release-notes.md`, `Release Notes/600.md`
      if words.starts(with: ["release", "notes"]) || words.starts(with: ["whats", "new"]) {
        return true
      }
      guard index == parts.count - 1 else { continue }
      // `0002-name.md`, `notes-2025-11-17.md`
      guard part.utf8.contains(where: isDigit) else { continue }
      if part.prefixMatch(of: /[0-9]{3,}[-_]/) != nil { return true }
      if part.firstMatch(of: /[0-9]{4}-[0-9]{2}(-[0-9]{2})?/) != nil { return true }
      if part.contains("-"), part.firstMatch(of: /^[A-Z]+-[0-9]{3,}/) != nil { return true }
    }
    return false
  }

  /// `MigratingTo1.4.md` -> `migrating`, `to`, …
  private static func words(of part: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = " "
    for character in part {
      let isBoundary = character.isUppercase && previous.isLowercase
      if !character.isLetter || isBoundary {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter { word.append(character) }
      previous = character
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  /// Whether a page belongs to a skill that does not have the name of a module of the project.
  ///
  ///     skills/grdb/SKILL.md, skills/grdb/references/queries.md
  private static func isGeneralSkill(
    _ path: String, _ code: CodeModel, index: RepositoryIndex
  ) -> Bool {
    let skills = index.files(named: "SKILL.md")
    let folder = RepositoryIndex.foldersUp(from: path).first { skills.contains($0 + "/SKILL.md") }
    guard let name = folder.map(FileName.last) else { return false }
    return !index.ownModules(code).contains { $0.lowercased() == name.lowercased() }
  }

  /// Lines before a code block that only a page of edits has: "**Find this code**:".
  private static let edits = [
    "find this code", "find the following code", "replace with", "replace it with",
    "replace this with", "replace the entire file with", "replace the whole file with",
  ]

  /// Whether a page describes edits of a file: after them, both texts are historical.
  private static func hasEdits(_ page: Page) -> Bool {
    page.fences.contains { fence in
      let above = lead(of: fence, on: page)
      return edits.contains { edit in
        above == edit + ":" || above.hasPrefix(edit + " (") || above.hasSuffix(edit + ":")
      }
    }
  }

  /// Whether a line is in a section about code that the reader may add: "Extending the store".
  static func isHypothetical(_ page: Page, atLine line: Int) -> Bool {
    let place = SourceRange(line: line, column: 1, length: 0)
    return page.headings(around: place).contains {
      words(of: $0.text[...]).contains("extending")
    }
  }

  // MARK: - Headings

  private static let titleWords: Set<String> = [
    "migration", "migrating", "changelog", "changes", "proposal", "proposed", "plan", "roadmap",
    "archive", "archived", "deprecated", "upgrading", "upgrade", "rfc", "retrospective", "backlog",
    "postmortem", "audit", "tracker", "blueprint",
  ]
  private static let sectionPhrases = [
    "files to ", "new files", "modified files", "changed files", "files changed", "affected files",
    "files affected", "touched files", "deleted files", "files created", "files modified",
    "completed ",
  ]
  /// Such phrases in other languages.
  private static let foreignPhrases = [
    "提案", "移行", "計画", "计划", "修改文件", "propuesta", "migración", "diseño técnico", "vorschlag",
  ]
  private static let sectionWords: Set<String> = titleWords.union([
    "removed", "renamed", "deprecations", "history", "before", "legacy", "previous", "previously",
    "future", "planned", "todo", "upcoming", "alternatives", "obsolete", "old", "unreleased",
    "fixed",
    "breaking", "next",
  ])

  /// Sections that occur only in a plan or a proposal.
  private static let planHeadings: Set = [
    "problem statement", "migration strategy", "migration plan", "implementation plan",
    "implementation phases", "rollout plan", "alternatives considered", "proposed solution",
    "user stories",
  ]

  private static func hasHistoricalTitle(_ page: Page) -> Bool {
    guard let title = page.headings.first, title.level <= 2 else { return false }
    return words(of: title.text[...]).contains(where: titleWords.contains)
      || page.headings.contains { planHeadings.contains($0.text.lowercased().trimmedText) }
  }

  /// Phrases in a page's first lines that mark it as a plan, or a report on finished work.
  private static let statuses = [
    "ready for implementation", "design phase", "design proposal", "migration plan",
    "implementation plan", "this plan", "this proposal",
  ]

  private static func hasHistoricalStatus(_ page: Page) -> Bool {
    (1...12).contains { number in
      guard number <= page.source.lineCount else { return false }
      let bytes = page.source.bytes[page.source.lineRange(number)].prefix(reach)
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
        .filter { !"*_`✅🟢📋".contains($0) }.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      return statuses.contains { text.contains($0) }
    }
  }

  /// `1.2.0`, `[1.2] - 2026-01-04`, `v2.0 The rewrite`; but `3.1 Title` is a numbered section.
  ///
  /// Compiling an expression takes longer than matching it, and each page needs this one.
  nonisolated(unsafe) private static let version =
    /\[?v[0-9]|\[?[0-9]+(\.[0-9]+)+(\]|\s*$|\s*[-–—(:\/]|\s+[0-9]{4})/
  nonisolated(unsafe) private static let phase = /\bphase [0-9]|^[0-9]{4}-[0-9]{2}-[0-9]{2}/

  private static func isHistorical(heading: String) -> Bool {
    let text = heading.lowercased()
    let words = words(of: heading[...])
    // "Skips the map operation if the state has no changes" is about values.
    return words.contains { sectionWords.contains($0) && ($0 != "changes" || words.count < 7) }
      || (sectionPhrases + foreignPhrases).contains { text.contains($0) }
      || text.utf8.contains(where: isDigit)
        && text.contains(phase)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// From a heading about the past, or a version number, to the next heading of the same or a
  /// higher level.
  private static func historicalSections(of page: Page) -> [Range<Int>] {
    let symbols = Set(page.codeSpans.filter(\.isSymbolLink).map(\.block))
    return page.headings.enumerated().compactMap { index, heading in
      guard !symbols.contains(heading.block),
        heading.text.utf8.contains(where: isDigit) && heading.text.prefixMatch(of: version) != nil
          || isHistorical(heading: heading.text)
      else {
        return nil
      }
      let next = page.headings[(index + 1)...].first { $0.level <= heading.level }
      return heading.range.start.line..<(next?.range.start.line ?? page.source.lineCount + 1)
    }
  }

  // MARK: - Sentences

  private static let changeWords = [
    "removed", "renamed", "replaced", "replaces", "formerly", "previously", "deprecated",
    "no longer", "used to ", "was called", "were called", "instead of", "obsolete", "legacy",
    "moved to", "moved into", "superseded", "planned", "proposed", "propose", "todo", "not yet",
    "does not exist", "doesn't exist", "do not exist", "there is no ", "future", "rename",
    "migrat", "eventually", "would ", "could ", "no `", "without ", "delete", "drop",
    "was added", "introduced", "historical", "restore from", "eliminar", "reemplaz", "renombr",
    "ersetzt",
    "entfernt", "umbenannt", "supprim", "remplac", "删除", "移除", "削除",
  ]

  private static func speaksOfChange(_ sentence: String) -> Bool {
    var text = sentence.lowercased().filter { $0 != "*" }
    // "A flag used to hide it" is about its purpose.
    if text.contains("used to ") {
      text.replace(/\b(is|are|be|flag|value|type|method|function|closure) used to/, with: "")
    }
    return changeWords.contains { text.contains($0) } || isTask(text)
      || text.contains(/`\s*→|→\s*`/)
  }

  /// `- Remove the queue`, `| Queue.swift | move to Core |`, `✅ Added the queue`: a step of some work.
  private static func isTask(_ text: String) -> Bool {
    text.split(separator: "|").contains { cell in
      let start = cell.drop { !$0.isLetter && $0 != "✅" && $0 != "`" }
      return start.first == "✅" || taskVerbs.contains { start.hasPrefix($0) }
        || cell.contains("[x] ")
    }
  }

  private static let taskVerbs = [
    "create ", "remove ", "delete ", "replace ", "move ", "rename ", "extract ", "migrate ",
    "refactor ",
    "implement ", "added ", "created ", "implemented ", "moved ", "extracted ", "fixed ",
    "updated ",
  ]

  /// The maximum number of bytes on either side of a span that belong to its sentence.
  private static let reach = 240

  /// The sentence around a span, or the row of its table; long lines are cut.
  ///
  /// Sentences end at ". ". At most the line before and the line after belong to one, each cut to
  /// 240 bytes.
  private static func sentence(around span: CodeSpan, on page: Page) -> String {
    let lines = page.blocks[span.block].lines
    let (source, number) = (page.source, span.range.start.line)
    let own = source.lineRange(number)
    let place = min(own.lowerBound + span.range.start.column - 1, own.upperBound)
    var head = text(source, max(own.lowerBound, place - reach)..<place)
    var tail = text(source, place..<min(own.upperBound, place + reach))
    let isRow = source.bytes[own].first { $0 != 0x20 } == UInt8(ascii: "|")
    if isRow { return head + tail }
    if lines.contains(number - 1) {
      let range = source.lineRange(number - 1)
      let start = max(range.lowerBound, range.upperBound - reach)
      head = text(source, start..<range.upperBound) + " " + head
    }
    if lines.contains(number + 1) {
      let range = source.lineRange(number + 1)
      tail += " " + text(source, range.lowerBound..<min(range.upperBound, range.lowerBound + reach))
    }
    let start = head.ranges(of: ". ").last?.upperBound ?? head.startIndex
    let end = tail.firstRange(of: ". ")?.lowerBound ?? tail.endIndex
    return String(head[start...]) + String(tail[..<end])
  }

  private static func text(_ source: SourceText, _ range: Range<Int>) -> String {
    String(decoding: source.bytes[range], as: UTF8.self)
  }
}
