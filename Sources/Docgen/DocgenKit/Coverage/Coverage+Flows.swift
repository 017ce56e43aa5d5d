import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models
import Rules
import Templates

extension Coverage {
  /// The sequence diagrams of a page. Generated diagrams that are out of date are
  /// omitted: their branches are not those of the current scenarios.
  static func flows(of page: CheckedPage, _ model: ProjectModel) -> [Flow] {
    var names: [String: Int] = [:]
    return page.regions.compactMap { region in
      var flow: Flow?
      switch region.outcome {
      case .sequence(let verification):
        flow = verification.conformance.map { verified($0, sites: $0.sites, region, on: page) }
      case .generated where region.region.name == SequenceRegion.name:
        flow = generated(region, page, in: model)
      default: break
      }
      guard var flow else { return nil }
      names[flow.name, default: 0] += 1
      if let number = names[flow.name], number > 1 { flow.name += " #\(number)" }
      return flow
    }
  }

  private static func flow(_ region: CheckedRegion, _ page: CheckedPage) -> Flow {
    let marker = region.region.opening
    return Flow(
      name: "\(page.page.path): \(marker["scenarios"] ?? "")", file: page.page.path,
      line: marker.range.start.line, branches: [], isGenerated: false, fitness: 1, precision: nil)
  }

  private static func verified(
    _ conformance: SequenceConformance, sites: [BranchSite], _ region: CheckedRegion,
    on page: CheckedPage
  ) -> Flow {
    var flow = flow(region, page)
    flow.fitness = conformance.fitness
    flow.precision = conformance.precision
    flow.branches = sites.enumerated().filter { $0.element.isOptional }.map {
      index, site in
      Flow.Branch(
        title: site.label, line: page.line(of: site.range, in: region.region.fences.first),
        scenarios: conformance.scenarios(takingBranch: index))
    }
    return flow
  }

  /// The branches of a generated diagram come from the text in the document, and the runs from a
  /// fresh drawing. `DiagramWalk` follows each run through the text; if one does not fit, the text
  /// is out of date, and the result is `nil`.
  private static func generated(
    _ region: CheckedRegion, _ page: CheckedPage, in model: ProjectModel
  ) -> Flow? {
    let request = RegionRequest(
      marker: region.region.opening, file: page.page.path, project: model,
      templates: TemplateSource(texts: [:]))
    guard let fence = region.region.fences.first,
      case .sequence(let diagram) = MermaidParser.parse(fence.literal).diagram
    else { return nil }
    let sites = SequenceConformance(of: diagram, from: []).sites
    if region.region.opening["from"] != nil {
      guard let conformance = try? SequenceRegion.runs(for: request)?.conformance,
        conformance.sites.count == sites.count
      else { return nil }
      var flow = verified(conformance, sites: sites, region, on: page)
      flow.isGenerated = true
      return flow
    }
    guard let (drawing, scenarios) = try? SequenceRegion.drawing(for: request) else { return nil }
    var takers: [SourceRange: [String]] = [:]
    for (run, scenario) in zip(drawing.folding.runs, scenarios) {
      guard let taken = try? DiagramWalk.branches(of: diagram, run: run) else { return nil }
      for range in taken { takers[range, default: []].append(scenario) }
    }
    let measures = drawing.measures
    var flow = flow(region, page)
    flow.isGenerated = true
    flow.fitness = measures.fitness
    flow.precision = measures.precision
    flow.branches = sites.filter(\.isOptional).map { site in
      Flow.Branch(
        title: site.label, line: page.line(of: site.range, in: fence),
        scenarios: site.range.flatMap { takers[$0] } ?? [])
    }
    return flow
  }
}

extension CheckedPage {
  /// The line in the file of a range in a fence's text.
  fileprivate func line(of range: SourceRange?, in fence: Fence?) -> Int {
    guard let fence, let range else { return fence?.range.start.line ?? 1 }
    return fence.position(in: page.source, line: range.start.line, column: range.start.column).line
  }
}
