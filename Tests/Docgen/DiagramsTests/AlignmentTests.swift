import Diagrams
import Foundation
import Mermaid
import Testing

/// Compares costs and fitness with PM4Py: alignments by A* with the state equation, where a visible
/// move on one side costs 1 and an invisible one 0, and the fitness is 1 − cost / (length +
/// cheapest run).
@Suite struct AlignmentTests {
  /// `ALIGNMENTS=1000` compares that many new pairs with PM4Py (`make alignments`).
  private static let wanted =
    ProcessInfo.processInfo.environment["ALIGNMENTS"].flatMap(Int.init) ?? 0
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  private func compare(_ pair: AlignmentPair, _ expected: PM4Py.Answer) throws {
    let diagram = try #require(pair.parsed)
    var aligner = SequenceAligner(diagram)
    let word = aligner.word(of: pair.model)
    let found = aligner.align(word)
    let alignment = try #require(found)
    #expect(alignment.cost == expected.cost, "\(pair.diagram)\n\(pair.trace)\n\(alignment.steps)")
    #expect(alignment.cheapest == expected.cheapest, "\(pair.diagram)")
    #expect(abs(alignment.fitness - expected.fitness) <= 1e-9, "\(pair.diagram)\n\(pair.trace)")
    #expect(alignment.length == pair.trace.count)
    #expect(alignment.soundCost(of: aligner, word) == alignment.cost, "\(pair.diagram)")
  }

  @Test func `costs and fitness equal PM4Py's stored answers`() throws {
    let lines = try String(contentsOf: PM4Py.pairs, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 500)
    for line in lines {
      let pair = try JSONDecoder().decode(AlignmentPair.self, from: Data(line.utf8))
      let answer = PM4Py.Answer(
        cost: try #require(pair.cost), cheapest: try #require(pair.cheapest),
        fitness: try #require(pair.fitness))
      try compare(pair, answer)
    }
  }

  @Test(.enabled(if: wanted > 0))
  func `costs and fitness equal PM4Py's current answers`() throws {
    let first: UInt64 = Self.isRecording ? 0 : .random(in: 1...1_000_000_000)
    var pairs = (0..<UInt64(Self.wanted)).map { AlignmentPair(seed: first + $0) }
    let answers = try PM4Py.answers(to: pairs.map(\.question))
    try #require(answers.count == pairs.count)
    for (index, answer) in answers.enumerated() {
      try compare(pairs[index], answer)
      pairs[index].cost = answer.cost
      pairs[index].cheapest = answer.cheapest
      pairs[index].fitness = answer.fitness
    }
    print("PM4Py agrees on \(pairs.count) pairs, seeds from \(first)")
    guard Self.isRecording else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let lines = try pairs.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: PM4Py.pairs)
    Issue.record("recorded \(PM4Py.pairs.path)")
  }

  @Test func `the two aligners give the same costs`() throws {
    for seed in 0..<300 as Range<UInt64> where !seed.isMultiple(of: 3) {
      let pair = AlignmentPair(seed: 5_000 + seed)
      let diagram = try #require(pair.parsed)
      var automaton = SequenceAligner(diagram)
      // An empty parallel branch does not change the language but selects the other aligner.
      let beside = pair.diagram.split(separator: "\n").dropFirst().joined(separator: "\n")
      let wrapped = "sequenceDiagram\npar x\n\(beside)\nand y\nNote over A: nothing\nend"
      guard case .sequence(let parallel) = MermaidParser.parse(wrapped).diagram else {
        Issue.record("\(wrapped)")
        continue
      }
      var net = SequenceAligner(parallel)
      let first = automaton.align(automaton.word(of: pair.model))
      let second = net.align(net.word(of: pair.model))
      #expect(first?.cost == second?.cost, "\(pair.diagram)\n\(pair.trace)")
      #expect(first?.cheapest == second?.cheapest)
    }
  }

  @Test func `a long trace aligned in pieces gives the same result as in one`() throws {
    let diagram =
      "sequenceDiagram\nparticipant C\nloop on and on\nA->>B: m0()\nopt x\nB->>C: m1()\nend\nend"
    var pair = AlignmentPair(seed: 1)
    pair.diagram = diagram
    pair.trace = (0..<9_000).map { $0 % 7 == 3 ? 2 : $0 % 2 }
    var aligner = SequenceAligner(try #require(pair.parsed))
    let word = aligner.word(of: pair.model)
    let found = aligner.align(word)
    let alignment = try #require(found)
    #expect(alignment.soundCost(of: aligner, word) == alignment.cost)
    #expect(alignment.cost >= pair.trace.count { $0 == 2 })
  }
}

extension Alignment {
  /// The sum of the costs of the steps; `nil` if the steps are not a valid reading of the word.
  func soundCost(of aligner: SequenceAligner, _ word: ActivitySequence) -> Int? {
    var (cost, next) = (0, 0)
    for step in steps {
      switch step {
      case .both(let drawn, let happened):
        let letter = aligner.table.letter(happened, of: word)
        guard happened == next,
          LetterMatching().matches(aligner.language.messages[drawn], letter)
        else { return nil }
        next += 1
      case .traceOnly(let happened):
        guard happened == next else { return nil }
        cost += aligner.table.isObligatory(happened, of: word) ? 1 : 0
        next += 1
      case .diagramOnly: cost += 1
      case .way: break
      }
    }
    return next == word.count ? cost : nil
  }
}
