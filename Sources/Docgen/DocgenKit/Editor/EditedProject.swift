import Diagnostics
import DocgenLSP

/// The last state of a project that has documents open in the editor.
///
/// States of the work on a project: reading, then checking everything (`isBusy` covers both), then
/// idle. A change during the work only sets `isOutdated`, so at most one repetition is queued,
/// however many files change.
///
/// Stale results are avoided by numbers and not by cancellation: a reading has a `number`, and its
/// `model` is the number of the first reading with the same code. A result is used only if its
/// number is still current, and parts of it are reused if at least its model is.
struct EditedProject {
  /// The configuration's file.
  let file: String
  /// The last reading, which may be in progress.
  var reading: Task<EditedReading, Never>
  /// The last reading that has ended.
  var last: EditedReading?
  /// Whether something changed during the reading or check: then the project is read once more.
  var isOutdated = false
  var isBusy = false
  /// Ends when the complete last reading is checked.
  var checking: Task<Void, Never>?
  /// Waits for a pause in the changes.
  var waiting: Task<Void, Never>?
  /// The checked pages of the last reading.
  var pages = CheckedPages()
  /// The findings in each file, except open pages.
  var findings: [String: [Diagnostic]] = [:]

  var folder: String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.count == 1 ? "/" : parts.joined(separator: "/")
  }
}

/// The result of reading a project: the project, or the reason why there is none.
struct EditedReading: Sendable {
  let project: Project?
  let search: Root.Search
  /// Readings of a project are counted from 1.
  let number: Int
  /// The number of the first reading with the same code, traces and templates.
  let model: Int

  /// Reads a project with the current texts of the editor; unchanged parts are taken from an
  /// earlier reading.
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

  /// All findings, by their files, and the checked pages; unchanged parts of earlier checks are not
  /// evaluated again.
  ///
  /// Without a project, the findings are the problems of the configuration.
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

  /// The text of a file by its name in findings.
  func text(of file: String) -> SourceText? {
    project?.text(of: file) ?? search.sources[file]
  }
}

/// A check of an open page, done or in progress.
struct PageCheck {
  let version: Int?
  /// The numbers of the project's reading, and of the first with the same code, traces and templates.
  let reading: Int
  let model: Int
  let task: Task<CheckedEditorPage, Never>
  /// Whether the text has changed since; unchanged parts can still be used.
  var isOutdated = false
}
