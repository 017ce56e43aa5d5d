import Diagnostics

/// Steps of an alignment without a partner, paired if two belong together. The same message at
/// another place was moved; at the same place, the label, the ends or the arrow was changed.
///
/// An alignment has only insertions and deletions. A reader prefers "moved" or "renamed" to a
/// deletion here and an insertion there, so they are paired afterwards in two passes: first equal
/// messages at different places, then similar messages at the same place. "The same place" means
/// that the same number of steps in both precede them.
///
/// Pairing afterwards is simpler than costs for substitution in the search, which would pair
/// unrelated messages whenever that is cheaper. Cost: drawn × happened lone steps, which are few
/// unless the diagram describes another scenario: then they are not paired.
struct AlignmentGaps {
  struct Pair {
    var kind: SequenceDeviation.Kind
    var drawn: Int
    var letter: Activity
    /// The drawn message before the letter.
    var behind: Int?
  }

  private(set) var pairs: [Pair] = []
  /// Letters that the diagram lacks.
  private(set) var undrawn: [(letter: Activity, behind: Int?)] = []
  /// Messages that do not happen, with the letters that happen instead.
  private(set) var unsent: [(drawn: Int, instead: Activity?)] = []

  private struct Lone {
    /// The number of the message or of the letter.
    var number: Int
    /// The number of earlier steps in both.
    var gap: Int
    /// The drawn message before it.
    var behind: Int?
    /// The last message that happened before it.
    var happenedBehind: Int?
  }

  private let word: ActivitySequence
  private let table: LetterTable
  private let matching: LetterMatching
  private let messages: [DocumentedActivity]

  init(
    _ alignment: Alignment, word: ActivitySequence, in table: LetterTable, matching: LetterMatching,
    messages: [DocumentedActivity]
  ) {
    self.word = word
    self.table = table
    self.matching = matching
    self.messages = messages
    if alignment.cost == 0 { return }
    var drawn: [Lone] = []
    var happened: [Lone] = []
    var (gap, behind, last) = (0, nil as Int?, nil as Int?)
    for step in alignment.steps {
      switch step {
      case .both(let number, _): (gap, behind, last) = (gap + 1, number, number)
      case .traceOnly(let index):
        happened.append(Lone(number: index, gap: gap, behind: last, happenedBehind: behind))
      case .diagramOnly(let number):
        drawn.append(Lone(number: number, gap: gap, behind: last, happenedBehind: behind))
        last = number
      case .way: break
      }
    }
    if drawn.count * happened.count <= Self.mostPairs {
      pair(&drawn, &happened) { message, letter, isHere in
        !isHere && matching.matches(message, letter) ? .moved : nil
      }
      pair(&drawn, &happened, kind: atTheSamePlace)
    }
    finish(drawn, happened)
  }

  /// The most steps of a diagram times steps of a trace that are compared.
  static let mostPairs = 100_000

  /// At the same place: the common parts show the kind of change.
  private func atTheSamePlace(
    _ message: DocumentedActivity, _ letter: Activity, isHere: Bool
  ) -> SequenceDeviation.Kind? {
    guard isHere else { return nil }
    let near = NearLetter.of(message, among: [letter], matching)?.0
    let isBetween = message.from == letter.from && message.to == letter.to
    let mustHave = letter.kind != .inner || table.mustBeDrawn(letter)
    if near == nil, isBetween, mustHave, matching.arrowsAgree(message, letter) {
      return .relabelled
    }
    return near
  }

  /// `kind` returns `nil` for two steps that do not belong together. Its last argument states
  /// whether both are at the same place. Pairs are removed from both lists.
  private mutating func pair(
    _ drawn: inout [Lone], _ happened: inout [Lone],
    kind: (DocumentedActivity, Activity, Bool) -> SequenceDeviation.Kind?
  ) {
    var rest: [Lone] = []
    for lone in drawn {
      // Pairs the steps that are closest in the flow.
      let order = happened.indices.sorted {
        abs(happened[$0].gap - lone.gap) < abs(happened[$1].gap - lone.gap)
      }
      var partner: (index: Int, kind: SequenceDeviation.Kind)?
      for index in order {
        let letter = table.letter(happened[index].number, of: word)
        let isHere = happened[index].gap == lone.gap
        if let kind = kind(messages[lone.number], letter, isHere) {
          partner = (index, kind)
          break
        }
      }
      guard let partner else {
        rest.append(lone)
        continue
      }
      let other = happened.remove(at: partner.index)
      pairs.append(
        Pair(
          kind: partner.kind, drawn: lone.number,
          letter: table.letter(other.number, of: word), behind: other.happenedBehind))
    }
    drawn = rest
  }

  /// The remaining steps have no partner. Letters that diagrams may leave out are dropped here and
  /// not earlier, because they may still be the partner of a message that is drawn at the wrong
  /// place.
  private mutating func finish(_ drawn: [Lone], _ happened: [Lone]) {
    for lone in happened where table.isObligatory(lone.number, of: word) {
      undrawn.append((table.letter(lone.number, of: word), lone.behind))
    }
    var instead: [Int: Activity] = [:]
    for lone in happened where instead[lone.gap] == nil {
      let letter = table.letter(lone.number, of: word)
      if !letter.label.isEmpty, letter.kind != .inner { instead[lone.gap] = letter }
    }
    for lone in drawn { unsent.append((lone.number, instead[lone.gap])) }
  }
}
