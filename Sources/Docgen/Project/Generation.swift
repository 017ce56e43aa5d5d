import Checks
package import Diagnostics
package import Markup
import Models

/// What generating a project's regions would write, and what stands against it.
package struct Generation: Sendable {
  package struct Change: Sendable {
    package var page: Page
    package var bytes: [UInt8]
    /// The change as a unified diff.
    package var diff: String
    /// How many regions and values change.
    package var count: Int
  }

  package var changes: [Change] = []
  package var problems: [Diagnostic] = []
  package var documents = 0

  /// Works out the named pages; all when there are none.
  ///
  /// Where an input could not be read, nothing is written at all. A region that cannot be generated
  /// leaves its page alone as a whole; a region edited by hand does so unless `force` says that the
  /// edit may go.
  package static func plan(
    _ project: Project, pages names: [String] = [], force: Bool = false
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
      let checked = CheckedPage(page, project: project.model, templates: project.templates)
      generation.problems += generation.add(checked, force: force)
    }
    generation.problems = project.root.advised(generation.problems)
    return generation
  }

  private mutating func add(_ checked: CheckedPage, force: Bool) -> [Diagnostic] {
    let page = checked.page
    var problems = page.diagnostics.filter { $0.severity == .error }
    problems += RegionSources.findings(on: checked)
    if !force { problems += HandEditedRegion.findings(on: checked) }
    problems.sort { $0.location < $1.location }
    guard problems.isEmpty else { return problems }
    let wanted = checked.regions.compactMap { Self.change(of: $0) }
    guard !wanted.isEmpty else { return [] }
    switch page.rewritten(wanted) {
    case .unchanged: return []
    case .refused(let reasons): return reasons
    case .changed(let bytes):
      let (old, new) = (Self.text(page.source.bytes), Self.text(bytes))
      changes.append(
        Change(
          page: page, bytes: bytes, diff: UnifiedDiff.between(old, new) ?? "",
          count: wanted.count))
      return []
    }
  }

  /// The text for comparing by lines, whatever its line endings.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// The new content of a region; nothing where the old one is the same, or is somebody's own
  /// arrangement that says the same.
  private static func change(of checked: CheckedRegion) -> (region: Region, content: String)? {
    switch checked.outcome {
    case .generated(let content):
      let isWritten = checked.region.recordedChecksum != nil
      if isWritten, Checksum.of(content) == checked.region.checksum { return nil }
      if HandEditedRegion.isForeign(checked.region),
        RegionComparison(checked.region, content).isAgreeing
      {
        return nil
      }
      return (checked.region, content)
    case .value(let expected):
      let text = expected.text(replacing: checked.region.content)
      return checked.region.content == text ? nil : (checked.region, text)
    case .state, .sequence, .classes, .snippet, .table, .problem: return nil
    }
  }

  /// Writes every change, each file as a whole or not at all; what could not be written is no
  /// change but a problem.
  package mutating func write(below folder: String) {
    var written: [Change] = []
    for change in changes {
      do throws(FileError) {
        let path = folder + "/" + change.page.path
        guard try FileSystem.read(path) == change.page.source.bytes else {
          throw FileError("write", path, reason: "it changed while docgen was at work")
        }
        try FileSystem.replace(path, with: change.bytes)
        written.append(change)
      } catch {
        problems.append(
          Diagnostic(
            rule: "unwritable", category: .input, at: SourceLocation(file: change.page.path),
            "the file cannot be written: \(error.reason)",
            evidence: [Evidence(.help, "mend its permissions, then generate again")]))
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
