package import Diagnostics
package import Markdown
import Mermaid
package import Models
package import SwiftIndex
package import Templates

/// A page with everything that its rules need, computed once.
///
/// Reading the page, comparing its regions and recognizing its examples costs far more than any
/// rule, so all of it is done once, in `init`. In the editor, the previous check passes its
/// outcomes on, and after a keystroke only the changed region is compared again.
package struct CheckedPage: Sendable {
  package let page: Page
  package let regions: [CheckedRegion]
  package let project: ProjectModel
  /// Other documents and files; `nil` if only the page is known: then links are not checked.
  package let context: ProjectContext?
  /// The diagrams without a marker that are about the project.
  let unmarkedDiagrams: [UnmarkedDiagram]
  /// Whether the page, or a part of it, is about the past or the future.
  let subject: PageSubject
  /// Whether a block imports a module that the project neither has nor imports.
  let foreignFences = FenceMemo()
  /// The names in the page's code blocks.
  let blockNames: BlockNames
  /// The code blocks, with those inside of DocC directives.
  let fences: [Fence]
  /// The Swift blocks that the author wrote.
  let examples: [Example]
  /// The first Swift block that is not read, since those before it exceed a limit.
  let unreadExample: Fence?
  /// The lists, tables and sections that enumerate something.
  let enumerations: [Enumeration]
  private let known: RegionOutcomeCache

  /// Reuses outcomes of `previous`, a check of the page within the same project, and of the checks
  /// before it: regions with the same marker and text are not evaluated again. For an unchanged
  /// page, no region is.
  package init(
    _ page: Page, project: ProjectModel, templates: TemplateSource,
    context: ProjectContext? = nil, after previous: CheckedPage? = nil
  ) {
    self.page = page
    self.project = project
    self.context = context
    subject = PageSubject(page, project.code, index: context?.index)
    if let previous, previous.page.source.bytes == page.source.bytes {
      fences = previous.fences
      (examples, unreadExample) = (previous.examples, previous.unreadExample)
      enumerations = previous.enumerations
      blockNames = previous.blockNames
      regions = previous.regions
      unmarkedDiagrams = previous.unmarkedDiagrams
      known = previous.known
      return
    }
    fences = page.fences + page.fencesInDirectives
    (examples, unreadExample) = Example.all(of: fences, on: page)
    enumerations = Enumeration.all(on: page)
    blockNames = BlockNames(fences, examples)
    var known = previous?.known ?? RegionOutcomeCache()
    regions = page.regions.map { region in
      known.outcome(of: region).map { CheckedRegion(region, $0) }
        ?? CheckedRegion(region, on: page, project: project, templates: templates)
    }
    known.keep(regions)
    self.known = known
    unmarkedDiagrams = UnmarkedDiagram.all(
      on: page, examples, project, after: previous?.unmarkedDiagrams)
  }

  /// The findings of the rules, in the order of the page, without those that the page disables.
  ///
  /// `isWanted` decides whether findings of a rule are of use. A rule that a marker on the page
  /// disables runs in any case, to report unused exceptions. `results` are the findings of the
  /// page's blocks that were run; `nil` if none were.
  ///
  /// - Returns: Sorted by place. Findings that a `docgen:disable` covers are missing; a `disable`
  ///   that covers no finding is a finding itself, if all rules have run.
  package func findings(
    of isWanted: (_ rule: RuleID) -> Bool = { _ in true }, results: [Diagnostic]? = nil
  ) -> [Diagnostic] {
    let disabled = Set(page.disables.map(\.rule.text))
    // Problems that keep a region from being checked are reported under several ids.
    let rules = RuleCatalogue.rules.filter {
      isWanted($0.id) || disabled.contains($0.id.rawValue) || $0 == RegionSources.self
    }
    let found = rules.flatMap { rule in
      let findings = rule.findings(on: self)
      return rule.isAboutCode ? findings.map(project.code.limiting) : findings
    }
    let all = page.diagnostics + found + (results ?? []).filter { isWanted($0.rule) }
    let silenced = all.map { finding in
      page.disables.indices.filter { page.disables[$0].silences(finding) }
    }
    var shown = zip(all, silenced).filter { $1.isEmpty }.map(\.0)
    // If only the page is known, not all rules have run.
    if context != nil {
      var used = silenced.reduce(into: Set<Int>()) { $0.formUnion($1) }
      if results == nil {
        used.formUnion(
          page.disables.indices.filter {
            RuleCatalogue.ofRuns.contains(page.disables[$0].rule.text)
          })
      }
      shown += UnusedDisable.findings(on: page, used: used)
    }
    return shown.sorted { $0.location < $1.location }
  }
}

/// The project's traces and sources, and the places that declare its machines.
package struct CheckedProject: Sendable {
  package let model: ProjectModel
  /// The files around the sources; `nil` if they are unknown: then links in comments are not checked.
  package let context: ProjectContext?

  package init(_ model: ProjectModel, context: ProjectContext? = nil) {
    self.model = model
    self.context = context
  }

  package func findings() -> [Diagnostic] {
    let links = linkedComments.values.flatMap(findings)
    return (traceFindings() + links).sorted { $0.location < $1.location }
  }

  /// The findings about traces and the machines in them.
  package func traceFindings() -> [Diagnostic] {
    var findings = RuleCatalogue.projectRules.flatMap { $0.findings(in: self) }
    // A difference between traces and code has one cause if the traces are older.
    if findings.contains(where: { $0.rule == StaleTrace.id && $0.severity == .error }) {
      findings.removeAll { $0.rule == OutdatedTrace.id }
    }
    return findings.map(model.code.limiting)
  }

  /// The documentation comments that may have links, by file.
  package var linkedComments: [String: [CodeModel.Documented]] {
    context == nil ? [:] : UnresolvedDocLink.comments(of: model)
  }

  /// The findings about the links in documentation comments.
  package func findings(in comments: [CodeModel.Documented]) -> [Diagnostic] {
    guard let context else { return [] }
    return UnresolvedDocLink.findings(in: comments, of: model, context)
      .map(model.code.limiting)
  }
}

extension CheckedPage {
  /// The place in the file of a range in a fence's text; the fence itself if the range is unknown.
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
