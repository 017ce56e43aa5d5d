import Diagnostics
import Mermaid

/// Collects the deviations of several alignments, each kind and place once.
///
/// A page shows one finding for a wrong message, not one for each trace: a deviation of the same
/// kind, message and letter is merged, and lists the scenarios in which it was found. The order of
/// the result is the order of discovery, which follows the traces as given.
struct DeviationCollector {
  private struct Key: Hashable {
    var kind: SequenceDeviation.Kind
    var drawn: Int?
    var label: String
  }

  private let language: MessageLanguage
  private let matching: LetterMatching
  private var found: [Key: SequenceDeviation] = [:]
  private var order: [Key] = []
  /// Branches that some alignment enters, though perhaps nothing in them happened: deviations in
  /// them were reported already.
  private var entered: Set<Int> = []
  /// Classes of letters without a partner in some alignment: a drawn message may have meant them.
  private var spare: Set<Int32> = []

  init(_ language: MessageLanguage, _ matching: LetterMatching) {
    self.language = language
    self.matching = matching
  }

  var deviations: [SequenceDeviation] { order.compactMap { found[$0] } }

  /// `alignment` belongs to `word`, and both to `table`. An alignment without cost adds no
  /// deviation, but still records the branches that it enters.
  mutating func add(
    _ alignment: Alignment, _ word: ActivitySequence, in table: LetterTable, scenario: String
  ) {
    entered.formUnion(alignment.branches)
    for case .traceOnly(let index) in alignment.steps { spare.insert(word.classes[index]) }
    let gaps = AlignmentGaps(
      alignment, word: word, in: table, matching: matching, messages: language.messages)
    for pair in gaps.pairs {
      var deviation = SequenceDeviation(pair.kind)
      deviation.drawn = language.messages[pair.drawn]
      deviation.happened = pair.letter
      deviation.belongsBehind = pair.behind.map { language.messages[$0] }
      report(deviation, number: pair.drawn, label: pair.letter.description, scenario: scenario)
    }
    for lone in gaps.undrawn {
      var deviation = SequenceDeviation(.missing)
      deviation.drawn = lone.behind.map { language.messages[$0] }
      deviation.happened = lone.letter
      report(deviation, number: lone.behind, label: lone.letter.description, scenario: scenario)
    }
    for lone in gaps.unsent {
      var deviation = SequenceDeviation(.neverSent)
      deviation.drawn = language.messages[lone.drawn]
      deviation.happened = lone.instead
      report(deviation, number: lone.drawn, label: "", scenario: scenario)
    }
  }

  mutating func addTooLarge(_ scenario: String) {
    report(SequenceDeviation(.tooLarge), number: nil, label: scenario, scenario: scenario)
  }

  /// Loops whose number of rounds is outside of the bounds in their titles.
  mutating func addCounts(of alignment: Alignment, scenario: String) {
    for (site, counts) in LoopCounts(alignment, language).wrong {
      var deviation = SequenceDeviation(.wrongCount)
      deviation.site = language.sites[site]
      deviation.counts = counts
      let key = report(deviation, number: site, label: "", scenario: scenario)
      if let known = found[key]?.counts {
        found[key]?.counts =
          min(known.lowerBound, counts.lowerBound)...max(known.upperBound, counts.upperBound)
      }
    }
  }

  /// Deviations that only all traces together show: branches that none takes, blocks without a
  /// claim.
  ///
  /// `taken` are the branches that some trace takes with at least one message. It is called once,
  /// after all traces. A branch within an untaken branch is not reported again.
  mutating func finish(taken: Set<Int>, _ table: LetterTable) {
    let happening = Set(table.matches.joined())
    for (index, site) in language.sites.enumerated() where site.isOptional {
      if site.messages.isEmpty, site.kind != .alt {
        var deviation = SequenceDeviation(.empty)
        deviation.site = site
        report(deviation, number: index, label: "", scenario: nil)
        continue
      }
      if taken.contains(index) || entered.contains(index) || isPassed(site.parent, taken) {
        continue
      }
      if explain(site, table, happening) { continue }
      var deviation = SequenceDeviation(.neverTaken)
      deviation.site = site
      deviation.drawn = site.messages.first.map { language.messages[$0] }
      deviation.belongsBehind =
        site.messages.lowerBound > 0 ? language.messages[site.messages.lowerBound - 1] : nil
      report(deviation, number: index, label: "", scenario: nil)
    }
  }

