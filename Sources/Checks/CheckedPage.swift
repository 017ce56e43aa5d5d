package import Diagnostics
import Diagrams
package import Markup
import Mermaid
package import Models
package import Templates

/// A page with everything that its rules look at, worked out once.
package struct CheckedPage: Sendable {
  package let page: Page
  package let regions: [CheckedRegion]
  package let project: ProjectModel
  /// Other documents and files; nothing where only the page is known, then links are not judged.
  package let surroundings: Surroundings?

  /// Regions that ask for the same as they did on `previous`, a check of the page within the same
  /// project, are not worked out again; of a page that is the same none is.
  package init(
    _ page: Page, project: ProjectModel, templates: TemplateSource,
    surroundings: Surroundings? = nil, after previous: CheckedPage? = nil
  ) {
    self.page = page
    self.project = project
    self.surroundings = surroundings
    if let previous, previous.page.source.bytes == page.source.bytes {
      regions = previous.regions
      return
    }
    let known = Dictionary(
      (previous?.regions ?? []).compactMap { region in
        region.question.map { ($0, region.outcome) }
      }
    ) { first, _ in first }
    regions = page.regions.map { region in
      if !known.isEmpty, let outcome = CheckedRegion.question(region).flatMap({ known[$0] }) {
        return CheckedRegion(region, outcome)
      }
      return CheckedRegion(region, on: page, project: project, templates: templates)
    }
  }

  /// What the rules find, in the order of the page, without what the page disables.
  package func findings() -> [Diagnostic] {
    let all = page.diagnostics + RuleCatalogue.rules.flatMap { $0.findings(on: self) }
    let silenced = all.map { finding in page.disables.indices { $0.silences(finding) } }
    var shown = zip(all, silenced).filter { $1.isEmpty }.map(\.0)
    // Where only the page is known, not every rule has spoken.
    if surroundings != nil {
      let used = silenced.reduce(into: Set<Int>()) { $0.formUnion($1.ranges.joined()) }
      shown += UnusedDisable.findings(on: page, used: used)
    }
    return shown.sorted { $0.location < $1.location }
  }
}

/// A region and what becomes of it.
package struct CheckedRegion: Sendable {
  package enum Outcome: Sendable {
    /// What docgen would write there.
    case generated(String)
    case state(StateVerification)
    case sequence(SequenceVerification)
    case classes(ClassVerification)
    case value(ExpectedValue)
    case snippet(SnippetVerification)
    case table(TableVerification)
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

  fileprivate init(_ region: Region, _ outcome: Outcome) {
    self.region = region
    self.outcome = outcome
  }

  /// What the outcome follows from, besides the project and the file's path.
  fileprivate struct Question: Hashable {
    var kind: Region.Kind
    var marker: String
    /// The text that is proven.
    var text: String?
  }

  fileprivate static func question(_ region: Region) -> Question? {
    switch region.kind {
    case .generated: Question(kind: .generated, marker: region.opening.text)
    case .verified:
      region.fences.first.map {
        Question(kind: .verified, marker: region.opening.text, text: $0.literal)
      }
    case .value: nil
    }
  }

  /// Nothing where the outcome has places of the page in it, or costs nothing.
  fileprivate var question: Question? {
    switch outcome {
    case .generated, .state, .sequence, .classes: Self.question(region)
    case .value, .snippet, .table, .problem: nil
    }
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
    if kind.name == SnippetRegion.name {
      return .snippet(try SnippetVerification(fence, request))
    }
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
    default:
      throw request.finding(
        "region-source", "the block below is no \(kind.name) that docgen can prove",
        evidence: [
          Evidence(
            .help, "`docgen:verify` knows state-diagram, sequence, class-diagram, table and snippet"
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

/// The project's traces, sources and where its machines are declared.
package struct CheckedProject: Sendable {
  package let model: ProjectModel

  package init(_ model: ProjectModel) {
    self.model = model
  }

  package func findings() -> [Diagnostic] {
    RuleCatalogue.projectRules.flatMap { $0.findings(in: self) }
      .sorted { $0.location < $1.location }
  }
}

extension CheckedPage {
  /// Where something of a fence's text stands in the file; the fence itself when that is unknown.
  func location(of range: SourceRange?, in fence: Fence?) -> SourceLocation {
    guard let fence else { return SourceLocation(file: page.path) }
    guard let range else { return page.location(fence.range) }
    func position(_ place: SourcePosition) -> SourcePosition {
      fence.position(in: page.source, line: place.line, column: place.column)
    }
    return page.location(
      SourceRange(start: position(range.start), end: position(range.end)))
  }
}
