import Diagnostics
import Markdown
import Rules

/// The place for a marker that excuses a finding, proven by parsing the page with it.
///
/// Where a marker may be depends on Markdown: within a paragraph it would be inline HTML, before a
/// list it would cover the list. Instead of rules for each case, candidates are inserted and the
/// page is parsed: the first that covers the finding and changes nothing else is used.
struct DisableEdit {
  /// `nil` if no place excuses it.
  let edit: TextChange
  /// The place of the reason in the new text: bytes from its start.
  let cursor: Int

  init?(_ page: Page, _ finding: Diagnostic) {
    let isOfPage = RuleCatalogue.rules.contains { $0.id == finding.rule }
    guard isOfPage, let place = finding.location.range?.start else { return nil }
    func marker(_ reason: String) -> String {
      "<!-- docgen:disable \(finding.rule) reason=\"\(reason)\" -->"
    }
    for (offset, before, after) in Self.places(page, place) {
      let text = before + marker("it is so") + after
      let change = TextChange(range: offset..<offset, text: text)
      let bytes = TextChange.applied([change], to: page.source.bytes)
      let changed = Page(path: page.path, bytes: bytes)
      let shifted = page.source.offset(of: place)
      let moved = changed.source.position(
        of: shifted >= offset ? shifted + text.utf8.count : shifted)
      let isCovered = changed.disables.contains { disable in
        disable.rule.text == finding.rule.rawValue && disable.covers.holds(moved)
      }
      guard isCovered, changed.diagnostics.count <= page.diagnostics.count,
        changed.regions.count == page.regions.count
      else { continue }
      edit = TextChange(range: offset..<offset, text: before + marker("") + after)
      cursor = edit.text.utf8.count - after.utf8.count - "\" -->".utf8.count
      return
    }
    return nil
  }

  /// A line of its own before the region or block; after the text for a paragraph in a list.
  private static func places(
    _ page: Page, _ place: SourcePosition
  ) -> [(offset: Int, before: String, after: String)] {
    let region = page.regions.first { $0.kind != .value && $0.range.holds(place) }
    let outer = page.blocks.first { $0.depth == 0 && $0.lines.contains(place.line) }
    let inner = page.blocks.last { $0.kind == .paragraph && $0.lines.contains(place.line) }
    let line = region?.opening.range.start.line ?? outer?.range.start.line
    let before = line.map { (page.source.offset(ofLine: $0), "", page.lineEnding.rawValue) }
    let behind = inner.map { (page.source.offset(of: $0.range.end), " ", "") }
    // Before a list it would excuse the complete list.
    let isNested = region == nil && inner.map { $0.depth > 0 } ?? false
    return (isNested ? [behind, before] : [before, behind]).compactMap(\.self)
  }
}
