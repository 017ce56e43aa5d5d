import Diagnostics
import LanguageServer

/// A project that documents of the editor belong to, as it was read last.
struct EditedProject {
  /// The configuration's file.
  let file: String
  /// The last reading, which may be under way.
  var reading: Task<EditedReading, Never>
  /// The last one that has ended.
  var last: EditedReading?
  /// Something changed while it was read or checked: then it is read once more.
  var isOutdated = false
  var isBusy = false
  /// Waits for a moment in which nothing changes.
  var waiting: Task<Void, Never>?
  /// What is found in each file, but for pages that are open.
  var findings: [String: [Diagnostic]] = [:]

  var folder: String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.count == 1 ? "/" : parts.joined(separator: "/")
  }
}

/// What the reading of a project came to: it, or why there is none.
struct EditedReading: Sendable {
  let project: Project?
  let search: Root.Search
  /// Readings of a project are counted from 1.
  let number: Int

  /// Reads a project with the texts that stand in the editor.
  @concurrent
  static func reading(
    _ file: String, _ overlay: Overlay, after previous: Project?, number: Int
  ) async -> EditedReading {
    let search = Root.find(from: "/", named: file)
    guard let root = search.root else {
      return EditedReading(project: nil, search: search, number: number)
    }
    let project = await Project.read(root, after: previous, overlay: overlay)
    return EditedReading(project: project, search: search, number: number)
  }

  /// Everything that is found, by the files that it is in.
  @concurrent
  func findings() async -> [String: [Diagnostic]] {
    var all = search.problems
    if let project { all = await Check.run(project).findings }
    return Dictionary(grouping: all, by: \.location.file)
  }

  /// The text of a file, as findings name it.
  func text(of file: String) -> SourceText? {
    project?.text(of: file) ?? search.sources[file]
  }
}

/// A check of a page that is open, done or under way.
struct PageCheck {
  let version: Int?
  /// The number of the project's reading.
  let reading: Int
  let task: Task<CheckedEditorPage, Never>
  /// The text has changed since; what is as it was is still of use.
  var isOutdated = false
}
