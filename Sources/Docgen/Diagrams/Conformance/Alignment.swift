/// The alignment of a trace and a diagram with the least cost.
///
/// A step in both costs nothing. A drawn message without a partner costs 1, and so does a letter of
/// the trace without a partner, unless diagrams may leave it out.
///
/// Alignments are the standard measure of conformance in process mining: unlike a parser that
/// stops at the first error, they explain a complete trace by the fewest changes. The steps are in
/// the order of the trace, and the indices are those of `MessageLanguage.messages` and of the word.
package struct Alignment: Sendable {
  /// `drawn` is the number of a message in the diagram, `happened` the index of a letter in the
  /// word, and `way` the index of a branch in `MessageLanguage.sites`.
  package enum Step: Hashable, Sendable {
    /// The diagram's message and the trace's letter agree.
    case both(drawn: Int, happened: Int)
    /// The trace has a letter that the diagram lacks at this point.
    case traceOnly(happened: Int)
    /// The diagram requires a message that the trace lacks at this point.
    case diagramOnly(drawn: Int)
    /// A branch of the diagram begins: a round of a loop, a branch of an alternative.
    case way(Int)
  }

  package var steps: [Step]
  package var cost: Int
  /// The cost of the trace without the diagram: the number of its required letters.
  package var length: Int
  /// The cost of the diagram without a trace: the messages of its shortest run.
  package var cheapest: Int

  /// 1 − cost / (length + cheapest): 1 if the trace follows the diagram, 0 if they have nothing in
  /// common.
  ///
  /// The formula is the usual one for alignments: the cost divided by the cost of the worst
  /// alignment, which pairs nothing. Letters that diagrams may leave out cost nothing and do not
  /// count.
  package var fitness: Double {
    let worst = length + cheapest
    return worst == 0 ? 1 : 1 - Double(cost) / Double(worst)
  }

  /// The branches that it takes.
  package var branches: Set<Int> {
    var branches: Set<Int> = []
    for case .way(let way) in steps { branches.insert(way) }
    return branches
  }
}

/// Of all alignments with the same cost, the one with the most steps in both is chosen, since it
/// shows the differences best. So a letter without a partner weighs one more than it costs, in
/// units that no number of letters can exceed.
extension Alignment {
  static let unit = 1 << 32

  static func weight(traceOnly price: Int32) -> Int { Int(price) * unit + 1 }

  static func cost(ofWeight weight: Int) -> Int { weight / unit }
}
