package import Diagnostics
package import Markdown
import Mermaid
import Models
import Templates

/// A region and the outcome of its check.
package struct CheckedRegion: Sendable {
  package enum Outcome: Sendable {
    /// The text that docgen would write.
    case generated(String)
    case state(StateVerification)
    case sequence(SequenceVerification)
    case classes(ClassVerification)
    case flowchart(FlowchartVerification)
    case value(ExpectedValue)
    case snippet(SnippetVerification)
    case table(TableVerification)
    case session(ConsoleSession)
    case data(DataVerification)
    /// A Swift block, which is compiled together with the others of its page, if at all.
    case block
    /// It can be neither generated nor proven.
    case problem([Diagnostic])
  }

  package let region: Region
  package let outcome: Outcome

  init(
    _ region: Region, on page: Page, project: ProjectModel, templates: TemplateSource
  ) {
    self.region = region
    let request = RegionRequest(
      marker: region.opening, file: page.path, project: project, templates: templates)
    do throws(RegionProblem) {
      outcome = try Self.outcome(of: region, request, page)
    } catch {
      outcome = .problem(error.diagnostics)
    }
  }

  init(_ region: Region, _ outcome: Outcome) {
    self.region = region
    self.outcome = outcome
  }

  private static func outcome(
    of region: Region, _ request: RegionRequest, _ page: Page
  ) throws(RegionProblem) -> Outcome {
    if region.kind == .value { return .value(try ExpectedValue(request)) }
    let problems = RegionKinds.problems(with: region.opening, in: page.path)
    if !problems.isEmpty { throw RegionProblem(problems) }
    guard let kind = RegionKinds.kind(named: region.name) else { return .problem([]) }
    if region.kind == .generated { return .generated(try kind.content(for: request)) }
    if kind.name == TableRegion.name {
      return .table(try TableVerification(page.table(of: region), request))
    }
    guard let fence = region.fences.first else { return .problem([]) }
    if kind.name == SwiftBlockRegion.name { return .block }
    if kind.name == SnippetRegion.name {
      return .snippet(try SnippetVerification(fence, request))
    }
    if kind.name == ConsoleRegion.name {
      return .session(try ConsoleSession(fence, setups: page.setups(before: fence), request))
    }
    if kind.name == JSONRegion.name { return .data(try DataVerification(fence, request)) }
    let document = MermaidParser.parse(fence.literal)
    guard document.errors.isEmpty else { return .problem([]) }
    return try verification(of: document.diagram, request, kind: kind)
  }

  private static func verification(
    of diagram: MermaidDiagram, _ request: RegionRequest, kind: any RegionKind.Type
  ) throws(RegionProblem) -> Outcome {
    switch diagram {
    case .state(let diagram) where kind.name == StateDiagramRegion.name:
      return .state(try StateVerification(diagram, request))
    case .sequence(let diagram) where kind.name == SequenceRegion.name:
      return .sequence(try SequenceVerification(diagram, request))
    case .classes(let diagram) where kind.name == ClassDiagramRegion.name:
      return .classes(try ClassVerification(diagram, request))
    case .flowchart(let diagram) where kind.name == FlowchartRegion.name:
      return .flowchart(
        FlowchartVerification(
          diagram, request.project.graph,
          isComplete: request.isYes("complete", default: false)))
    default:
      throw request.finding(
        RegionSources.id, "the block below is not a \(kind.name) that docgen can prove",
        evidence: [
          Evidence(
            .help,
            "`docgen:verify` takes state-diagram, sequence, class-diagram, flowchart, table, "
              + "snippet, console, json and swift"
          )
        ])
    }
  }
}

extension RegionProblem {
  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