  /// Whether an enclosing branch is not taken either, and was reported.
  private func isPassed(_ site: Int?, _ taken: Set<Int>) -> Bool {
    var current = site
    while let site = current {
      if language.sites[site].isOptional, !taken.contains(site) { return true }
      current = language.sites[site].parent
    }
    return false
  }

  /// Whether a branch is untaken only because one of its messages is drawn slightly wrong, or is
  /// superfluous among others that do happen.
  private mutating func explain(
    _ site: BranchSite, _ table: LetterTable, _ happening: Set<Int32>
  ) -> Bool {
    var isExplained = false
    let isComparable = site.messages.count * spare.count <= AlignmentGaps.mostPairs
    let letters = isComparable ? spare.sorted().map { table.letters[Int($0)] } : []
    let isKnown = site.messages.contains { happening.contains(Int32($0)) }
    for number in site.messages where !happening.contains(Int32(number)) {
      let drawn = language.messages[number]
      guard let (kind, letter) = NearLetter.of(drawn, among: letters, matching) else {
        guard isKnown else { continue }
        var deviation = SequenceDeviation(.neverSent)
        deviation.drawn = drawn
        report(deviation, number: number, label: "", scenario: nil)
        isExplained = true
        continue
      }
      var deviation = SequenceDeviation(kind)
      deviation.drawn = drawn
      deviation.happened = letter
      report(deviation, number: number, label: letter.description, scenario: nil)
      isExplained = true
    }
    return isExplained
  }

  @discardableResult
  private mutating func report(
    _ deviation: SequenceDeviation, number: Int?, label: String, scenario: String?
  ) -> Key {
    let key = Key(kind: deviation.kind, drawn: number, label: label)
    if found[key] == nil {
      order.append(key)
      found[key] = deviation
    }
    if let scenario, found[key]?.scenarios.contains(scenario) == false {
      found[key]?.scenarios.append(scenario)
    }
    return key
  }
}

/// The probable meaning of a drawn message that happens nowhere.
///
/// Three kinds of mistake are recognized: the right label with a wrong arrow, the right label
/// between other participants, and otherwise a similar label between the same participants. Returns
/// `nil` if no letter is similar enough (see `NearMiss`).
enum NearLetter {
  static func of(
    _ drawn: DocumentedActivity, among letters: [Activity], _ matching: LetterMatching
  ) -> (SequenceDeviation.Kind, Activity)? {
    for letter in letters where matching.labelsAgree(drawn, letter) {
      let isBetween = drawn.from == letter.from && drawn.to == letter.to
      if isBetween, !matching.arrowsAgree(drawn, letter) { return (.wrongArrow, letter) }
      if !isBetween, matching.arrowsAgree(drawn, letter) { return (.redirected, letter) }
    }
    let between = letters.filter {
      drawn.from == $0.from && drawn.to == $0.to && matching.arrowsAgree(drawn, $0)
    }
    var spellings: [String: Activity] = [:]
    for letter in between {
      for text in [letter.label] + letter.alternatives + letter.shorter {
        spellings[text] = spellings[text] ?? letter
      }
    }
    for (text, intended) in matching.synonyms where spellings[text] == nil {
      if let letter = spellings[intended] { spellings[text] = letter }
    }
    guard let near = NearMiss.best(for: drawn.text, among: spellings.keys.sorted()),
      let letter = spellings[near]
    else { return nil }
    return (.relabelled, letter)
  }
}
