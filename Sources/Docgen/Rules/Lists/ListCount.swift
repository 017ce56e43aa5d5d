import Diagnostics
import Markdown

/// The number of entries that a text gives before a list, a table or the headings of a section.
///
///     There are three core tools:   ·   The following 5 steps build it.   ·   ## The four layers
struct ListCount {
  var number: WrittenNumber
  /// The number with its noun, as written.
  var text: String
  var range: SourceRange
  /// The number of entries.
  var count: Int
  /// Whether the number is that of the entries, or of the elements in the entries.
  var agrees: Bool

  /// `nil` if the text before the list does not count it.
  init?(_ list: Enumeration, on page: CheckedPage) {
    guard let lead = list.lead, page.isWritten(page.page.blocks[lead.block].range) else {
      return nil
    }
    let lines = page.page.lines(of: page.page.blocks[lead.block])
    let spans = page.page.codeSpans.filter { $0.block == lead.block }
    var tokens = CountTokens.tokens(of: lines, spans: spans)[...]
    while tokens.last?.kind == .stop { tokens = tokens.dropLast() }
    if let stop = tokens.lastIndex(where: { $0.kind == .stop }) { tokens = tokens[(stop + 1)...] }
    guard let claim = CountPhrase(Array(tokens), lead, source: page.page.source) else { return nil }
    (number, text, range) = (claim.number, claim.text, claim.range)
    count = list.entries.count
    // "two layers": "Layer 1", "Layer 2" and another heading.
    let noun = text.lowercased().split(separator: " ").last?.dropLast() ?? ""
    let numbered = list.entries.count { $0.text.lowercased().hasPrefix(noun) }
    // "two views": `headerView`, `gridView` and `isOpen`.
    let named = list.entries.count { $0.names.first?.name.lowercased().hasSuffix(noun) == true }
    // A note at the end of a list often looks different from the counted entries.
    let marked = ["**", "`", "[", "*"].map { mark in
      list.entries.count { $0.text.hasPrefix(mark) }
    }
    // If there are many more things than entries, they are grouped; further headings may be
    // uncounted.
    let isIncomparable =
      number.number > 2 * count || list.form == .headings && number.number < count
    agrees =
      isIncomparable || [numbered, named].contains(claim.number.number)
      || marked.contains(claim.number.number)
      || Self.counts(of: list, page.page, number.number).contains(number.number)
  }

  /// The numbers that a text may give for a list: its entries, its entries with those of the lists
  /// that continue it, the nested entries, and the names in the entries.
  private static func counts(of list: Enumeration, _ page: Page, _ number: Int) -> Set<Int> {
    var counts: Set = [list.entries.count, list.entries.reduce(0) { $0 + max($1.names.count, 1) }]
    // Rows may be grouped by their first cell.
    if list.form == .table { counts.insert(Set(list.entries.map(\.text)).count) }
    // The counted things may be columns, compared row by row.
    if let table = Table(page.lines(of: page.blocks[list.block])) {
      counts.insert(table.headings.count - 1)
    }
    guard list.form == .list else { return counts }
    func items(_ index: Int) -> [Int] {
      page.children(of: index).filter { page.blocks[$0].kind == .item }
    }
    let nested = items(list.block).flatMap { page.children(of: $0) }
      .filter { page.blocks[$0].kind == .list }
    counts.insert(nested.reduce(0) { $0 + items($1).count })
    var total = list.entries.count
    var next = page.blocks[list.block].end
    while next < page.blocks.count, page.blocks[next].parent == page.blocks[list.block].parent {
      if case .heading = page.blocks[next].kind { break }
      if page.blocks[next].kind == .list {
        total += items(next).count
        counts.insert(total)
        // A list that continues below may be interrupted again.
        if number > total { counts.insert(number) }
      }
      next = page.blocks[next].end
    }
    return counts
  }
}

/// "three core tools" in the last words before a list.
private struct CountPhrase {
  var number: WrittenNumber
  var text: String
  var range: SourceRange

  /// Words before a number that turn it into a name, a bound or a part.
  private static let blockingWords: Set = [
    "least", "most", "than", "about", "around", "over", "under", "nearly", "almost",
    "approximately",
    "roughly", "first", "last", "next", "other", "another", "every", "additional", "more", "any",
    "up", "to", "step", "phase", "version", "chapter", "section", "part", "table", "figure",
    "level",
    "tier", "stage", "swift", "ios", "macos", "xcode", "tvos", "watchos", "visionos", "day", "week",
    "option", "layer", "between", "only", "remaining", "after", "before", "when", "if", "per",
    "for",
    "page", "item", "issue", "pr", "http", "port", "line", "rule", "test", "sprint", "milestone",
    "priority", "each", "latter", "former", "within", "on",
  ]
  /// The bounds among them, which may precede an article: "at least the two tools".
  private static let bounds: Set = ["least", "most", "than", "about", "between", "after", "before"]
  /// Verbs and other words that end like a plural, and words of measure.
  private static let otherWords: Set = [
    "is", "was", "has", "does", "this", "its", "as", "us", "thus", "always", "plus", "versus", "vs",
    "these", "those", "uses", "needs", "seconds", "minutes", "hours", "days", "weeks", "months",
    "years", "ms", "milliseconds", "microseconds", "nanoseconds", "bytes", "bits", "lines",
    "characters", "pixels", "points", "times", "percent", "megabytes", "kilobytes", "gigabytes",
    "words", "spaces", "digits", "letters", "decimals", "degrees", "meters", "dollars", "requests",
    "retries", "attempts", "cores", "users", "developers", "engineers", "commits", "frames",
    "samples", "tokens", "versions", "releases", "things", "iterations", "threads", "rows", "hits",
    "columns", "files", "tests",
  ]
  private static let englishWords: Set = [
    "the", "is", "are", "has", "have", "there", "with", "of", "into", "following", "these", "by",
    "provides", "contains", "uses", "includes", "we", "it", "top", "supports", "below",
  ]
  private static let kinds: Set = [
    "kinds", "types", "sorts", "groups", "categories", "sets", "pairs", "families", "classes",
    "levels", "forms", "copies", "instances", "lists", "tables",
  ]
  private static let joints: Set = [
    "of", "to", "and", "or", "in", "on", "for", "with", "from", "by", "at", "is", "are", "the", "a",
    "an", "per", "that", "which", "x", "times", "more", "out", "different", "not",
  ]

