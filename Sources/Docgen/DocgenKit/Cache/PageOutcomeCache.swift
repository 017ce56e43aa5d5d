import CommandLineTool
import Diagnostics
import Models
import SwiftIndex

/// The outcomes of all pages of a project's last check, for the next one.
///
/// An outcome is valid as long as the page and all parts of the project that it depends on are
/// unchanged (`DependencyRecorder`). The file names the state of the project that the outcomes belong
/// to. Only contents of documents and of sources may differ from it: any other change, such as one of
/// the configuration, a list of files or the history, makes all outcomes invalid.
struct PageOutcomeCache: Sendable {
  private static let version = "docgen pages 4"

  private let root: Root
  private let file: String
  private let key: String
  /// The current state of the project.
  private let draft: StoredState.Draft
  /// The stored outcomes that are valid for the project.
  private(set) var outcomes = PageOutcomes()

  /// Finds the valid outcomes; `seen` are the observations of the reading of the project.
  ///
  /// Returns `nil` for a project that was not read with a cache.
  init?(_ project: Project, seen: FileAccessRecorder.Observations) async {
    guard let state = ProjectState(project, seen: seen),
      let inputs = project.inputs
    else { return nil }
    self.init(project.root, StoredState.Draft(state, in: project.root.folder), PageOutcomes())
    guard let stored = StoredState(in: project.root.folder),
      let known = Self.outcomes(of: stored.name, for: project.root),
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
    let rest = stored.state.observations.filter { seen[$0.0]?.digest != $0.1.digest }
    guard rest.allSatisfy({ seen[$0.0] == nil }), await FileAccessRecorder.stillSees(rest) else {
      return
    }
    // The result of this check follows from them too.
    FileAccessRecorder.note(rest)
    outcomes = known.untouched(by: changes)
  }

  /// Returns `nil` without a folder for caches.
  init?(_ root: Root, _ draft: StoredState.Draft, _ outcomes: PageOutcomes) {
    guard let file = Self.file(for: root), let key = Self.key(for: root) else { return nil }
    (self.root, self.file, self.key) = (root, file, key)
    (self.draft, self.outcomes) = (draft, outcomes)
  }

  private static func file(for root: Root) -> String? {
    CacheFolder.path(for: root.folder).map { $0 + "/pages" }
  }

  private static func key(for root: Root) -> String? {
    CacheFolder.stamp.map { stamp in
      [version, Program.version, String(stamp), root.folder, root.file].joined(separator: "\u{0}")
    }
  }

  /// The outcomes of the last check; `nil` if it had another state.
  static func outcomes(of state: StoredState.Name, for root: Root) -> PageOutcomes? {
    guard let key = key(for: root), let file = file(for: root),
      var reader = CacheFile.read(file).flatMap(SealedReader.init)
    else { return nil }
    func outcomes() throws(DamagedBytes) -> PageOutcomes? {
      guard try reader.text() == key, try reader.digest() == state.digest else { return nil }
      return PageOutcomes(
        pages: try reader.outcomes(),
        comments: try reader.optional { reader throws(DamagedBytes) in try reader.outcomes() })
    }
    return try? outcomes()
  }

  /// Stores the outcomes of a check, with the valid ones of pages that it was not about. `seen` are
  /// the observations of the check that the state lacks.
  ///
  /// Returns the name of the stored state; `nil` if nothing was stored because a file changed while
  /// the check ran.
  func keep(
    _ check: Check, of project: Project, seen: FileAccessRecorder.Observations
  ) async -> StoredState.Name? {
    var state = draft.state
    state.files = project.fileNames.searched
    if project.model.code.rest == nil {
      if let read = project.inputs?.cached {
        CodeStore(root: root).keep(read.bodies, of: read.keys)
      }
      let hasProblems =
        project.inputs?.problems.isEmpty != true || !project.model.code.diagnostics.isEmpty
      state.isSimple =
        !hasProblems && !check.hasBlocksInCode && check.outcomes.comments != nil
    }
    guard state.add(seen, in: root.folder),
      let stored = await StoredState(storing: state, after: draft, in: root.folder)
    else { return nil }
    var writer = SealedWriter()
    writer.add(key)
    writer.add(stored.name.digest)
    writer.add(outcomes.pages.merging(check.outcomes.pages) { $1 })
    writer.add(check.outcomes.comments ?? outcomes.comments) { $0.add($1) }
    CacheFile.keep(writer.finished.all, at: file)
    return stored.name
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
