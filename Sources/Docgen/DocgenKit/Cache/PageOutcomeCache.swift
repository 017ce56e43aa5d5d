import CommandLineTool
import Diagnostics
import Models
import SwiftIndex

/// The outcomes of all pages of a project's last check, for the next one.
///
/// An outcome is valid as long as the page and all parts of the project that it depends on are
/// unchanged (`DependencyRecorder`). The file also has the state of the project that the outcomes
/// belong to. Only contents of documents and of sources may differ from it: any other change, such as
/// one of the configuration, a list of files or the history, makes all outcomes invalid.
struct PageOutcomeCache: Sendable {
  private static let version = "docgen pages 3"

  /// What an earlier check left.
  struct Stored: Sendable {
    var state: ProjectState
    /// Everything that it observed besides the contents that the state has.
    var observations: [(FileAccessRecorder.Observation, FileAccessRecorder.Answer)]
    var outcomes: PageOutcomes
  }

  private let root: Root
  private let folder: String
  private let key: String
  /// The current state of the project.
  private let state: ProjectState
  /// The stored outcomes that are valid for the project.
  private(set) var outcomes = PageOutcomes()

  /// Finds the valid outcomes; `seen` are the observations of the reading of the project.
  ///
  /// Returns `nil` for a project that was not read with a cache.
  init?(_ project: Project, seen: FileAccessRecorder.Observations) async {
    guard let state = ProjectState(project, seen: seen),
      let inputs = project.inputs
    else { return nil }
    self.init(project.root, state, PageOutcomes())
    guard let stored = Self.stored(for: project.root),
      let changes = ProjectChanges(
        from: stored.state, to: state, project.model.code,
        { position in
          let source = inputs.sources[position]
          let key = stored.state.sources[position].key
          return inputs.cached.cache.file(source, earlier: key).map {
            ($0, inputs.declarations[position])
          }
        })
    else { return }
    // The reading of the project has repeated most observations.
    let rest = stored.observations.filter { seen[$0.0]?.digest != $0.1.digest }
    guard rest.allSatisfy({ seen[$0.0] == nil }), await FileAccessRecorder.stillSees(rest) else {
      return
    }
    // The result of this check follows from them too.
    FileAccessRecorder.note(rest)
    outcomes = stored.outcomes.untouched(by: changes)
  }

  /// Returns `nil` without a folder for caches.
  init?(_ root: Root, _ state: ProjectState, _ outcomes: PageOutcomes) {
    guard let folder = CacheFolder.path(for: root.folder), let key = Self.key(for: root) else {
      return nil
    }
    (self.root, self.folder, self.key) = (root, folder, key)
    (self.state, self.outcomes) = (state, outcomes)
  }

  private static func key(for root: Root) -> String? {
    CacheFolder.stamp.map { stamp in
      [version, Program.version, String(stamp), root.folder, root.file].joined(separator: "\u{0}")
    }
  }

  /// What the last check of the project left; `nil` if that is of no use.
  static func stored(for root: Root) -> Stored? {
    guard let key = key(for: root), let folder = CacheFolder.path(for: root.folder),
      let reader = CacheFile.read(folder + "/pages").flatMap(SealedReader.init)
    else { return nil }
    return try? stored(reader, key)
  }

  private static func stored(_ reader: SealedReader, _ key: String) throws(DamagedBytes) -> Stored?
  {
    var reader = reader
    guard try reader.text() == key else { return nil }
    let state = try reader.projectState()
    let observations = try reader.observations()
    let pages = try reader.outcomes()
    let comments = try reader.optional { reader throws(DamagedBytes) in try reader.outcomes() }
    return Stored(
      state: state, observations: observations,
      outcomes: PageOutcomes(pages: pages, comments: comments))
  }

  /// Stores the outcomes of a check, with the valid ones of pages that it was not about. `seen` are
  /// all observations of the check.
  ///
  /// Nothing is stored if a file changed while the check ran.
  func keep(_ check: Check, of project: Project, seen: FileAccessRecorder.Observations) {
    guard !seen.values.contains(.changing) else { return }
    var state = state
    state.files = project.fileNames.searched
    if project.model.code.rest == nil {
      let hasProblems =
        project.inputs?.problems.isEmpty != true || !project.model.code.diagnostics.isEmpty
      state.isSimple =
        !hasProblems && !check.hasBlocksInCode && check.outcomes.comments != nil
    }
    var rest = seen
    for (observation, _) in state.observations(in: root.folder) { rest[observation] = nil }
    var writer = SealedWriter()
    writer.add(key)
    writer.add(state)
    writer.add(rest)
    writer.add(outcomes.pages.merging(check.outcomes.pages) { $1 })
    writer.add(check.outcomes.comments ?? outcomes.comments) { $0.add($1) }
    try? FileSystem.makeFolder(folder)
    CacheFile.keep(writer.finished, at: folder + "/pages")
  }
}

extension PageOutcomes {
  /// Those that a change of the project leaves valid.
  func untouched(by changes: ProjectChanges) -> PageOutcomes {
    func isValid(_ outcome: (key: String, value: PageOutcome)) -> Bool {
      !changes.touch(outcome.key, outcome.value.dependencies)
    }
    return PageOutcomes(pages: pages.filter(isValid), comments: comments?.filter(isValid))
  }
}