  /// Whether a number belongs to the name before it, within a sentence: `custom TextKit 2 components`.
  private static func isVersion(_ index: Int, _ tokens: [CountTokens.Token]) -> Bool {
    guard index > 1, case .word(let digits) = tokens[index].kind, Int(digits) != nil,
      case .word(let name) = tokens[index - 1].kind
    else { return false }
    return name.first?.isUppercase == true && name.dropFirst().contains(where: \.isUppercase)
  }

  init?(_ tokens: [CountTokens.Token], _ lead: ListLead, source: SourceText) {
    let words = tokens.map { token -> String? in
      if case .word(let word) = token.kind { word.lowercased() } else { nil }
    }
    let sentence = Set(words.compactMap(\.self))
    guard sentence.isDisjoint(with: ["example", "e", "some", "including", "such"]) else {
      return nil
    }
    let numbers = tokens.indices.filter { index in
      guard case .word(let word) = tokens[index].kind, let number = WrittenNumber(word) else {
        return false
      }
      return number.number > 1
    }
    // Digits are the same in every language; the rule reads English.
    guard
      !sentence.isDisjoint(with: Self.englishWords)
        || numbers.contains(where: { Int(words[$0] ?? "") == nil })
    else { return nil }
    let measures = sentence.filter { $0.contains(where: \.isNumber) }
    guard numbers.count == 1, measures.count <= 1, let index = numbers.first,
      case .word(let digits) = tokens[index].kind, let number = WrittenNumber(digits),
      number.number <= 30, !Self.isVersion(index, tokens),
      let noun = Self.noun(after: index, words)
    else { return nil }
    self.number = number
    range = SourceRange(start: tokens[index].range.start, end: tokens[index].range.end)
    text = (index...noun).compactMap {
      if case .word(let word) = tokens[$0].kind { word } else { nil }
    }.joined(separator: " ")
    let isWord = Int(digits) == nil
    // A line that ends in a number is a line of data.
    guard isWord || tokens[index].range.end.line == tokens[index + 1].range.start.line else {
      return nil
    }
    guard Self.isSeparate(tokens[index].range, source),
      Self.isCounted(index, noun: noun, words: words, lead: lead, isWord: isWord)
    else { return nil }
  }

  /// The plural noun after a number and at most two adjectives.
  private static func noun(after index: Int, _ words: [String?]) -> Int? {
    for place in index + 1..<min(index + 4, words.count) {
      guard let word = words[place], Int(word) == nil, !joints.contains(word) else { return nil }
      if otherWords.contains(word) { return nil }
      if word.hasSuffix("s"), !word.hasSuffix("ss"), word.count > 3 { return place }
    }
    return nil
  }

  /// Whether a number has white space or emphasis around it: not true for `2-3`, `v3`, `3+`, `4/5`.
  private static func isSeparate(_ range: SourceRange, _ source: SourceText) -> Bool {
    let line = source.bytes[source.lineRange(range.start.line)]
    let (start, end) = (
      line.startIndex + range.start.column - 1, line.startIndex + range.end.column - 1
    )
    let allowed = Set(" *_\"\t[".utf8)
    return (start <= line.startIndex || allowed.contains(line[start - 1]))
      && (end >= line.endIndex || Set(" *_\t".utf8).contains(line[end]))
  }

  private static func isCounted(
    _ index: Int, noun: Int, words: [String?], lead: ListLead, isWord: Bool
  ) -> Bool {
    func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }
    let previous = word(index - 1)
    if let previous, blockingWords.contains(previous) { return false }
    if let earlier = word(index - 2), ["the", "these"].contains(previous), bounds.contains(earlier)
    {
      return false
    }
    if ["of"].contains(previous) || word(index - 2) == "of" && ["the", "these"].contains(previous) {
      let place = previous == "of" ? index - 2 : index - 3
      guard let verb = word(place),
        ["consists", "consist", "composed", "comprised", "made"].contains(verb)
      else { return false }
    }
    if let next = word(noun + 1),
      ["and", "or", "plus", "per", "ago", "later", "long"].contains(next)
    {
      return false
    }
    if word(noun + 1) == "of", kinds.contains(words[noun] ?? "") { return false }
    if lead.isHeading { return isWord || previous == "top" }
    // "The three tools take the following flags": the list is about something else.
    let pointers = words.indices.filter { ["following", "these", "below"].contains(words[$0]) }
    let end = ["are", "is"].contains(word(noun + 1)) ? noun + 3 : noun + 1
    if pointers.contains(where: { $0 < index - 1 || $0 > end }) { return false }
    return lead.endsWithColon || !pointers.isEmpty
  }
}
