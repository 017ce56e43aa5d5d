import Basics
import Diagnostics
import Markdown
import Models
import SwiftIndex
import Templates

/// A check after a small change of documents and sources: it reads the changed files, and of all
/// others only those that the touched pages ask for.
///
/// The last check left the state of the project (`ProjectState`), the outcomes of all pages and the
/// names in each Swift file (`NameTable`). The touched pages are evaluated with the files of all
/// declarations that their earlier evaluations asked for. If they ask for others (`PartialCode`),
/// they are evaluated again with these as well. A page that asks for everything, and any change
/// besides contents, needs a complete check.
///
/// As in an incremental build, the work is proportional to what a change can touch, and not to the
/// size of the project.
struct PartialCheck {
  let project: Project
  let check: Check
  let cache: PageOutcomeCache
  /// The number of Swift files whose declarations were read.
  let files: Int

  /// The maximum number of times that the pages are evaluated.
  private static let mostRounds = 12

  /// Returns `nil` if a complete check is needed.
  ///
  /// `state` is the stored state of the project if it is already compared. `check` checks a project,
  /// unless it has to be read completely; it may be called several times.
  init?(
    of root: Root, after state: ComparedState?, check: (Project) async throws -> Check?
  ) async throws {
    guard let inputs = await PartialInputs(root, after: state) else { return nil }
    let draft = StoredState.Draft(inputs.state, in: root.folder)
    var needs = PartialCode.Needs()
    for _ in 0..<Self.mostRounds {
      guard let (project, expected) = inputs.project(meeting: needs),
        let code = project.model.code.rest
      else { return nil }
      var unmet = code.unmet.union(expected)
      if !inputs.meets(unmet, besides: needs) {
        needs = needs.union(unmet)
        continue
      }
      guard let result = try await check(project) else { return nil }
      unmet = code.unmet
      if unmet.isEverything || inputs.isOutdated.withLock(\.self) { return nil }
      guard inputs.meets(unmet, besides: needs) else {
        needs = needs.union(unmet)
        continue
      }
      guard let cache = PageOutcomeCache(root, draft, project.known ?? PageOutcomes()) else {
        return nil
      }
      inputs.keep()
      (self.project, self.check, self.cache) = (project, result, cache)
      files = inputs.modeled.count
      return
    }
    return nil
  }
}

/// The inputs of a partial check: everything except for the Swift files, of which only the changed
/// ones are read.
private final class PartialInputs {
  /// The current state of the project.
  let state: ProjectState
  private let stored: StoredState
  private let outcomes: PageOutcomes
  private let root: Root
  private let repository: Repository
  private let fileNames: FileNames
  private let pages: [Page]
  private let templates: TemplateSource
  private let inputs: ProjectInputs
  private let store: CodeStore
  private let cache: CodeCache
  private let bodies: BodyCache
  private let code: PartialCode
  private let new: [CodeCache.Packed]
  /// Whether a file changed while its body was read.
  let isOutdated = Locked(false)
  /// The declarations of files by their positions.
  private var files: [Int: FileDeclarations]
  /// The positions of the files in the last model.
  private(set) var modeled: Set<Int> = []
  /// The last needs, the files that match them, and those that meet them.
  private var last: (needs: PartialCode.Needs, matches: Set<Int>, positions: Set<Int>)?

  /// Returns `nil` if anything other than contents of documents and sources has changed, or if a part
  /// of the project cannot be checked on its own.
  init?(_ root: Root, after compared: ComparedState?) async {
    guard root.configuration.symbolGraphs.isEmpty, root.configuration.verifiedSwift.isEmpty,
      BaselineCheck(root) == nil, let stored = compared?.stored ?? StoredState(in: root.folder),
      stored.state.isSimple
    else { return nil }
    let repository = Project.repository(of: root)
    let store = CodeStore(root: root)
    async let history = repository.historyState
    async let known = PageOutcomeCache.outcomes(of: stored.name, for: root)
    async let cached = store.cache()
    async let names = store.names()
    let compared = if let compared { compared } else { await stored.compared() }
    let changes = await ContentChanges(compared, in: root)
    guard var state = compared.current, let changes, let outcomes = await known else { return nil }
    let changed = changes.sources
    bodies = store.bodies()
    let reading = await FileDeclarations.reading(
      changed.map(\.input), options: ProjectInputs.options, cache: CodeCache(), bodies: bodies)
    for (page, content) in changes.documents { state.documents[page].content = content }
    for (source, key) in zip(changed, reading.keys) {
      state.sources[source.position].key = key
      state.sources[source.position].content = source.content
    }
    guard !reading.files.contains(where: { !$0.diagnostics.isEmpty }),
      let table = await names,
      let differing = CodeStore.changes(of: state.sources.map(\.key), from: table)
    else { return nil }
    var reader = ProjectReader(root: root, lists: state.lists)
    let manifests = await Parallel.map(reader.manifests(), PackageManifest.init)
    let traces = reader.files(root.configuration.traces).map {
      ProjectInputs.TraceFile($0, reader.traces($0))
    }
    templates = TemplateSource.read(root.configuration.templates, in: &reader)
    guard reader.problems.isEmpty else { return nil }
    inputs = ProjectInputs(
      sources: [], declarations: [], traces: traces, graphs: [], manifests: manifests,
      makefile: reader.makefile(), problems: [])
    code = PartialCode(
      state.sources.enumerated().map { position, source in
        PartialCode.Source(
          path: source.path, module: source.module, isChanged: differing.contains(position))
      }, table)
    files = Dictionary(
      zip(changed.map(\.position), reading.files)
    ) { first, _ in first }
    new = reading.new
    fileNames = FileNames(root, all: state.files)
    state.history = await history
    (self.root, self.repository, self.state, self.pages) = (root, repository, state, changes.pages)
    (self.stored, self.outcomes, self.store, cache) = (stored, outcomes, store, await cached)
  }

