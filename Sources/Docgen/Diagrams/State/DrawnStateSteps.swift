package import Mermaid

/// A drawn transition: an arrow, or several that pass through choices, forks and joins.
struct DrawnStateStep {
  var first: StateTransition
  private var rest: [StateTransition] = []
  /// The composite around the first arrow.
  var scope: String?

  init(_ first: StateTransition, within scope: String?) {
    self.first = first
    self.scope = scope
  }

  var arrows: [StateTransition] { [first] + rest }
  var last: StateTransition { rest.last ?? first }
  var from: String { first.from.text }
  var to: String { last.to.text }

  func followed(by arrow: StateTransition) -> DrawnStateStep {
    var longer = self
    longer.rest.append(arrow)
    return longer
  }
}

/// The transitions of a diagram. A choice, fork or join is not a state: each path through it is a
/// transition.
///
///     state c <<choice>>
///     idle --> c : start     ->  idle --> running, with the labels start and [ready]
///     c --> running : [ready]
///     c --> failed : [else]      idle --> failed, with the labels start and [else]
struct DrawnStateSteps {
  private(set) var all: [DrawnStateStep] = []
  /// Choices, forks and joins without an arrow to them or from them.
  private(set) var loose: [Name] = []
  private let markers: [String: Name]
  private let leaving: [String: [StateTransition]]
  /// Paths through consecutive choices multiply; no readable diagram has more than this.
  private static let most = 1_000

  init(of diagram: StateDiagram) {
    markers = Dictionary(
      diagram.markers.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
    let arrows = diagram.transitions
    leaving = Dictionary(grouping: arrows.map(\.transition), by: \.from.text)
    for (arrow, scope) in arrows where markers[arrow.from.text] == nil {
      follow(DrawnStateStep(arrow, within: scope.last?.text))
    }
    let reached = Set(arrows.map(\.transition.to.text))
    loose = diagram.markers.filter { !reached.contains($0.text) || leaving[$0.text] == nil }
  }

  /// A path uses each arrow once, so cycles of choices end.
  private mutating func follow(_ step: DrawnStateStep) {
    guard markers[step.to] != nil else { return all.append(step) }
    for next in leaving[step.to] ?? [] where !step.arrows.contains(next) && all.count < Self.most {
      follow(step.followed(by: next))
    }
  }
}

extension StateDiagram {
  /// Its choices, forks and joins.
  package var markers: [Name] {
    allStatements.compactMap { statement in
      if case .state(let state) = statement, state.kind != .plain { state.id } else { nil }
    }
  }
}
