package import Mermaid
package import Models
import Traces
import Variants

/// A hand-drawn sequence diagram compared with recorded interactions: it must describe each of
/// them.
///
/// The steps for each trace: read it as a word, align it, and, if it deviates from a diagram with
/// counted loops, align it again without the counts. The second alignment replaces the first if it
/// is cheaper, so that a loop with a wrong number is one finding and not one for each additional
/// message. Deviations of all traces are merged by `DeviationCollector`.
package struct SequenceConformance: Sendable {
  /// The result for one interaction.
  package struct Run: Sendable {
    package var scenario: String
    /// `nil` if it was too large to be aligned.
    package var alignment: Alignment?
    /// The branches that it takes, as indices in `sites`.
    package var branches: Set<Int> = []
    /// How often it was observed.
    package var count = 1
    /// Whether production observed it.
    package var isVariant = false
  }

  package private(set) var deviations: [SequenceDeviation] = []
  package private(set) var runs: [Run] = []
  /// See `EscapingEdges`; `nil` if the diagram allows too many orders.
  package private(set) var precision: Double? = 1
  /// The branches of the diagram.
  package private(set) var sites: [BranchSite] = []

  /// `traces` are the interactions that the marker of the diagram selects. An empty list gives no
  /// deviations except unproven branches.
  package init(
    of diagram: SequenceDiagram, from traces: [RecordedTrace],
    matching: LetterMatching = LetterMatching()
  ) {
    var aligner = SequenceAligner(diagram, matching: matching)
    let language = aligner.language
    sites = language.sites
    var collector = DeviationCollector(language, matching)
    var lifted = SequenceAligner(language, matching: matching, ignoresBounds: true)
    let isBounded = sites.contains { $0.bounds != .any }
    for trace in traces {
      let word = aligner.word(of: trace)
      guard let alignment = aligner.align(word) else {
        runs.append(Run(scenario: trace.scenario, alignment: nil))
        collector.addTooLarge(trace.scenario)
        continue
      }
      runs.append(
        Run(
          scenario: trace.scenario, alignment: alignment,
          branches: alignment.branches(in: language), count: trace.count,
          isVariant: trace.isVariant))
      var reported = alignment
      if alignment.cost > 0, isBounded, let freer = lifted.align(lifted.word(of: trace)),
        freer.cost < alignment.cost
      {
        collector.addCounts(of: freer, scenario: trace.scenario)
        reported = freer
      }
      collector.add(reported, word, in: aligner.table, scenario: trace.scenario)
    }
    collector.finish(taken: runs.reduce(into: []) { $0.formUnion($1.branches) }, aligner.table)
    deviations = collector.deviations
    precision = Self.precision(of: language, runs)
  }

  /// Each alignment is read as a run of the diagram: its steps in both and those in the diagram
  /// only.
  ///
  /// Aligned runs are used in place of the traces, because a deviating trace would leave the
  /// diagram at its first deviation and hide the states after it.
  private static func precision(of language: MessageLanguage, _ runs: [Run]) -> Double? {
    var edges = EscapingEdges(language)
    for aligned in runs {
      guard let alignment = aligned.alignment else { continue }
      let run = alignment.steps.compactMap { step -> Int32? in
        switch step {
        case .both(let drawn, _), .diagramOnly(let drawn): edges.letters[drawn]
        case .traceOnly, .way: nil
        }
      }
      _ = edges.add(run, count: aligned.count)
    }
    return edges.precision
  }

  /// The scenarios that take a branch, by its index in `sites`.
  package func scenarios(takingBranch site: Int) -> [String] {
    runs.filter { $0.branches.contains(site) }.map(\.scenario)
  }

  /// 1 if every interaction follows the diagram: the mean of their fitnesses, weighted by their
  /// lengths and their counts.
  package var fitness: Double {
    var (cost, worst) = (0.0, 0.0)
    for run in runs {
      guard let alignment = run.alignment else { continue }
      cost += Double(run.count) * Double(alignment.cost)
      worst += Double(run.count) * Double(alignment.length + alignment.cheapest)
    }
    return worst == 0 ? 1 : 1 - cost / worst
  }

  /// How many observations take a branch, by its index in `sites`, and of how many.
  package func frequency(ofBranch site: Int) -> Frequency {
    func count(_ runs: some Sequence<Run>) -> Int { runs.reduce(0) { $0.adding($1.count) } }
    return Frequency(count(runs.lazy.filter { $0.branches.contains(site) }), of: count(runs))
  }

  /// The participants of a diagram, by their displayed names.
  package static func participants(of diagram: SequenceDiagram) -> [String] {
    ParticipantNames(diagram).all
  }
}

extension Alignment {
  /// The branches that it takes with at least one message that happened, or without messages.
  func branches(in language: MessageLanguage) -> Set<Int> {
    let happened = Set(
      steps.compactMap { step in
        if case .both(let drawn, _) = step { drawn } else { nil }
      })
    return branches.filter { way in
      let messages = language.sites[way].messages
      return messages.isEmpty || messages.contains { happened.contains($0) }
    }
  }
}
