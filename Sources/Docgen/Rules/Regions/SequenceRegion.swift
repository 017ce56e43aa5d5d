package import Diagrams
import Markdown
import Mermaid
import Models
import Traces

/// `docgen:begin sequence scenarios="rate-limit-*"`
package enum SequenceRegion: RegionKind {
  package static let name = "sequence"
  package static let summary = "what happened between the participants of recorded scenarios"
  package static let keys =
    [
      RegionKey("scenarios", "the scenarios to draw: names or patterns, merged into one diagram"),
      RegionKey("participants", "whom to draw, in this order; everybody when left out"),
      RegionKey("hide", "whom not to draw"),
      RegionKey("hide-messages", "methods not to draw"),
      RegionKey("silent", "whose answers not to draw, failures aside"),
      RegionKey(
        "decisions", "which decisions become notes: those that held, all, or none",
        choices: SequenceOptions.Decisions.allCases.map(\.rawValue)),
      RegionKey(
        "phases", "how phases are drawn: as frames, as notes where they begin, or not at all",
        choices: SequenceOptions.Phases.allCases.map(\.rawValue)),
      RegionKey("states", "whether changes of state become notes", choices: RegionKey.yesOrNo),
      RegionKey("synonyms", "in a verified diagram: LABEL=MESSAGE, separated by semicolons"),
    ] + SequenceVerification.keys

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    MermaidBlock.text(of: .sequence(try drawing(for: request).drawing.diagram))
  }

  /// The diagram with what it was made from, and the scenarios in the order of its runs.
  package static func drawing(
    for request: RegionRequest
  ) throws(RegionProblem) -> (drawing: SequenceDrawing, scenarios: [String]) {
    let models = try request.traces()
    try checkNames(request, models)
    let drawing = SequenceBuilder.drawing(of: models, options: options(request))
    return (drawing, models.map(\.scenario))
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

  private static func options(_ request: RegionRequest) -> SequenceOptions {
    var options = SequenceOptions()
    options.participants = request.marker.list("participants")
    options.hidden = request.marker.list("hide")
    options.hiddenMessages = request.marker.list("hide-messages")
    options.silent = request.marker.list("silent")
    options.decisions =
      request.choice("decisions", SequenceOptions.Decisions.self) ?? options.decisions
    options.phases = request.choice("phases", SequenceOptions.Phases.self) ?? options.phases
    options.showsStates = request.isYes("states", default: false)
    return options
  }
}
