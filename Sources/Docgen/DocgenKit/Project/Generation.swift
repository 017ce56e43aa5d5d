package import Diagnostics
package import Markdown
import Models
import Rules
import SwiftIndex

/// The changes that regenerating a project's regions would make, and the problems that prevent others.
///
/// Planning and writing are separate so that `--diff`, `review` and the editor can show a change
/// without making it, and so that nothing is written if any input is unreadable. A page changes
/// completely or not at all.
package struct Generation: Sendable {
  package struct Change: Sendable {
    package var page: Page
    package var bytes: [UInt8]
    /// The change as a unified diff.
    package var diff: String
    /// The number of changed regions and values.
    package var regions = 0
    /// The number of applied safe fixes.
    package var fixes = 0
  }

  package var changes: [Change] = []
  package var problems: [Diagnostic] = []
  package var documents = 0

  /// Plans the named pages, or all if none are named.
  ///
  /// If an input could not be read, there are no changes. A Swift file with syntax errors only protects
  /// the regions that would lose a name which it mentions. A page with a region that cannot be
  /// generated, or that was edited by hand, does not change; `force` discards such edits. `review` is
  /// asked about each region that would change. Pages in `known` are not evaluated again.
  ///
  /// The exit code follows from `problems`; the pages of `changes` have at least one region whose
  /// text differs.
  static func plan(
    _ project: Project, pages names: [String] = [], force: Bool = false, review: Review? = nil,
    after known: CheckedPages = CheckedPages()
  ) -> Generation {
    let (pages, wrongNames) = project.pages(named: names)
    var generation = Generation(
      problems: wrongNames + project.problems, documents: pages.count)
    let isSpoilt = project.problems.contains { $0.severity == .error }
    guard wrongNames.isEmpty, !isSpoilt else {
      generation.problems = project.root.advised(generation.problems)
      return generation
    }
    for page in pages {
      let checked = CheckedPage(
        page, project: project.model, templates: project.templates, after: known[page])
      let written = generation.changes.count
      generation.problems += generation.add(checked, force: force, review)
      let result = generation.changes.dropFirst(written).first.map {
        Page(path: page.path, bytes: $0.bytes)
      }
      generation.problems += project.root.configuration.severities.applied(
        to: OversizedDiagram.findings(on: result ?? page))
    }
    generation.problems = project.root.advised(generation.problems)
    return generation
  }

  /// Plans some regions of one page, whatever the problems of the others.
  static func plan(
    _ page: CheckedPage, force: Bool, where isWanted: (Region) -> Bool
  ) -> Generation {
    var generation = Generation(documents: 1)
    generation.problems = generation.add(page, force: force, nil, where: isWanted)
    return generation
  }

  /// Plans all pages of a project.
  package static func planned(_ project: Project, force: Bool) -> Generation {
    plan(project, force: force)
  }

  /// Adds fixes that were planned for the pages with these changes.
  mutating func add(_ fixing: [Change]) {
    for fix in fixing {
      guard let index = changes.firstIndex(where: { $0.page.path == fix.page.path }) else {
        changes.append(fix)
        continue
      }
      changes[index].bytes = fix.bytes
      changes[index].fixes = fix.fixes
      changes[index].diff =
        UnifiedDiff.between(
          Self.text(changes[index].page.source.bytes), Self.text(fix.bytes)) ?? ""
    }
  }

  private mutating func add(
    _ checked: CheckedPage, force: Bool, _ review: Review?,
    where isWanted: (Region) -> Bool = { _ in true }
  ) -> [Diagnostic] {
    let page = checked.page
    let regions = checked.regions.filter { isWanted($0.region) }
    var problems = page.diagnostics.filter { $0.severity == .error }
    problems += RegionSources.findings(on: checked)
    if !force { problems += HandEditedRegion.findings(on: checked) }
    if regions.count < checked.regions.count {
      problems.removeAll { problem in
        guard let place = problem.location.range?.start else { return false }
        return !regions.contains { $0.region.range.start <= place && place <= $0.region.range.end }
      }
    }
    problems.sort { $0.location < $1.location }
    guard problems.isEmpty else { return problems }
    var doubts: [Diagnostic] = []
    var wanted: [(region: Region, content: String)] = []
    var notes: [Int: String] = [:]
    for region in regions {
      switch Self.change(of: region, force: force) {
      case .none: continue
      case .unmergeable:
        problems += [HandEditedRegion.unmergeable(region, on: checked)].compactMap(\.self)
      case .content(let content, let note):
        if !force, let doubt = Self.doubt(about: region, content, on: checked) {
          doubts.append(doubt)
          continue
        }
        let isSame = content == region.region.content
        if !isSame, review?.accepts(region.region, on: page, content) == false { continue }
        wanted.append((region.region, content))
        notes[region.region.index] = note
      }
    }
    guard problems.isEmpty else { return problems }
    guard !wanted.isEmpty else { return doubts }
    switch page.rewritten(wanted, notes: notes) {
    case .unchanged: return doubts
    case .refused(let reasons): return reasons
    case .changed(let bytes):
      let (old, new) = (Self.text(page.source.bytes), Self.text(bytes))
      changes.append(
        Change(
          page: page, bytes: bytes, diff: UnifiedDiff.between(old, new) ?? "",
          regions: wanted.count))
      return doubts
    }
  }

  /// A warning if a region would lose a name that a file with syntax errors mentions.
  ///
  /// A file with syntax errors may still contain the declaration that the region would lose.
  /// Overwriting would turn a temporary error in the code into a change of the document.
  private static func doubt(
    about region: CheckedRegion, _ content: String, on page: CheckedPage
  ) -> Diagnostic? {
    let code = page.project.code
    guard let (name, error) = code.doubtfulLoss(from: region.region.content, to: content) else {
      return nil
    }
    return Diagnostic(
      rule: StaleRegion.id, confidence: .medium,
      at: page.page.location(region.region.opening.range),
      "the region `\(region.region.name)` was not written: it would lose `\(name)`",
      evidence: [
        Evidence(.note, "\(error.file) mentions `\(name)` and has syntax errors", at: error),
        Evidence(.help, "fix the errors, then generate again; `--force` writes the region anyway"),
      ])
  }

  /// The text for comparing by lines, independent of its line endings.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private enum RegionChange {
    /// It is up to date, or is not generated.
    case none
    /// Write this text, and record the note in the end marker.
    case content(String, note: String?)
    /// The author has added something that has no place in the new text.
    case unmergeable
  }

  /// The change of a region. An order, comments, styles and notes of the author stay while the region
  /// agrees with its source, and are merged into the new text if it does not.
  ///
  /// The cases in their order: the text is the recorded one (only the note may be new), the text
  /// was edited but still agrees with the source, the text was not edited, and last, the text was
  /// edited and the source changed as well, which needs a merge.
  private static func change(of checked: CheckedRegion, force: Bool) -> RegionChange {
    let region = checked.region
    switch checked.outcome {
    case .generated(let content):
      let (old, new) = (RegionText(region.content, in: region), RegionText(content, in: region))
      if Checksum.of(content) == region.checksum {
        return region.note == new.note ? .none : .content(content, note: new.note)
      }
      let isForeign = HandEditedRegion.isForeign(region)
      if isForeign || region.isHandEdited, RegionComparison(region, content).isAgreeing {
        return .none
      }
      guard region.isHandEdited, !isForeign else { return .content(content, note: new.note) }
      guard let merged = new.keepingAdditions(of: old) else {
        return force ? .content(content, note: new.note) : .unmergeable
      }
      return .content(merged, note: new.note)
    case .value(let expected):
      let text = expected.text(replacing: region.content)
      return region.content == text ? .none : .content(text, note: nil)
    case .state, .sequence, .classes, .flowchart, .snippet, .table, .session, .data, .block,
      .problem:
      return .none
    }
  }

  /// Writes every change, each file completely or not at all. A file that cannot be written becomes a
  /// problem. The project must be locked.
  ///
  /// The file must still have the bytes that were planned from, otherwise it becomes a problem: a
  /// change by an editor meanwhile is never overwritten.
  package mutating func write(below folder: String) {
    var written: [Change] = []
    for change in changes {
      do throws(FileError) {
        let path = folder + "/" + change.page.path
        let confinement = Confinement(folder)
        let found = try confinement.read(change.page.path)
        FileSystem.removeLeftovers(of: path)
        // Another run has made the same change meanwhile.
        if found == change.bytes { continue }
        guard found == change.page.source.bytes else {
          throw FileError("write", path, reason: "it changed while docgen ran")
        }
        try confinement.replace(change.page.path, with: change.bytes)
        FileAccessRecorder.wrote(path, change.bytes)
        written.append(change)
      } catch {
        problems.append(
          Diagnostic(
            rule: .unwritable, at: SourceLocation(file: change.page.path),
            "the file cannot be written: \(error.reason)",
            evidence: [
              Evidence(.help, "the document is unchanged; fix the cause, then run docgen again")
            ]
          ))
      }
    }
    changes = written
  }

  package var exitCode: ExitCode {
    let categories = Set(problems.filter { $0.severity == .error }.map(\.category))
    if categories.contains(.usage) { return .usage }
    if categories.contains(.input) { return .input }
    if categories.contains(.handEdit) { return .handEdit }
    return categories.isEmpty ? .success : .drift
  }
}
