import Diagrams
import Markdown
import Mermaid
import Models

/// `docgen:begin state-diagram machine=SyncState`
package enum StateDiagramRegion: RegionKind {
  package static let name = "state-diagram"
  package static let summary =
    "a state machine: every transition in the code or found by exploring it"
  package static let keys = [
    RegionKey("machine", "the machine's name; optional if only one machine exists"),
    RegionKey(
      "labels",
      "the labels of arrows: the event's name, the first sentence of its documentation, or none",
      choices: StateOptions.Labels.allCases.map(\.rawValue)),
    RegionKey(
      "loops", "whether transitions that stay in their state are drawn; no by default",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "ends", "whether a state without a way out leads to `[*]`; yes by default",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "values", "whether states show the labels of their associated values",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "notes", "whether notes show the associated values and meaning of states",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "unobserved", "how to draw transitions that no scenario takes",
      choices: StateOptions.Unobserved.allCases.map(\.rawValue)),
    RegionKey(
      "frequencies", "whether labels show how often each transition was observed, and its share",
      choices: RegionKey.yesOrNo),
    RegionKey.minShare,
    RegionKey("groups", "composite states: NAME=STATE STATE, separated by semicolons"),
    RegionKey("order", "states whose arrows come first, which changes the layout"),
    RegionKey.direction,
    RegionKey(
      "partial", "in a verified diagram: whether transitions may be left out",
      choices: RegionKey.yesOrNo),
    RegionKey("synonyms", "in a verified diagram: LABEL=EVENT, separated by semicolons"),
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let machine = try request.machine()
    let diagram = StateBuilder.diagram(of: machine, options: try options(request, machine))
    let block = MermaidBlock.text(of: .state(diagram))
    if machine.isDeclared { return block }
    return block + "\nKnown only from recorded runs; the machine may have other transitions.\n"
  }

  private static func options(
    _ request: RegionRequest, _ machine: StateMachineModel
  ) throws(RegionProblem) -> StateOptions {
    var options = StateOptions()
    options.labels = request.choice("labels", StateOptions.Labels.self) ?? options.labels
    options.showsLoops = request.isYes("loops", default: false)
    options.showsEnds = request.isYes("ends", default: true)
    options.showsValues = request.isYes("values", default: true)
    options.direction = request.choice("direction", Direction.self)
    options.showsNotes = request.isYes("notes", default: false)
    options.unobserved =
      request.choice("unobserved", StateOptions.Unobserved.self) ?? options.unobserved
    options.showsFrequencies = request.isYes("frequencies", default: false)
    options.minShare = try request.minShare()
    for (name, members) in request.pairs("groups") {
      options.groups.append((name, try states(members, of: machine, request, at: "groups")))
    }
    options.order = try states(request.marker["order"] ?? "", of: machine, request, at: "order")
    return options
  }

  /// Names of states, separated by spaces.
  private static func states(
    _ names: String, of machine: StateMachineModel, _ request: RegionRequest, at key: String
  ) throws(RegionProblem) -> [String] {
    let known = machine.states.map(\.name)
    let states = names.split(separator: " ").map(String.init)
    if let unknown = states.first(where: { !known.contains($0) }) {
      throw request.finding(
        RegionSources.id, at: key, "`\(machine.name)` has no state `\(unknown)`",
        evidence: request.nearest(unknown, among: known, what: "states"))
    }
    return states
  }
}
