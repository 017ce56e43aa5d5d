import Diagrams
import Markup
import Mermaid
import Models

/// `docgen:begin sequence scenarios="rate-limit-*"`
package enum SequenceRegion: RegionKind {
  package static let name = "sequence"
  package static let summary = "what happened between the participants of recorded scenarios"
  package static let keys = [
    RegionKey("scenarios", "the scenarios to draw: names or patterns, merged into one diagram"),
    RegionKey("participants", "whom to draw, in this order; everybody when left out"),
    RegionKey("hide", "whom not to draw"),
    RegionKey("hide-messages", "methods not to draw"),
    RegionKey("silent", "whose answers not to draw, failures aside"),
    RegionKey(
      "decisions", "which decisions become notes: those that held, all, or none",
      choices: SequenceOptions.Decisions.allCases.map(\.rawValue)),
    RegionKey("phases", "whether phases become notes", choices: RegionKey.yesOrNo),
    RegionKey("states", "whether changes of state become notes", choices: RegionKey.yesOrNo),
    RegionKey("synonyms", "in a verified diagram: `drawn label=message`, separated by semicolons"),
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let models = try request.interactions()
    let diagram = SequenceBuilder.diagram(of: models, options: options(request))
    return MermaidBlock.text(of: .sequence(diagram))
  }

  private static func options(_ request: RegionRequest) -> SequenceOptions {
    var options = SequenceOptions()
    options.participants = request.marker.list("participants")
    options.hidden = request.marker.list("hide")
    options.hiddenMessages = request.marker.list("hide-messages")
    options.silent = request.marker.list("silent")
    options.decisions =
      request.choice("decisions", SequenceOptions.Decisions.self) ?? options.decisions
    options.showsPhases = request.isYes("phases", default: true)
    options.showsStates = request.isYes("states", default: false)
    return options
  }
}
