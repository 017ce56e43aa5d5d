import CommandLineTool
import Diagnostics
import SwiftIndex

/// The outcomes of all pages of a project's last check, for the next one.
///
/// An outcome is valid as long as the page and all parts of the project that it depends on are
/// unchanged (`DependencyRecorder`). The file also has the state of the project that the outcomes
/// belong to. Only contents of documents and of sources may differ from it: any other change, such as
/// one of the configuration, a list of files or the history, makes all outcomes invalid.
struct PageOutcomeCache: Sendable {
  typealias Observations = [FileAccessRecorder.Observation: ContentDigest]

  private static let version = "docgen pages 1"

  private let folder: String
  private let key: String
  private let state: ProjectState
  /// The stored outcomes that are valid for the project.
  private(set) var outcomes = PageOutcomes()

  /// Finds the valid outcomes; `seen` are the observations of the reading of the project.
  ///
  /// Returns `nil` for a project that was not read with a cache.
  init?(_ project: Project, seen: Observations) async {
    guard let stamp = CacheFolder.stamp, let folder = CacheFolder.path(for: project.root.folder),
      let state = ProjectState(project)
    else { return nil }
    self.folder = folder
    self.state = state
    key = [Self.version, Program.version, String(stamp), project.root.folder, project.root.file]
      .joined(separator: "\u{0}")
    guard let (known, observations, changes) = try? known(in: project) else { return }
    // The reading of the project has repeated most observations.
    let rest = observations.filter { seen[$0.0] != $0.1 }
    guard rest.allSatisfy({ seen[$0.0] == nil }), await FileAccessRecorder.stillSees(rest) else {
      return
    }
    // The result of this check follows from them too.
    FileAccessRecorder.note(rest)
    outcomes.pages = known.pages.filter { !changes.touch($0.key, $0.value.dependencies) }
    if let comments = known.comments, !changes.touch("", comments.dependencies) {
      outcomes.comments = comments
    }
  }

  private var file: String { folder + "/pages" }

  /// The stored outcomes, their observations, and the changes of the project since then; `nil` if the
  /// changes may concern every page.
  private func known(
    in project: Project
  ) throws(DamagedBytes) -> (
    PageOutcomes, [(FileAccessRecorder.Observation, ContentDigest)], ProjectChanges
  )? {
    guard var reader = CacheFile.read(file).flatMap(SealedReader.init), try reader.text() == key,
      let changes = ProjectChanges(
        project, from: try ProjectState(&reader, before: state), to: state)
    else { return nil }
    let observations = try reader.observations()
    let pages = try reader.array { reader throws(DamagedBytes) in
      (try reader.text(), try reader.pageOutcome())
    }
    let comments = try reader.optional { reader throws(DamagedBytes) in try reader.pageOutcome() }
    let outcomes = PageOutcomes(
      pages: Dictionary(pages) { first, _ in first }, comments: comments)
    return (outcomes, observations, changes)
  }

  /// Stores the outcomes of a check, with the valid ones of pages that it was not about. `seen` are
  /// all observations of the check.
  ///
  /// Nothing is stored if a file changed while the check ran.
  func keep(_ checked: PageOutcomes, seen: Observations) {
    guard !seen.values.contains(.changing) else { return }
    var writer = SealedWriter()
    writer.add(key)
    writer.add(state)
    writer.add(seen.filter { !state.covers($0.key) })
    writer.add(outcomes.pages.merging(checked.pages) { $1 }) { writer, entry in
      writer.add(entry.key)
      writer.add(entry.value)
    }
    writer.add(checked.comments ?? outcomes.comments) { $0.add($1) }
    try? FileSystem.makeFolder(folder)
    CacheFile.keep(writer.finished, at: file)
  }
}
