package import Mermaid
package import Models

/// Aligns traces with one diagram.
///
/// `NetReader` recognizes a trace that follows the diagram: it costs nothing. Other traces are searched
/// row by row (`AutomatonAligner`): the time grows linearly with the trace.
///
/// It is a value with caches: `table`, `reader` and `automaton` grow with the words that it sees.
/// Use one aligner for all traces of a diagram.
package struct SequenceAligner {
  package let language: MessageLanguage
  package private(set) var table: LetterTable
  private let net: DiagramNet
  /// `nil` if parallel parts have too many markings.
  private lazy var automaton = DiagramAutomaton(net, limit: 100_000)
  private var reader: NetReader
  /// The number of messages of the diagram's shortest run.
  private lazy var cheapest = cost(of: [])

  /// The maximum number of markings in the reader's states before an aligner takes over.
  private static let mostMarkings = 400_000

  package init(
    _ diagram: SequenceDiagram, matching: LetterMatching = LetterMatching(),
    ignoresBounds: Bool = false
  ) {
    self.init(MessageLanguage(diagram), matching: matching, ignoresBounds: ignoresBounds)
  }

  init(_ language: MessageLanguage, matching: LetterMatching, ignoresBounds: Bool) {
    self.language = language
    table = LetterTable(language, matching)
    net = DiagramNet(language, ignoresBounds: ignoresBounds)
    reader = NetReader(net, limit: Self.mostMarkings)
  }

  package mutating func word(of trace: RecordedTrace) -> ActivitySequence { table.word(of: trace) }

  /// The cost of a least-cost alignment; `nil` if the search is too large.
  package mutating func cost(of word: ActivitySequence) -> Int? {
    follows(word) ? 0 : cost(of: word.classes)
  }

  private mutating func cost(of letters: [Int32]) -> Int? {
    guard let automaton else { return nil }
    var aligner = AutomatonAligner(automaton, table)
    return aligner.cost(of: letters)
  }

  /// A least-cost alignment; `nil` if the search is too large.
  ///
  /// The result has `cost` 0 for a word that follows the diagram, and its steps then show which
  /// branches it took.
  package mutating func align(_ word: ActivitySequence) -> Alignment? {
    guard let automaton, let cheapest else { return nil }
    var aligner = AutomatonAligner(automaton, table)
    let (steps, cost) = aligner.steps(of: word.classes)
    return Alignment(
      steps: steps, cost: cost, length: table.length(of: word), cheapest: cheapest)
  }

  /// Whether the word is known to cost nothing.
  private mutating func follows(_ word: ActivitySequence) -> Bool {
    for letter in reader.letterCount..<max(reader.letterCount, table.matches.count) {
      reader.add(letter: table.matches[letter], isOptional: table.prices[letter] == 0)
    }
    var state = NetReader.start
    for letter in word.classes {
      state = reader.state(after: letter, from: state)
      if state == NetReader.dead || reader.isExhausted { return false }
    }
    return reader.isEnd(state)
  }
}