  /// The project with all declarations that the needs ask for, and the known needs of the pages and
  /// comments that the change touches.
  ///
  /// Returns `nil` if the change may touch everything.
  func project(meeting needs: PartialCode.Needs) -> (Project, expected: PartialCode.Needs)? {
    guard let positions = positions(meeting: needs) else { return nil }
    modeled = positions
    let files = positions.sorted().compactMap(file)
    let rest = code.meeting(needs)
    let model = ProjectInputs.code(files, [], configuration: root.configuration, of: rest)
    var project = Project(
      root, pages: pages, templates: templates, code: model, inputs: inputs, in: repository,
      fileNames: fileNames)
    guard
      let changes = ProjectChanges(
        from: stored.state, to: state, model, { position in self.states(at: position) })
    else { return nil }
    let known = outcomes.untouched(by: changes)
    project.known = known
    let touched =
      outcomes.pages.filter { known.pages[$0.key] == nil }
      .merging(outcomes.comments?.filter { known.comments?[$0.key] == nil } ?? [:]) { $1 }
    return (project, PartialCode.Needs(touched.map { ($0.key, $0.value.dependencies) }))
  }

  /// Whether the last model has all files that further needs ask for.
  func meets(_ further: PartialCode.Needs, besides needs: PartialCode.Needs) -> Bool {
    if further.isEmpty { return true }
    // Files that matched earlier needs too add no others.
    if let last, last.needs == needs, code.matches(further).isSubset(of: last.matches) {
      return true
    }
    return positions(meeting: needs.union(further))?.isSubset(of: modeled) == true
  }

  private func positions(meeting needs: PartialCode.Needs) -> Set<Int>? {
    if let last, last.needs == needs { return last.positions }
    let matches = code.matches(needs)
    let positions = code.positions(completing: matches, read: file)
    last = positions.map { (needs, matches, $0) }
    return positions
  }

  /// Stores the declarations of the changed files, and the bodies that were read.
  func keep() {
    let keys = state.sources.map(\.key)
    store.keep(new, besides: cache, of: keys)
    store.keep(bodies, of: keys)
  }

  private func file(at position: Int) -> FileDeclarations? {
    if let known = files[position] { return known }
    let source = state.sources[position]
    let input = SourceInput(path: source.path, module: source.module, bytes: [])
    let file = cache.file(input, earlier: source.key, bodies: unread(input, source.key))
    files[position] = file
    return file
  }

  /// The bodies of an unchanged file. If it changes now, the check has to be repeated as a whole.
  private func unread(_ input: SourceInput, _ key: ContentDigest) -> UnreadBodies {
    UnreadBodies { [bodies, isOutdated, root] in
      let file = bodies.file(input, key) {
        let bytes = try? FileSystem.unseenRead(root.folder + "/" + input.path)
        let now = bytes.map { SourceInput(path: input.path, module: input.module, bytes: $0) }
        return now?.key(with: ProjectInputs.options) == key ? bytes : nil
      }
      if file == nil { isOutdated.withLock { $0 = true } }
      return file
    }
  }

  /// The declarations of a changed source before and after the change.
  private func states(at position: Int) -> (FileDeclarations, FileDeclarations)? {
    let old = stored.state.sources[position]
    let input = SourceInput(path: old.path, module: old.module, bytes: [])
    guard let earlier = cache.file(input, earlier: old.key), let now = file(at: position) else {
      return nil
    }
    return (earlier, now)
  }
}

/// The documents and sources whose contents differ from an earlier state.
private struct ContentChanges {
  typealias Answer = FileAccessRecorder.Answer

  /// The changed documents by their positions.
  var documents: [Int: Answer] = [:]
  var sources: [(position: Int, input: SourceInput, content: Answer)] = []
  /// All documents.
  var pages: [Page] = []

  /// Returns `nil` if one cannot be read.
  init?(_ compared: ComparedState, in root: Root) async {
    let state = compared.stored.state
    @Sendable func read(_ path: String) -> (bytes: [UInt8], content: Answer)? {
      let name = root.folder + "/" + path
      let metadata = FileSystem.settledMetadata(of: name)
      guard (try? root.files.resolved(path, for: "read")) != nil,
        let bytes = try? FileSystem.unseenRead(name)
      else { return nil }
      return (bytes, Answer(ContentDigest(bytes), metadata: metadata))
    }
    for (position, source) in state.sources.enumerated()
    where compared.contents[position] == nil {
      guard let (bytes, content) = read(source.path) else { return nil }
      let input = SourceInput(path: source.path, module: source.module, bytes: bytes)
      sources.append((position, input, content))
    }
    let read = await Parallel.map(Array(state.documents.indices)) { position in
      let path = state.documents[position].path
      // An unchanged file was read before: no link can lead to another one.
      let known = compared.contents[state.sources.count + position]
      let content = known.flatMap { known in
        (try? FileSystem.unseenRead(root.folder + "/" + path)).map {
          (bytes: $0, content: Answer(ContentDigest($0), metadata: known.metadata))
        }
      }
      return (content ?? read(path)).map { (Page(path: path, bytes: $0.bytes), $0.content) }
    }
    for (position, document) in read.enumerated() {
      guard let (page, content) = document else { return nil }
      pages.append(page)
      if content.digest != state.documents[position].content.digest {
        documents[position] = content
      }
    }
  }
}
