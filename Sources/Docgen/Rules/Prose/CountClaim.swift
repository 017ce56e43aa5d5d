import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A sentence that gives the number of things that a type has.
///
///     `NetworkClient` has 24 methods · the five states of `SyncState` · `SyncState`'s five states
///     The `NetworkClient` protocol requires three methods and one property.
struct CountClaim: Hashable {
  var owner: String
  var things: Count.Things
  var number: WrittenNumber
  /// The place of the number.
  var range: SourceRange
  /// The place of the noun after it.
  var noun: SourceRange
  /// Whether the sentence states a requirement: only a protocol can have one.
  var isDemand = false

  /// The claims of a page, outside of regions.
  static func all(on page: CheckedPage) -> [CountClaim] {
    let spans = Dictionary(grouping: page.writtenCodeSpans, by: \.block)
    return spans.sorted { $0.key < $1.key }.flatMap { block, spans in
      let lines = page.page.lines(of: page.page.blocks[block])
      return CountReader(CountTokens.tokens(of: lines, spans: spans)).claims()
    }
  }
}

extension CountClaim {
  /// The number in the project; `nil` if the claim is about something else.
  func count(in project: ProjectModel) -> Count? {
    if isDemand, project.code.type(named: owner).only?.kind != .protocol { return nil }
    return Count(things, of: owner, in: project)
  }
}

/// Finds the claims among the words of a paragraph.
private struct CountReader {
  private static let demands: Set = ["requires", "require", "needs", "need"]
  private static let verbs: Set = [
    "has", "have", "declares", "declare", "defines", "define", "lists", "knows", "contains",
  ]
  private static let plurals: Set = ["have", "declare", "define", "require", "need"]
  /// Words before a verb or a number that do not change the meaning.
  private static let adverbs: Set = ["only", "just", "exactly", "now", "still", "currently"]
  /// Words after the name: "the `Store` protocol has".
  private static let kinds: Set = [
    "protocol", "type", "class", "struct", "structure", "actor", "enum", "enumeration", "machine",
    "itself",
  ]
  /// After these words, the number belongs to something else: "every caller of `Store` has".
  private static let prepositions: Set = [
    "of", "to", "in", "on", "from", "with", "without", "by", "like", "through", "behind", "under",
    "for", "than", "via", "at", "beside", "into", "between",
  ]
  /// After these words, the sentence counts only some of them: "two methods that throw".
  private static let narrowing: Set = [
    "that", "which", "who", "whose", "where", "with", "without", "for", "to", "from", "in", "on",
    "per", "a", "an", "every", "before", "after", "until", "when", "while", "too", "more", "left",
    "called", "named", "at", "by", "of",
  ]

  private let tokens: [CountTokens.Token]

  init(_ tokens: [CountTokens.Token]) {
    self.tokens = tokens
  }

  func claims() -> [CountClaim] {
    var found: [CountClaim] = []
    // The place of the number of the last claim with a subject, for an addition with "and".
    var last: (index: Int, claim: CountClaim)?
    for index in tokens.indices {
      guard let counted = counted(at: index) else { continue }
      var claim: CountClaim?
      if let owner = possessor(of: index) {
        claim = claimed(counted, of: owner, at: index)
      } else if !isNarrowed(index + 2) {
        if let subject = subject(of: index) {
          claim = claimed(counted, of: subject.name, at: index)
          claim?.isDemand = subject.isDemand
        } else if let (earlier, before) = last, before.things != counted.things,
          isAdded(index, to: earlier)
        {
          claim = claimed(counted, of: before.owner, at: index)
          claim?.isDemand = before.isDemand
        }
        last = claim.map { (index, $0) }
      }
      if let claim { found.append(claim) }
    }
    return found
  }

  private func claimed(
    _ counted: (number: WrittenNumber, things: Count.Things), of owner: String, at index: Int
  ) -> CountClaim {
    CountClaim(
      owner: owner, things: counted.things, number: counted.number, range: tokens[index].range,
      noun: tokens[index + 1].range)
  }

  private func kind(_ index: Int) -> CountTokens.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  private func word(_ index: Int) -> String? {
    if case .word(let word) = kind(index) { word.lowercased() } else { nil }
  }

  /// "24 methods", "one method", "no cases".
  private func counted(at index: Int) -> (number: WrittenNumber, things: Count.Things)? {
    guard case .word(let digits) = kind(index), case .word(let noun) = kind(index + 1),
      let number = WrittenNumber(digits)
    else { return nil }
    if let things = Count.Things(rawValue: noun) { return (number, things) }
    // "one event loop" does not count events.
    guard number.number == 1, isEnd(index + 2),
      let things = Count.Things.allCases.first(where: { $0.singular(if: true) == noun })
    else { return nil }
    return (number, things)
  }

  /// The end of a clause.
  private func isEnd(_ index: Int) -> Bool {
    switch kind(index) {
    case nil, .stop, .comma, .word("and"), .word("of"): true
    case .word, .span: false
    }
  }

  private func isNarrowed(_ index: Int) -> Bool {
    word(index).map { Self.narrowing.contains($0) } ?? false
  }

  /// "the two methods of `Store`", "`Store`'s two methods"; "two methods of" without an article is
  /// not a total.
  private func possessor(of index: Int) -> String? {
    if word(index + 2) == "of" {
      guard case .span(let name) = kind(index + 3), let article = word(index - 1) else {
        return nil
      }
      return ["the", "all"].contains(article) ? name : nil
    }
    if word(index - 1) == "s", case .span(let name) = kind(index - 2) { return name }
    return nil
  }

  /// "`Store` has", "the `Store` protocol now requires only".
  private func subject(of index: Int) -> (name: String, isDemand: Bool)? {
    var place = index - 1
    skip(&place, Self.adverbs)
    guard let verb = word(place) else { return nil }
    let isDemand = Self.demands.contains(verb)
    guard isDemand || Self.verbs.contains(verb) else { return nil }
    place -= 1
    skip(&place, Self.adverbs)
    skip(&place, Self.kinds)
    guard case .span(let name) = kind(place) else { return nil }
    place -= 1
    if Self.plurals.contains(verb), [.comma, .word("and"), .word("or")].contains(kind(place)) {
      return nil
    }
    skip(&place, ["the", "a", "an", "protocol", "type", "actor", "machine", "enum"])
    if let before = word(place), Self.prepositions.contains(before) { return nil }
    return (name, isDemand)
  }

  private func skip(_ place: inout Int, _ words: Set<String>) {
    while let word = word(place), words.contains(word) { place -= 1 }
  }

  /// "has two methods and one property": the part after the noun of the claim before.
  private func isAdded(_ index: Int, to earlier: Int) -> Bool {
    let between = (earlier + 2..<max(earlier + 2, index)).map { kind($0) }
    return [[.word("and")], [.comma], [.comma, .word("and")]].contains(between)
  }
}
