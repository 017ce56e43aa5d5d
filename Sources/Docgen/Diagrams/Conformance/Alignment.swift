/// The cheapest way to read a trace along a diagram.
///
/// A step in both costs nothing, a drawn message without a partner costs 1, and so does a letter of
/// the trace without a partner, unless diagrams may leave it out.
package struct Alignment: Sendable {
  package enum Step: Hashable, Sendable {
    /// The diagram's message and the trace's letter agree.
    case both(drawn: Int, happened: Int)
    /// The trace has a letter that the diagram has not, here.
    case traceOnly(happened: Int)
    /// The diagram demands a message that the trace has not, here.
    case diagramOnly(drawn: Int)
    /// A branch of the diagram begins: a round of a loop, a way of an alternative.
    case way(Int)
  }

  package var steps: [Step]
  package var cost: Int
  /// What the trace costs without the diagram: its letters that may not be left out.
  package var length: Int
  /// What the diagram costs without a trace: the messages of its shortest run.
  package var cheapest: Int

  /// 1 − cost / (length + cheapest): 1 when the trace follows the diagram, 0 when they have
  /// nothing in common.
  package var fitness: Double {
    let worst = length + cheapest
    return worst == 0 ? 1 : 1 - Double(cost) / Double(worst)
  }

  /// The branches that it comes by.
  package var ways: Set<Int> {
    var ways: Set<Int> = []
    for case .way(let way) in steps { ways.insert(way) }
    return ways
  }
}

/// Of all alignments of the same cost the one with the most steps in both is looked for: among
/// those, what was changed is told best. So a letter without a partner weighs one more than it
/// costs, in units that so many letters cannot make up.
extension Alignment {
  static let unit = 1 << 32

  static func weight(traceOnly price: Int32) -> Int { Int(price) * unit + 1 }

  static func cost(ofWeight weight: Int) -> Int { weight / unit }
}
