import Diagnostics
package import Mermaid
package import Models

/// Aligns traces with one diagram.
///
/// A trace is searched row by row (`AutomatonAligner`): the time grows linearly with the trace, and with
/// the diagram.
///
/// It is a value with a cache: `table` grows with the words that it sees. Use one aligner for all traces
/// of a diagram.
package struct SequenceAligner {
  package let language: MessageLanguage
  package private(set) var table: LetterTable
  private let net: DiagramNet
  /// `nil` if parallel parts have too many markings.
  private lazy var automaton = DiagramAutomaton(net, limit: 100_000)
  /// The number of messages of the diagram's shortest run.
  private lazy var cheapest = automaton.map { AutomatonAligner($0, table).cheapest }

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
  }

  package mutating func word(of trace: RecordedTrace) -> ActivitySequence { table.word(of: trace) }

  /// A least-cost alignment; `nil` if the search is too large (`Limit.alignment`).
  ///
  /// The result has `cost` 0 for a word that follows the diagram, and its steps then show which
  /// branches it took.
  package mutating func align(_ word: ActivitySequence) -> Alignment? {
    guard let automaton, automaton.stateCount * word.classes.count <= Limit.alignment.value,
      let cheapest
    else { return nil }
    var aligner = AutomatonAligner(automaton, table)
    let (steps, cost) = aligner.steps(of: word.classes)
    return Alignment(
      steps: steps, cost: cost, length: table.length(of: word), cheapest: cheapest)
  }
}
