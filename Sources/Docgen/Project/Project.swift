import Checks
package import Diagnostics
package import Markup
package import Models
import SwiftCode
package import Templates
import Traces

/// A project read from the disk, once: documents, sources, traces, templates.
package struct Project: Sendable {
  package let root: Root
  package let pages: [Page]
  package let model: ProjectModel
  package let templates: TemplateSource
  /// What could not be read.
  package let problems: [Diagnostic]
  let fileNames: FileNames

  /// Reads everything that the configuration names; what cannot be read is a problem, not a
  /// failure. Documents that are as they were in `previous` are taken from it; texts of the overlay
  /// stand in the place of files.
  package static func read(
    _ root: Root, usesCache: Bool = true, after previous: Project? = nil,
    overlay: Overlay = Overlay()
  ) async -> Project {
    let configuration = root.configuration
    var reader = ProjectReader(root: root, overlay: overlay)
    // Swift takes longest: it is read while everything else is looked for.
    let sources = reader.files(configuration.sources)
    let inputs = sources.map {
      SourceInput(path: $0.path, module: ModuleModel.module(ofFile: $0.path), bytes: $0.bytes)
    }
    let store = usesCache ? CodeStore(root: root) : CodeStore()
    let graphs = reader.symbolGraphs(configuration.symbolGraphs)
    async let reading = store.reading(
      inputs, options: ReadingOptions(syntaxErrorSeverity: .error),
      platforms: configuration.platforms, symbolGraphs: graphs)
    let documents = reader.files(configuration.documents)
    let traceFiles = reader.files(configuration.traces)
    reader.complain(ifEmpty: documents, "documents", configuration.documents, .error)
    reader.complain(ifEmpty: sources, "sources", configuration.sources, .warning)
    let pages = await pages(of: documents, after: previous?.pages ?? [])
    let traces = traceFiles.flatMap { reader.traces($0) }
    reader.complain(ofRepeatedScenarios: traces)
    let texts = inputs.map { ($0.path, SourceText(bytes: $0.bytes)) }
    let code = await reading
    let model = ProjectModel(
      code: code, traces: traces, sources: Dictionary(texts) { first, _ in first },
      synonyms: configuration.synonyms)
    let templates = TemplateSource.read(configuration.templates, in: &reader)
    return Project(
      root: root, pages: pages, model: model, templates: templates,
      problems: configuration.severities.applied(to: reader.problems + code.diagnostics))
  }

  /// A project that nothing on the disk belongs to, at `/`.
  package init(pages: [Page], model: ProjectModel, templates: TemplateSource) {
    let root = Root(folder: "", file: "", configuration: Configuration())
    self.init(root: root, pages: pages, model: model, templates: templates, problems: [])
  }

  /// Names of files are looked for anew where none are known.
  init(
    root: Root, pages: [Page], model: ProjectModel, templates: TemplateSource,
    problems: [Diagnostic], fileNames: FileNames? = nil
  ) {
    self.root = root
    self.pages = pages
    self.model = model
    self.templates = templates
    self.problems = problems
    self.fileNames = fileNames ?? FileNames(root)
  }

  /// The same project with its documents as they are on the disk now.
  package func rereadingPages() async -> Project {
    var reader = ProjectReader(root: root)
    let pages = await Self.pages(of: reader.files(root.configuration.documents), after: pages)
    return Project(
      root: root, pages: pages, model: model, templates: templates,
      problems: problems + reader.problems)
  }

  /// Whether these are paths of its documents and nothing else.
  func isChanged(onlyInPages changed: Set<String>) -> Bool {
    changed.isSubset(of: pages.map { root.folder + "/" + $0.path })
  }

  /// The same project with some of its documents as they are on the disk now; nothing else is looked
  /// at.
  func rereadingPages(_ changed: Set<String>) async -> Project {
    var reader = ProjectReader(root: root)
    var files: [ProjectReader.File] = []
    for page in pages {
      if !changed.contains(root.folder + "/" + page.path) {
        files.append(ProjectReader.File(path: page.path, bytes: page.source.bytes))
      } else if let file = reader.file(page.path) {
        files.append(file)
      }
    }
    return Project(
      root: root, pages: await Self.pages(of: files, after: pages), model: model,
      templates: templates, problems: problems + reader.problems, fileNames: fileNames)
  }

  /// Documents as they are now; those that were read before with the same bytes are not read again.
  private static func pages(
    of files: [ProjectReader.File], after known: [Page]
  ) async -> [Page] {
    let known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    return await Parallel.map(files) { file in
      if let page = known[file.path], page.source.bytes == file.bytes { return page }
      return Page(path: file.path, bytes: file.bytes)
    }
  }

  /// The same project with pages that were changed since, or that are new.
  func replacing(_ changed: [Page]) -> Project {
    var pages = pages
    for page in changed {
      if let index = pages.firstIndex(where: { $0.path == page.path }) {
        pages[index] = page
      } else {
        pages.append(page)
      }
    }
    return Project(
      root: root, pages: pages, model: model, templates: templates, problems: problems,
      fileNames: fileNames)
  }

  /// The texts of the files that findings are about, as far as they can be read.
  func sources(of findings: [Diagnostic]) -> [String: SourceText] {
    var sources = Dictionary(pages.map { ($0.path, $0.source) }) { first, _ in first }
    for file in Set(findings.map(\.location.file)) where sources[file] == nil {
      if let source = model.sources[file] {
        sources[file] = source
      } else if let bytes = try? FileSystem.read(root.folder + "/" + file) {
        sources[file] = SourceText(bytes: bytes)
      }
    }
    return sources
  }

  /// A page with everything that its rules look at; `previous` is a check of the same page by this
  /// project as it was read.
  func checked(
    _ page: Page, _ surroundings: Surroundings, after previous: CheckedPage? = nil
  ) -> CheckedPage {
    CheckedPage(
      page, project: model, templates: templates, surroundings: surroundings, after: previous)
  }

  /// What the rules find on a page, with the severities of this project.
  func findings(on page: CheckedPage) -> [Diagnostic] {
    root.configuration.severities.applied(to: page.findings())
  }

  /// The pages that the operands of a command name; all when there are none.
  package func pages(named names: [String]) -> (pages: [Page], problems: [Diagnostic]) {
    if names.isEmpty { return (pages, []) }
    var chosen: [Page] = []
    var problems: [Diagnostic] = []
    for name in names {
      let wanted = relative(name)
      if let page = pages.first(where: { $0.path == wanted }) {
        if !chosen.contains(where: { $0.path == page.path }) { chosen.append(page) }
        continue
      }
      let near = NearMiss.best(for: wanted, among: pages.map(\.path))
      problems.append(
        Diagnostic(
          rule: "configuration", category: .usage, at: SourceLocation(file: name),
          "this is none of the configured documents",
          evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? []))
    }
    return (chosen, problems)
  }

  /// A path as the project's documents are named: relative to the root.
  private func relative(_ path: String) -> String {
    let absolute = FileSystem.absolute(path)
    let prefix = root.folder + "/"
    if absolute.hasPrefix(prefix) { return String(absolute.dropFirst(prefix.count)) }
    return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}

/// Reads files below a root and remembers what went wrong.
struct ProjectReader {
  struct File: Sendable {
    var path: String
    var bytes: [UInt8]
  }

  let root: Root
  private let overlay: Overlay
  private(set) var problems: [Diagnostic] = []

  init(root: Root, overlay: Overlay = Overlay()) {
    self.root = root
    self.overlay = overlay
  }

  /// The files that patterns name, with their content.
  mutating func files(_ patterns: [String]) -> [File] {
    guard !patterns.isEmpty else { return [] }
    do throws(FileError) {
      let paths = try FileFinder.files(
        matching: patterns, excluding: root.configuration.excluded, in: root.folder)
      let added = overlay.files(
        matching: patterns, excluding: root.configuration.excluded, below: root.folder)
      return (paths + added.filter { !paths.contains($0) }).compactMap { file($0) }
    } catch {
      problems.append(Self.unreadable(error, path: relative(error.path)))
      return []
    }
  }

  mutating func file(_ path: String) -> File? {
    if let bytes = overlay.texts[root.folder + "/" + path] { return File(path: path, bytes: bytes) }
    do throws(FileError) {
      return File(path: path, bytes: try FileSystem.read(root.folder + "/" + path))
    } catch {
      problems.append(Self.unreadable(error, path: path))
      return nil
    }
  }

  mutating func traces(_ file: File) -> [RecordedTrace] {
    let (traces, errors) = TraceImport.read(file.bytes)
    problems += errors.prefix(20).map { error in
      Diagnostic(
        rule: "trace-syntax", category: .input,
        at: SourceLocation(file: file.path, line: error.line, column: error.column), error.reason,
        evidence: [Evidence(.help, "record the trace anew; docs/trace-format.md has the format")])
    }
    return traces.map { RecordedTrace(file: file.path, trace: $0) }
  }

  /// The symbol graphs that patterns name.
  mutating func symbolGraphs(_ patterns: [String]) -> [SymbolGraph] {
    let (graphs, errors) = SymbolGraphReader.read(files(patterns).map { ($0.path, $0.bytes) })
    problems += errors
    return graphs
  }

  /// A configuration whose patterns match nothing checks nothing: that must not look like success.
  mutating func complain(
    ifEmpty files: [File], _ key: String, _ patterns: [String], _ severity: Diagnostic.Severity
  ) {
    guard files.isEmpty else { return }
    let list = patterns.map { "`\($0)`" }.joined(separator: ", ")
    problems.append(
      Diagnostic(
        rule: "configuration", severity: severity, category: .usage,
        at: SourceLocation(file: Configuration.fileName),
        patterns.isEmpty ? "`\(key)` is empty" : "no file matches `\(key)`: \(list)",
        evidence: [
          Evidence(.help, "patterns are relative to the folder of \(Configuration.fileName)")
        ]
      ))
  }

  mutating func complain(ofRepeatedScenarios traces: [RecordedTrace]) {
    var files: [String: String] = [:]
    for trace in traces {
      if let first = files[trace.scenario] {
        problems.append(
          Diagnostic(
            rule: "duplicate-scenario", category: .input,
            at: SourceLocation(file: trace.file, line: 1),
            "the scenario `\(trace.scenario)` is recorded in \(first) already",
            evidence: [Evidence(.help, "remove one of the two traces")]))
      }
      files[trace.scenario] = files[trace.scenario] ?? trace.file
    }
  }

  private func relative(_ path: String) -> String {
    let prefix = root.folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func unreadable(_ error: FileError, path: String) -> Diagnostic {
    Diagnostic(
      rule: "unreadable", category: .input, at: SourceLocation(file: path),
      "the file cannot be \(error.operation == "list" ? "listed" : "read"): \(error.reason)",
      evidence: [
        Evidence(.help, "mend its permissions, or leave it out with `exclude` in .docgen.json")
      ])
  }
}

extension TemplateSource {
  /// The templates of a project's folder, and those that come with docgen, of which the project has
  /// none of that name.
  static func read(_ folder: String, in reader: inout ProjectReader) -> TemplateSource {
    var files = BuiltInTemplates.texts.reduce(into: [String: File]()) { files, template in
      files[template.key] = File(path: template.key + ".mustache", text: template.value)
    }
    for file in reader.files([folder + "/*.mustache"]) {
      let name = file.path.split(separator: "/").last.map { $0.dropLast(".mustache".count) } ?? ""
      files[String(name)] = File(
        path: file.path, text: String(decoding: file.bytes, as: UTF8.self))
    }
    return TemplateSource(names: files.keys.sorted()) { [files] in files[$0] }
  }
}
