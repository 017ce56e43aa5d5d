import Traces
import Variants

/// Several flows as one block-structured program, and the run of each flow through it.
///
/// A run is a list of numbers in the order of the blocks: for a loop its number of rounds, for
/// alternatives the branch, for an option or a break 0 or 1, for parallel parts the number of their
/// messages and the part of each.
///
/// The folding works level by level, from the outside in. A level is the steps directly within one
/// call or phase, over all flows and all occurrences of it. Its letters are folded by
/// `InductiveMiner`; then the bodies of each letter are folded as a level of their own. Folding
/// complete traces at once would confuse a repeated call with the calls that it makes.
///
///     LevelReading   steps of a level -> letters, and remarks between them
///     DecidedFolding letters -> process tree and runs, split by recorded decisions
///     TreeReplay     runs -> facts at each node of the tree
///     LevelDrawing   tree and facts -> drawn steps with titles
///     RunWriter      runs of the miner -> runs through the drawn steps
package struct TraceFolding: Sendable {
  package private(set) var steps: [DrawnStep]
  /// One for each sequence, in the order given.
  package private(set) var runs: [[Int32]]

  /// Folds the sequences of a table. The steps do not depend on the order of the sequences.
  ///
  /// `observed` has the number of observations of each sequence, 1 if omitted.
  package init(
    _ table: StepTable, sequences: [Int32], counts observed: [Int]? = nil,
    decisions: SequenceOptions.Decisions = .held
  ) {
    let (canonical, roots, order) = table.canonical(sequences)
    var folder = LevelFolder(canonical, decisions: decisions)
    var counts: [Int32: Int] = [:]
    for (place, index) in order.enumerated() {
      counts[roots[place], default: 0].add(observed?[index] ?? 1)
    }
    var seen: Set<Int32> = []
    let distinct = roots.filter { seen.insert($0).inserted }
    let level = folder.fold(distinct, counts, isLast: true)
    steps = level.steps
    runs = Array(repeating: [], count: sequences.count)
    for (place, index) in order.enumerated() { runs[index] = level.runs[roots[place]] ?? [] }
  }
}

/// Folds one level, and the levels nested in it.
///
/// Recursive: the levels within a letter are folded after its own level, since only then is it
/// known which occurrences share a node.
struct LevelFolder {
  /// A folded level: the run of each body through its steps.
  struct Level {
    var steps: [DrawnStep]
    var runs: [Int32: [Int32]]
  }

  var table: StepTable
  let decisions: SequenceOptions.Decisions

  init(_ table: StepTable, decisions: SequenceOptions.Decisions) {
    self.table = table
    self.decisions = decisions
  }

  /// `isLast` means that these steps are the last in the block around them.
  ///
  /// `bodies` are numbers of different sequences of the table, and `counts` states how often each
  /// occurs.
  mutating func fold(_ bodies: [Int32], _ counts: [Int32: Int], isLast: Bool) -> Level {
    let reading = LevelReading(bodies, &table)
    let miner = InductiveMiner(weights: reading.weights, kinds: reading.letters.map(\.symbol))
    let folding = DecidedFolding(
      miner, bodies: reading.bodies, counts: bodies.map { counts[$0] ?? 1 }, in: table
    ).folding
    var walk = TreeReplay(table, AnnotatedProcessTree(folding.block))
    for (body, run) in zip(reading.bodies, folding.runs) {
      walk.walk(body, run: run, count: counts[body.number] ?? 1)
    }
    let tree = walk.tree
    var levels: [Int: Level] = [:]
    var drawing = LevelDrawing(table, tree, reading: reading, decisions: decisions)
    drawing.chooseBreaks(isLast: isLast)
    for node in tree.nodes.indices where !tree.facts[node].bodies.isEmpty {
      let facts = tree.facts[node]
      levels[node] =
        isConcurrent(tree.nodes[node], reading)
        ? foldStrands(facts.bodies, facts.bodyCounts)
        : fold(facts.bodies, facts.bodyCounts, isLast: drawing.lastNodes.contains(node))
    }
    let steps = drawing.steps(levels)
    var writer = RunWriter(table, tree: tree, levels: levels, drawing: drawing)
    var written: [Int32: [Int32]] = [:]
    for (body, run) in zip(reading.bodies, folding.runs) {
      written[body.number] = writer.run(of: body, run)
    }
    return Level(steps: steps, runs: written)
  }
}
