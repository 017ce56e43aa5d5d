// The DocgenKit module is the program docgen without its `main`: commands, files, caches, the
// language server.
//
// All rules are in `Rules`; this module finds and reads their inputs and presents their results. A
// command (`Commands`) asks its `CommandContext` for a `Project`, which `ProjectReader` has read
// from the files that `Configuration` names. `Check` runs the rules on all pages in parallel,
// `Generation` plans the text of regions, and `Fixing` plans safe fixes; both only plan, and
// `Generation.write` changes files. Output has folders of its own: `Findings` (text, JSON, SARIF,
// JUnit), `Report` (HTML), `Coverage`, `Rendering`.
//
// Two commands keep projects in memory and reread only changed parts: `docgen watch` (`Watching`)
// and `docgen lsp` (`Editor`). Both pass the previous reading to the next one (`after:`), which
// reuses values whose inputs have the same bytes.
//
// Everything read from the disk goes through `FileSystem` and `Confinement`: the first records
// accesses for caches (`FileAccessRecorder`), the second keeps links and `..` from leaving the
// project. Only `DocgenCommand` depends on this module, and the tests.

package import Diagnostics
package import Markdown
package import Models
import Rules
import SwiftIndex
package import Templates
import Traces

/// A project read from the disk, once: documents, sources, traces, templates.
///
/// A value: no later change of a file affects it. Reading again gives another value, which shares
/// unchanged parts, so a check never sees half of a change. Rules get the parts that they need as
/// `ProjectContext` and `ProjectModel`.
package struct Project: Sendable {
  package let root: Root
  package let pages: [Page]
  package let model: ProjectModel
  package let templates: TemplateSource
  /// The inputs that could not be read.
  package let problems: [Diagnostic]
  let fileNames: FileNames
  let repository: Repository
  /// `nil` if the project was not read from the disk.
  let inputs: ProjectInputs?
  /// The results of the console sessions that ran.
  var sessions: [SessionScript: SessionResult] = [:]
  /// The references and blocks of the project when it was read, counted when a check first needs
  /// the numbers.
  let conventions: Memo<String, ConventionTally>
  /// The verdicts on Swift blocks; `nil` if they were not run.
  var blockVerdicts: BlockVerdicts?
  /// The part of the pages that commands are about; `nil` for all.
  var scope: CheckScope?
  /// The changes since a revision, if a check is only about pages that they touch.
  var changes: ProjectChanges?
  /// The outcomes of an earlier check that are still valid; `nil` if none are kept for the next one.
  var known: PageOutcomes?

  /// Reads everything that the configuration names; unreadable inputs are problems, not failures.
  /// Unchanged files are taken from `previous`; texts of the overlay replace files. For a check,
  /// the history is read at the same time.
  package static func read(
    _ root: Root, usesCache: Bool = true, after previous: Project? = nil,
    overlay: Overlay = Overlay(), forCheck: Bool = false
  ) async -> Project {
    let repository = repository(of: root)
    async let history: Void = forCheck ? repository.prepareHistory() : ()
    let (project, _) = await reading(
      root, usesCache: usesCache, after: previous, overlay: overlay, in: repository)
    await history
    return project
  }

  static func repository(of root: Root) -> Repository {
    let documents = root.configuration.documents.map { Glob($0) }
    return Repository(root.folder) { path in documents.contains { $0.matches(path) } }
  }

  /// The project, and whether everything except documents is unchanged, so that results computed
  /// from it can be reused.
  ///
  /// A reading with `usesCache` takes declarations from the cache on disk as well. `isModelSame`
  /// refers to `previous`, and is `false` without one.
  package static func reading(
    _ root: Root, usesCache: Bool = true, after previous: Project? = nil,
    overlay: Overlay = Overlay()
  ) async -> (project: Project, isModelSame: Bool) {
    await reading(
      root, usesCache: usesCache, after: previous, overlay: overlay, in: repository(of: root))
  }

  private static func reading(
    _ root: Root, usesCache: Bool, after previous: Project?, overlay: Overlay,
    in repository: Repository
  ) async -> (project: Project, isModelSame: Bool) {
    let configuration = root.configuration
    var reader = ProjectReader(root: root, overlay: overlay)
    let manifests = await Parallel.map(reader.manifests(), PackageManifest.init)
    // Swift takes longest: it is read while all other files are searched.
    let sources = await reader.sources()
    let inputs = sources.map(ModuleMap(manifests).input)
    let store = usesCache ? CodeStore(root: root) : CodeStore()
    let graphs = reader.symbolGraphs(configuration.symbolGraphs)
    let known = usesCache ? previous : nil
    async let reading = ProjectInputs.reading(
      inputs, store: store, graphs: graphs, configuration: configuration, after: known)
    let documents = reader.files(configuration.documents)
    let traceFiles = reader.files(configuration.traces)
    reader.report(
      ofUnmatched: "documents", configuration.documents, documents, severity: .error)
    reader.report(ofUnmatched: "sources", configuration.sources, sources, severity: .warning)
    let pages = await pages(of: documents, after: previous?.pages ?? [])
    let traces = traceFiles.map { file in
      known?.inputs?.traces(of: file) ?? ProjectInputs.TraceFile(file, reader.traces(file))
    }
    let templates = TemplateSource.read(configuration.templates, in: &reader)
    let (cached, code, isCodeSame) = await reading
    let read = ProjectInputs(
      sources: inputs, declarations: cached.files, cached: cached, traces: traces, graphs: graphs,
      manifests: manifests, makefile: reader.makefile(), problems: reader.problems,
      lists: reader.lists)
    let isModelSame =
      isCodeSame && manifests == known?.inputs?.manifests
      && read.makefile == known?.inputs?.makefile
      && configuration == known?.root.configuration
      && traces.map(\.digest) == known?.inputs?.traces.map(\.digest)
      && traces.map(\.path) == known?.inputs?.traces.map(\.path)
    let model = isModelSame ? known?.model : nil
    let project = Project(
      root, pages: pages, templates: templates, code: code, inputs: read, model: model,
      in: repository)
    return (project, isModelSame && known.map { templates.isSame(as: $0.templates) } == true)
  }

  /// Creates the project from its inputs, with their model if it is known.
  init(
    _ root: Root, pages: [Page], templates: TemplateSource, code: CodeModel,
    inputs: ProjectInputs, model known: ProjectModel? = nil, in repository: Repository? = nil,
    fileNames: FileNames? = nil
  ) {
    let traces = inputs.traces.flatMap(\.traces)
    let model = known ?? Self.model(of: inputs, traces, code, root)
    let problems = inputs.problems + ProjectReader.repeatedScenarios(traces) + code.diagnostics
    self.init(
      root: root, pages: pages, model: model, templates: templates,
      problems: root.configuration.severities.applied(to: problems), fileNames: fileNames,
      repository: repository, inputs: inputs)
  }

  private static func model(
    of inputs: ProjectInputs, _ traces: [RecordedTrace], _ code: CodeModel, _ root: Root
  ) -> ProjectModel {
    let texts = inputs.sources.map { ($0.path, SourceText(bytes: $0.bytes)) }
    return ProjectModel(
      code: code, traces: traces, sources: Dictionary(texts) { first, _ in first },
      synonyms: root.configuration.synonyms, manifests: inputs.manifests,
      makefile: inputs.makefile
    ) { path in
      (try? root.files.read(path)).map { SourceText(bytes: $0) }
    }
  }

  /// A project without files on the disk, at `/`.
  package init(pages: [Page], model: ProjectModel, templates: TemplateSource) {
    let root = Root(folder: "", file: "", configuration: Configuration())
    self.init(root: root, pages: pages, model: model, templates: templates, problems: [])
  }

  /// Without known names of files, they are searched again.
  init(
    root: Root, pages: [Page], model: ProjectModel, templates: TemplateSource,
    problems: [Diagnostic], fileNames: FileNames? = nil, repository: Repository? = nil,
    inputs: ProjectInputs? = nil, conventions: Memo<String, ConventionTally> = Memo()
  ) {
    self.root = root
    self.pages = pages
    self.model = model
    self.templates = templates
    self.problems = problems
    self.fileNames = fileNames ?? FileNames(root)
    self.repository = repository ?? Self.repository(of: root)
    self.inputs = inputs
    self.conventions = conventions
  }

  /// The same project with the current documents on the disk.
  ///
  /// Used after documents were written: code, traces and templates cannot have changed by that.
  package func rereadingPages() async -> Project {
    var reader = ProjectReader(root: root)
    let pages = await Self.pages(of: reader.files(root.configuration.documents), after: pages)
    var project = Project(
      root: root, pages: pages, model: model, templates: templates,
      problems: problems + reader.problems, inputs: inputs)
    project.sessions = sessions
    return project
  }

  /// The current documents; those with the same bytes as before are not parsed again.
  static func pages(
    of files: [ProjectReader.File], after known: [Page]
  ) async -> [Page] {
    let known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    return await Parallel.map(files) { file in
      if let page = known[file.path], page.source.bytes == file.bytes { return page }
      return Page(path: file.path, bytes: file.bytes)
    }
  }

  /// The same project with changed or new pages.
  ///
  /// The model is the same. A page whose path is new is appended; no page is removed.
  func replacing(_ changed: [Page]) -> Project {
    var pages = pages
    for page in changed {
      if let index = pages.firstIndex(where: { $0.path == page.path }) {
        pages[index] = page
      } else {
        pages.append(page)
      }
    }
    var project = Project(
      root: root, pages: pages, model: model, templates: templates, problems: problems,
      fileNames: fileNames, repository: repository, inputs: inputs, conventions: conventions)
    project.sessions = sessions
    project.blockVerdicts = blockVerdicts
    project.scope = scope
    project.changes = changes
    project.known = known
    return project
  }

  /// The texts of the findings' files, as far as they can be read.
  func sources(of findings: [Diagnostic]) -> [String: SourceText] {
    var sources = Dictionary(pages.map { ($0.path, $0.source) }) { first, _ in first }
    for file in Set(findings.map(\.location.file)) where sources[file] == nil {
      if let source = model.sources[file] {
        sources[file] = source
      } else if let bytes = try? root.files.read(file) {
        sources[file] = SourceText(bytes: bytes)
      }
    }
    return sources
  }

  /// A page with everything that its rules need; `previous` is an earlier check of the same page by
  /// the unchanged project.
  ///
  /// Regions, references and links are evaluated lazily by `CheckedPage`; parts of `previous` whose
  /// text is the same are not evaluated again.
  func checked(
    _ page: Page, _ context: ProjectContext, after previous: CheckedPage? = nil
  ) -> CheckedPage {
    CheckedPage(
      page, project: model, templates: templates, context: context, after: previous)
  }

  /// The findings of the rules on a page, with the severities of this project.
  func findings(on page: CheckedPage) -> [Diagnostic] {
    let severities = root.configuration.severities
    if page.page.regions.contains(where: { $0.name == PictureRegion.name }) || blockVerdicts != nil
    {
      DependencyRecorder.note(.everything)
    }
    return severities.applied(
      to: page.findings(
        of: { !severities.isOff($0, in: page.page.path) }, results: blockFindings(on: page.page)))
  }
}
