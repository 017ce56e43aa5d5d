import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The inputs of a project's model, file by file: after a change only changed files are read again.
struct ProjectInputs: Sendable {
  struct TraceFile: Sendable {
    let path: String
    let digest: ContentDigest
    let traces: [RecordedTrace]

    init(_ file: ProjectReader.File, _ traces: [RecordedTrace]) {
      path = file.path
      digest = ContentDigest(file.bytes)
      self.traces = traces
    }
  }

  var sources: [SourceInput]
  /// The declarations of the sources, in their order, for every platform.
  var declarations: [FileDeclarations]
  /// The sources in the cache when the project was read; only from the disk.
  var cached = CodeReading(files: [])
  var traces: [TraceFile]
  let graphs: [SymbolGraph]
  let manifests: [PackageManifest]
  let makefile: Makefile?
  /// The inputs that could not be read, except for problems inside of Swift files.
  let problems: [Diagnostic]
  /// The files that match each list of patterns.
  var lists: [String: [String]] = [:]

  static let options = ReadingOptions()

  /// Reads Swift files; unchanged ones are taken from an earlier reading. `isSame` is whether all
  /// are unchanged, with the same code.
  static func reading(
    _ sources: [SourceInput], store: CodeStore, graphs: [SymbolGraph],
    configuration: Configuration, after previous: Project?
  ) async -> (reading: CodeReading, code: CodeModel, isSame: Bool) {
    guard let previous, let known = previous.inputs else {
      let reading = await store.reading(sources, options: options)
      return (reading, code(reading.files, graphs, configuration: configuration), false)
    }
    if sources == known.sources, graphs == known.graphs,
      configuration.platforms == previous.root.configuration.platforms
    {
      return (CodeReading(files: known.declarations), previous.model.code, true)
    }
    let files = await declarations(of: sources, after: known)
    return (CodeReading(files: files), code(files, graphs, configuration: configuration), false)
  }

  private static func declarations(
    of sources: [SourceInput], after known: ProjectInputs
  ) async -> [FileDeclarations] {
    var places: [String: Int] = [:]
    for index in known.sources.indices { places[known.sources[index].path] = index }
    func read(_ source: SourceInput) -> FileDeclarations? {
      places[source.path].flatMap { known.sources[$0] == source ? known.declarations[$0] : nil }
    }
    let files = sources.map(read)
    let changed = zip(sources, files).filter { $1 == nil }.map(\.0)
    var new = await FileDeclarations.reading(changed, options: options)[...]
    return files.compactMap { $0 ?? new.popFirst() }
  }

  /// The traces of an unchanged file that had no problems.
  func traces(of file: ProjectReader.File) -> TraceFile? {
    guard let known = traces.first(where: { $0.path == file.path }),
      known.digest == ContentDigest(file.bytes),
      !problems.contains(where: { $0.location.file == file.path })
    else { return nil }
    return known
  }

  /// Declarations are read for all platforms and selected here, so that a change of `platforms`
  /// needs no reading of files.
  static func code(
    _ files: [FileDeclarations], _ graphs: [SymbolGraph], configuration: Configuration,
    of rest: PartialCode? = nil
  ) -> CodeModel {
    CodeModel(files.map { $0.active(on: configuration.platforms) }, symbolGraphs: graphs, of: rest)
  }
}

extension Project {
  /// The same project with some of its documents, sources and traces reread from the disk, and
  /// whether the model is the same as well. No other files are examined.
  ///
  /// Returns `nil` if one of the paths is something else, or if there are problems: then all must
  /// be read.
  ///
  /// The fast path of `docgen watch`: typical changes are a document, a Swift file or a trace that
  /// is known already. New and removed files, templates and the configuration need a complete
  /// reading.
  func rereading(_ changed: Set<String>) async -> (project: Project, isModelSame: Bool)? {
    guard var inputs else { return nil }
    let prefix = root.folder + "/"
    guard changed.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
    var rest = Set(changed.map { String($0.dropFirst(prefix.count)) })
    let names = rest
    func isChanged(_ path: String) -> Bool {
      guard names.contains(path) else { return false }
      rest.remove(path)
      return true
    }
    if inputs.problems.contains(where: { names.contains($0.location.file) }) { return nil }
    var reader = ProjectReader(root: root)
    var files: [ProjectReader.File] = []
    for page in pages {
      if !isChanged(page.path) {
        files.append(ProjectReader.File(path: page.path, bytes: page.source.bytes))
      } else if let file = reader.file(page.path) {
        files.append(file)
      }
    }
    var isModelSame = true
    for index in inputs.sources.indices where isChanged(inputs.sources[index].path) {
      guard let file = reader.file(inputs.sources[index].path) else { return nil }
      inputs.sources[index].bytes = file.bytes
      inputs.declarations[index] = FileDeclarations(
        reading: inputs.sources[index], options: ProjectInputs.options)
      isModelSame = false
    }
    let isCodeSame = isModelSame
    for index in inputs.traces.indices where isChanged(inputs.traces[index].path) {
      guard let file = reader.file(inputs.traces[index].path) else { return nil }
      inputs.traces[index] = ProjectInputs.TraceFile(file, reader.traces(file))
      isModelSame = false
    }
    guard rest.isEmpty, reader.problems.isEmpty else { return nil }
    let pages = await Self.pages(of: files, after: pages)
    if isModelSame {
      let project = Project(
        root: root, pages: pages, model: model, templates: templates, problems: problems,
        fileNames: fileNames, repository: repository, inputs: inputs)
      return (project, true)
    }
    let code =
      isCodeSame
      ? model.code
      : ProjectInputs.code(inputs.declarations, inputs.graphs, configuration: root.configuration)
    return (Project(root, pages: pages, templates: templates, code: code, inputs: inputs), false)
  }
}
