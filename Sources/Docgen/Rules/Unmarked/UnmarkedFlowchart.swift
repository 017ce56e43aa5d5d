import Mermaid
import Models
import SwiftIndex

/// A flowchart without a marker, of which at least half of the nodes are elements of the project, or at
/// least five.
package struct UnmarkedFlowchart: Sendable {
  let verification: FlowchartVerification
  /// Whether at least two thirds of the nodes are.
  let isMostlyKnown: Bool

  /// `nil` if fewer nodes are, or if these could be prose: `User`, `Request`.
  init?(_ diagram: Flowchart, _ graph: ProjectGraph) {
    verification = FlowchartVerification(diagram, graph, isMarked: false)
    let known = verification.nodes.filter { $0.elements.contains(where: graph.hasCode) }
    let distinct = Set(known.map(\.name)).filter { !Placeholder.isPlaceholder($0) }
    let clear = distinct.filter { CodeName.isCamelCase($0) || $0.contains { "./".contains($0) } }
    let count = verification.nodes.count
    guard distinct.count >= 3, clear.count >= 2, known.count * 2 >= count || clear.count >= 5
    else { return nil }
    isMostlyKnown = known.count * 3 >= count * 2
  }
}
