package import Mermaid
package import Models

/// Aligns traces with one diagram.
///
/// `NetReader` recognizes a trace that follows the diagram: it costs nothing. Other traces are searched
/// row by row if the diagram has no parallel parts (`AutomatonAligner`): the time grows linearly with
/// the trace. A diagram with parallel parts can have too many markings for that, so it is searched best
/// first (`NetAligner`). Both give the same costs.
package struct SequenceAligner {
  package let language: MessageLanguage
  package private(set) var table: LetterTable
  private let net: DiagramNet
  private let automaton: DiagramAutomaton?
  private var reader: NetReader
  /// The number of messages of the diagram's shortest run.
  package let cheapest: Int

  /// How many markings the states of the reader may have before an aligner must decide.
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
    automaton = language.hasParallelParts ? nil : DiagramAutomaton(net)
    reader = NetReader(net, limit: Self.mostMarkings)
    cheapest = NetRemainders.cheapest(net)
  }

  package mutating func word(of trace: RecordedTrace) -> TraceWord { table.word(of: trace) }

  /// The cost of a least-cost alignment; `nil` if there is too much to try.
  package mutating func cost(of word: TraceWord) -> Int? {
    if follows(word) { return 0 }
    guard let automaton else { return NetAligner.steps(of: word.classes, net, table)?.cost }
    var aligner = AutomatonAligner(automaton, table)
    return aligner.cost(of: word.classes)
  }

  /// A least-cost alignment; `nil` if there is too much to try.
  package mutating func align(_ word: TraceWord) -> Alignment? {
    let result: (steps: [Alignment.Step], cost: Int)?
    if let automaton {
      var aligner = AutomatonAligner(automaton, table)
      result = aligner.steps(of: word.classes)
    } else {
      result = NetAligner.steps(of: word.classes, net, table)
    }
    return result.map {
      Alignment(
        steps: $0.steps, cost: $0.cost, length: table.length(of: word), cheapest: cheapest)
    }
  }

  /// Whether the word is known to cost nothing.
  private mutating func follows(_ word: TraceWord) -> Bool {
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
