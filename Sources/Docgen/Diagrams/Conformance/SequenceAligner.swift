package import Mermaid
package import Models

/// Aligns traces with one diagram.
///
/// A diagram without parallel parts is read as an automaton (`AutomatonAligner`), one with them as
/// a net (`NetAligner`). Both give the same costs.
package struct SequenceAligner {
  private enum Reader {
    case automaton(AutomatonParts)
    case net(DiagramNet)
  }

  private struct AutomatonParts {
    var automaton: DiagramAutomaton
    var checker: FollowChecker
  }

  package let language: MessageLanguage
  package private(set) var table: LetterTable
  private var reader: Reader
  private var cheapestRun: Int?
  /// Loops whose bounds are too wide to be checked.
  package let unboundedSites: Set<Int>

  package init(
    _ diagram: SequenceDiagram, matching: LetterMatching = LetterMatching(),
    ignoresBounds: Bool = false
  ) {
    self.init(MessageLanguage(diagram), matching: matching, ignoresBounds: ignoresBounds)
  }

  init(_ language: MessageLanguage, matching: LetterMatching, ignoresBounds: Bool) {
    self.language = language
    table = LetterTable(language, matching)
    if language.hasParallelParts {
      let net = DiagramNet(language, ignoresBounds: ignoresBounds)
      unboundedSites = net.unboundedSites
      reader = .net(net)
    } else {
      let automaton = DiagramAutomaton(language, ignoresBounds: ignoresBounds)
      unboundedSites = automaton.unboundedSites
      reader = .automaton(
        AutomatonParts(automaton: automaton, checker: FollowChecker(automaton)))
    }
  }

  package mutating func word(of model: InteractionModel) -> TraceWord { table.word(of: model) }

  /// The cost of a least-cost alignment; nothing when there is too much to try.
  package mutating func cost(of word: TraceWord) -> Int? {
    switch reader {
    case .net(let net):
      return NetAligner.steps(of: word.classes, net, table)?.cost
    case .automaton(var parts):
      // So that the checker's tables are changed in place.
      reader = .net(DiagramNet(language, ignoresBounds: true))
      let follows = parts.checker.follows(word.classes, table)
      reader = .automaton(parts)
      if follows == true { return 0 }
      var aligner = AutomatonAligner(parts.automaton, table)
      return aligner.cost(of: word.classes)
    }
  }

  /// A least-cost alignment; nothing when there is too much to try.
  package mutating func align(_ word: TraceWord) -> Alignment? {
    let cheapest = cheapest()
    let result: (steps: [Alignment.Step], cost: Int)?
    switch reader {
    case .net(let net):
      result = NetAligner.steps(of: word.classes, net, table)
    case .automaton(let parts):
      var aligner = AutomatonAligner(parts.automaton, table)
      result = aligner.steps(of: word.classes)
    }
    guard let result else { return nil }
    return Alignment(
      steps: result.steps, cost: result.cost, length: table.length(of: word), cheapest: cheapest)
  }

  /// The number of messages of the diagram's shortest run.
  package mutating func cheapest() -> Int {
    if let cheapestRun { return cheapestRun }
    let cheapest: Int
    switch reader {
    case .net(let net): cheapest = NetRemainders.cheapest(net)
    case .automaton(let parts):
      var aligner = AutomatonAligner(parts.automaton, table)
      cheapest = aligner.cheapest()
    }
    cheapestRun = cheapest
    return cheapest
  }
}
