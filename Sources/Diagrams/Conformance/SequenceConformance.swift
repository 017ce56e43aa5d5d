package import Mermaid
package import Models

/// A place where a hand-drawn sequence diagram and the traces part.
package struct SequenceDeviation: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The engine sends a message that the diagram does not have.
    case missing
    /// The diagram demands a message that the engine does not send.
    case neverSent
    /// The engine sends it, but at another place of the flow.
    case moved
    /// No trace ever takes the way on which this message stands.
    case neverTaken
  }

  package var kind: Kind
  /// The drawn message concerned; for a missing one, the one after which it belongs.
  package var drawn: DrawnLetter?
  package var happened: TraceLetter?
  /// The scenarios in which it was found, in the order given.
  package var scenarios: [String]
}

/// Holds a hand-drawn sequence diagram against recorded interactions.
package enum SequenceConformance {
  /// Where the diagram and the interactions part; it is to describe every one of them.
  package static func deviations(
    of diagram: SequenceDiagram, from models: [InteractionModel],
    matching: LetterMatching = LetterMatching()
  ) -> [SequenceDeviation] {
    let net = DiagramNet(diagram)
    let participants = Set(ParticipantNames(diagram).all)
    var collector = DeviationCollector(net: net)
    for model in models {
      let letters = model.letters(among: participants)
      let alignment = Aligner.align(letters, with: net, matching: matching)
      collector.add(alignment, letters, scenario: model.scenario)
    }
    return collector.finish(matching: matching)
  }

  /// The participants that a diagram draws, by the name that it shows.
  package static func participants(of diagram: SequenceDiagram) -> [String] {
    ParticipantNames(diagram).all
  }
}

/// Gathers the deviations of several alignments, each kind and place once.
private struct DeviationCollector {
  private struct Key: Hashable {
    var kind: SequenceDeviation.Kind
    var drawn: Int?
    var label: String
  }

  let net: DiagramNet
  private var found: [Key: SequenceDeviation] = [:]
  private var order: [Key] = []
  private var taken: Set<Int> = []

  init(net: DiagramNet) {
    self.net = net
  }

  mutating func add(_ alignment: Alignment, _ letters: [TraceLetter], scenario: String) {
    var previous: Int?
    for move in alignment.moves {
      switch move {
      case .both(let drawn, _):
        taken.insert(drawn)
        previous = drawn
      case .diagramOnly(let drawn):
        taken.insert(drawn)
        previous = drawn
        report(
          Key(kind: .neverSent, drawn: drawn, label: ""), net.messages[drawn], nil, scenario)
      case .traceOnly(let index):
        let letter = letters[index]
        guard letter.isObligatory else { continue }
        report(
          Key(kind: .missing, drawn: previous, label: letter.description),
          previous.map { net.messages[$0] }, letter, scenario)
      }
    }
  }

  private mutating func report(
    _ key: Key, _ drawn: DrawnLetter?, _ happened: TraceLetter?, _ scenario: String
  ) {
    if found[key] == nil {
      order.append(key)
      found[key] = SequenceDeviation(
        kind: key.kind, drawn: drawn, happened: happened, scenarios: [])
    }
    if found[key]?.scenarios.contains(scenario) == false { found[key]?.scenarios.append(scenario) }
  }

  /// Pairs a message that is missing here with one that is never sent there: it was moved.
  func finish(matching: LetterMatching) -> [SequenceDeviation] {
    var deviations = order.compactMap { found[$0] }
    for index in deviations.indices where deviations[index].kind == .neverSent {
      guard let drawn = deviations[index].drawn else { continue }
      let partner = deviations.firstIndex { other in
        other.kind == .missing && other.happened.map { matching.matches(drawn, $0) } == true
      }
      guard let partner else { continue }
      deviations[index].kind = .moved
      deviations[index].happened = deviations[partner].happened
      deviations[partner].kind = .moved
      deviations[partner].drawn = nil
    }
    deviations.removeAll { $0.kind == .moved && $0.drawn == nil }
    for index in net.messages.indices where !taken.contains(index) {
      deviations.append(
        SequenceDeviation(
          kind: .neverTaken, drawn: net.messages[index], happened: nil, scenarios: []))
    }
    return deviations
  }
}
