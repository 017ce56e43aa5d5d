import Diagnostics
import DocgenLSP

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
  /// Ends when everything that was read last is checked.
  var checking: Task<Void, Never>?
  /// Waits for a moment in which nothing changes.
  var waiting: Task<Void, Never>?
  /// The pages as they were checked after the last reading.
  var pages = CheckedPages()
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
  /// The first one that came to the same code, traces and templates.
  let model: Int

  /// Reads a project with the texts that stand in the editor; what is as it was in an earlier
  /// reading is taken from it.
  @concurrent
  static func reading(
    _ file: String, _ overlay: Overlay, after previous: EditedReading?
  ) async -> EditedReading {
    let number = (previous?.number ?? 0) + 1
    let search = Root.find(from: "/", named: file)
    guard let root = search.root else {
      return EditedReading(project: nil, search: search, number: number, model: number)
    }
    let (project, isModelSame) = await Project.reading(
      root, after: previous?.project, overlay: overlay)
    let model = isModelSame ? previous?.model : nil
    return EditedReading(
      project: project, search: search, number: number, model: model ?? number)
  }

  /// Everything that is found, by the files that it is in, and the pages as they were checked; what
  /// did not change of pages that were checked before is not worked out again.
  @concurrent
  func checked(
    after known: CheckedPages
  ) async -> (findings: [String: [Diagnostic]], pages: CheckedPages) {
    var (all, pages) = (search.problems, CheckedPages())
    if let project {
      let check = await Check.run(project, pages: [], usesBaseline: true, after: known)
      (all, pages) = (check.findings, CheckedPages(check.pages))
    }
    return (Dictionary(grouping: all, by: \.location.file), pages)
  }

  /// The text of a file, as findings name it.
  func text(of file: String) -> SourceText? {
    project?.text(of: file) ?? search.sources[file]
  }
}

/// A check of a page that is open, done or under way.
struct PageCheck {
  let version: Int?
  /// The numbers of the project's reading, and of the first with the same code, traces and templates.
  let reading: Int
  let model: Int
  let task: Task<CheckedEditorPage, Never>
  /// The text has changed since; what is as it was is still of use.
  var isOutdated = false
}
