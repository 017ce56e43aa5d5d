import Diagnostics
package import Diagrams
import Markdown
import Mermaid
import Models
import SwiftIndex
import Traces

/// `docgen:begin sequence scenarios="rate-limit-*"`, `docgen:begin sequence from=Cart.checkOut`
package enum SequenceRegion: RegionKind {
  package static let name = "sequence"
  package static let summary = "the messages between the participants of recorded scenarios"
  package static let keys =
    [
      RegionKey("from", "the method whose calls to draw, read from the code: TYPE.METHOD"),
      RegionKey("depth", "with `from`: how deep calls within calls are drawn"),
      RegionKey(
        "replies", "with `from`: whether calls have a reply with the type of their result",
        choices: RegionKey.yesOrNo),
      RegionKey("collapse", "with `from`: participants whose own calls are not drawn"),
      RegionKey(
        "scenarios",
        "the scenarios to draw, names or patterns, merged into one diagram; with `from`, how many of "
          + "their runs take each branch"),
      RegionKey("participants", "the participants to draw, in this order; all by default"),
      RegionKey("hide", "participants that are not drawn"),
      RegionKey("hide-messages", "methods that are not drawn"),
      RegionKey("silent", "participants whose answers are not drawn, except failures"),
      RegionKey(
        "decisions", "which decisions become notes: those that held, all, or none",
        choices: SequenceOptions.Decisions.allCases.map(\.rawValue)),
      RegionKey(
        "phases", "how phases are drawn: as frames, as notes where they begin, or not at all",
        choices: SequenceOptions.Phases.allCases.map(\.rawValue)),
      RegionKey(
        "frequencies", "whether branches show how often they were taken, and their share",
        choices: RegionKey.yesOrNo),
      RegionKey.minShare,
      RegionKey("states", "whether changes of state become notes", choices: RegionKey.yesOrNo),
      RegionKey("synonyms", "in a verified diagram: LABEL=MESSAGE, separated by semicolons"),
    ] + SequenceVerification.keys

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    if request.marker["from"] != nil { return try flow(for: request) }
    return MermaidBlock.text(of: .sequence(try drawing(for: request).drawing.diagram))
  }

  /// The diagram with its sources, and the scenarios in the order of its runs.
  package static func drawing(
    for request: RegionRequest
  ) throws(RegionProblem) -> (drawing: SequenceDrawing, scenarios: [String]) {
    let models = try request.traces()
    try checkNames(request, models)
    let drawing = SequenceBuilder.drawing(of: models, options: options(request))
    return (drawing, models.map(\.scenario))
  }

  private static func flow(for request: RegionRequest) throws(RegionProblem) -> String {
    let (flow, diagram) = try flowDrawing(for: request)
    let runs = try runs(of: diagram, flow, for: request)
    return MermaidBlock.text(of: .sequence(runs?.diagram ?? diagram))
  }

  private static func flowDrawing(
    for request: RegionRequest
  ) throws(RegionProblem) -> (SourceFlow, SequenceDiagram) {
    let flow = try request.flow(depth: request.depth ?? SourceFlow.standardDepth)
    if let limit = flow.exceeded {
      throw request.finding(
        RegionSources.id, at: "from", limit.message("the method"),
        evidence: [Evidence(.help, limit.help)])
    }
    let known = flow.participants.keys.sorted()
    for key in ["participants", "hide", "silent", "collapse"] {
      guard let unknown = request.marker.list(key).first(where: { !known.contains($0) }) else {
        continue
      }
      throw request.finding(
        RegionSources.id, at: key, "the method calls no participant `\(unknown)`",
        evidence: request.nearest(unknown, among: known, what: "participants"))
    }
    let drawing = FlowDrawing(of: flow, options: options(request))
    if drawing.steps.isEmpty {
      let hidden = known.filter { $0 != flow.type.qualifiedName }.joined(separator: ", ")
      throw request.finding(
        RegionSources.id, at: "from", "the method calls no participant that is drawn",
        evidence: hidden.isEmpty
          ? [] : [Evidence(.help, "name them with participants=: \(hidden)")])
    }
    return (flow, drawing.diagram)
  }

  /// The recorded runs of a generated diagram with `from` and `scenarios`.
  package static func runs(for request: RegionRequest) throws(RegionProblem) -> FlowRuns? {
    let (flow, diagram) = try flowDrawing(for: request)
    return try runs(of: diagram, flow, for: request)
  }

  private static func runs(
    of diagram: SequenceDiagram, _ flow: SourceFlow, for request: RegionRequest
  ) throws(RegionProblem) -> FlowRuns? {
    guard request.marker["scenarios"] != nil else { return nil }
    let traces = try request.traces()
    do throws(FlowRuns.Problem) {
      return try FlowRuns(of: diagram, flow, in: request.project.code, traces: traces)
    } catch {
      let summary =
        switch error {
        case .unrelated: "the scenarios have no message of this diagram"
        case .tooLarge: "the diagram allows too many orders to count the runs of the scenarios"
        }
      let participants = traces.flatMap { $0.participants.map(\.name) }.uniqued()
      let help =
        switch error {
        case .unrelated:
          "the scenarios have the participants " + participants.joined(separator: ", ")
        case .tooLarge: "draw less with `depth` or `participants`, or remove `scenarios`"
        }
      throw request.finding(
        RegionSources.id, at: "scenarios", summary, evidence: [Evidence(.help, help)])
    }
  }

  /// Names in the marker that the scenarios do not have.
  private static func checkNames(
    _ request: RegionRequest, _ models: [RecordedTrace]
  ) throws(RegionProblem) {
    let participants = models.flatMap { $0.participants.map(\.name) }.uniqued()
    let messages = models.flatMap(\.messageNames).uniqued()
    let lists = [
      ("participants", participants), ("hide", participants), ("silent", participants),
      ("hide-messages", messages),
    ]
    for (key, known) in lists {
      let unknown = request.marker.list(key).first { !known.contains($0) }
      guard let unknown else { continue }
      let what = key == "hide-messages" ? "message" : "participant"
      throw request.finding(
        RegionSources.id, at: key, "the scenarios have no \(what) `\(unknown)`",
        evidence: request.nearest(unknown, among: known, what: "\(what)s"))
    }
  }

  static func options(_ request: RegionRequest) -> SequenceOptions {
    var options = SequenceOptions()
    options.participants = request.marker.list("participants")
    options.hidden = request.marker.list("hide")
    options.hiddenMessages = request.marker.list("hide-messages")
    options.silent = request.marker.list("silent")
    options.decisions =
      request.choice("decisions", SequenceOptions.Decisions.self) ?? options.decisions
    options.phases = request.choice("phases", SequenceOptions.Phases.self) ?? options.phases
    options.showsFrequencies = request.isYes("frequencies", default: false)
    options.collapsed = request.marker.list("collapse")
    options.depth = request.depth
    options.showsReplies = request.isYes("replies", default: false)
    options.showsStates = request.isYes("states", default: false)
    return options
  }
}
