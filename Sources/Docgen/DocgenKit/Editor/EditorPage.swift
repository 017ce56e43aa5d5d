import Diagnostics
import DocgenLSP
import Markdown
import Models
import Rules

/// A page with its current text in the editor, and its project.
struct EditorPage: Sendable {
  let uri: String
  /// The version of the text; `nil` if it comes from the disk.
  let version: Int?
  /// The number of the project's reading.
  let reading: Int
  /// The number of the first reading with the same code, traces and templates.
  let model: Int
  /// With the current texts of open pages.
  let project: Project
  let page: Page
  let encoding: PositionEncoding

  /// Parses the open pages and returns one of them, or one from the disk.
  ///
  /// Returns `nil` if the page is not one of the project's documents. The open pages replace those
  /// on the disk for all checks, so that a link to a heading in another unsaved page is found.
  @concurrent
  static func reading(
    _ uri: String, name: String, project: Project, reading: EditedReading,
    documents: [EditedDocument], encoding: PositionEncoding
  ) async -> EditorPage? {
    var pages: [Page] = []
    for edited in documents {
      guard let path = edited.path.flatMap(project.relative), project.hasDocument(path) else {
        continue
      }
      let known = project.pages.first { $0.path == path }
      let bytes = edited.document.text.bytes
      let isSame = known?.source.bytes == bytes
      if !isSame { pages.append(Page(path: path, bytes: bytes)) }
    }
    let project = pages.isEmpty ? project : project.replacing(pages)
    guard let page = project.pages.first(where: { $0.path == name }) else { return nil }
    let version = documents.first { $0.document.uri == uri }?.document.version
    return EditorPage(
      uri: uri, version: version, reading: reading.number, model: reading.model, project: project,
      page: page, encoding: encoding)
  }

  /// The text of a file of the project by its name in findings.
  func text(of file: String) -> SourceText? {
    file == page.path ? page.source : project.text(of: file)
  }
}

/// A page with everything that its rules need, and their findings.
struct CheckedEditorPage: Sendable {
  let shown: EditorPage
  let checked: CheckedPage
  let findings: [Diagnostic]

  /// Checks a page and reuses unchanged parts of an earlier check of it. Callers need not wait.
  ///
  /// `previous` is used only for its parts. It may still be running; awaiting it is cheaper than
  /// evaluating the same parts twice.
  @concurrent
  static func checking(
    _ shown: EditorPage, after previous: Task<CheckedEditorPage, Never>?
  ) async -> CheckedEditorPage {
    let project = shown.project
    let earlier = await previous?.value.checked
    let checked = project.checked(shown.page, project.context, after: earlier)
    return CheckedEditorPage(
      shown: shown, checked: checked, findings: Check.findings(on: checked, of: project))
  }
}

extension Project {
  /// The text of a page or a Swift file.
  func text(of file: String) -> SourceText? {
    pages.first { $0.path == file }?.source ?? model.sources[file]
  }

  /// Whether a file would be one of the documents if it were saved.
  func hasDocument(_ path: String) -> Bool {
    if pages.contains(where: { $0.path == path }) { return true }
    let configuration = root.configuration
    return configuration.documents.contains { Glob($0).matches(path) }
      && !configuration.excluded.contains { Glob($0).matches(path) }
  }

  /// A path relative to the root; `nil` for a path outside of it.
  func relative(toRoot path: String) -> String? {
    path.hasPrefix(root.folder + "/") ? String(path.dropFirst(root.folder.count + 1)) : nil
  }
}
