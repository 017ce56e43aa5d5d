import Diagnostics
import DocgenLSP
import JSON
import Markdown

/// The headings of a page with the regions below them, and its foldable parts.
struct PageOutline {
  let page: Page
  let encoding: PositionEncoding

  /// The numbers of the protocol.
  private static let (heading, region) = (15, 19)

  private struct Entry {
    var level: Int
    var name: String
    var detail: String?
    var kind: Int
    var range: SourceRange
    var selection: SourceRange
  }

  /// In the order of the page; a heading extends to the next one of its level or above.
  private var entries: [Entry] {
    let end = page.source.position(of: page.source.bytes.count)
    var entries = page.headings.enumerated().map { index, heading in
      let next = page.headings[(index + 1)...].first { $0.level <= heading.level }
      return Entry(
        level: heading.level, name: heading.text.isEmpty ? "(no text)" : heading.text,
        kind: Self.heading,
        range: SourceRange(start: heading.range.start, end: next?.range.start ?? end),
        selection: heading.range)
    }
    for region in page.regions where region.kind != .value {
      let words = region.opening.text.split(separator: " ", maxSplits: 1)
      entries.append(
        Entry(
          level: 7, name: region.name.isEmpty ? "region" : region.name,
          detail: words.count > 1 ? String(words[1]) : nil, kind: Self.region,
          range: region.range, selection: region.opening.range))
    }
    return entries.sorted { $0.range.start < $1.range.start }
  }

  /// `textDocument/documentSymbol`, as a tree, or as a list for clients without support for trees.
  func symbols(uri: String, isNested: Bool) -> JSON {
    let all = entries
    if isNested { return .array(tree(all[...], above: 0).symbols) }
    return .array(
      all.map { entry in
        [
          "name": .text(entry.name), "kind": .integer(entry.kind),
          "location": ["uri": .text(uri), "range": json(entry.range)],
        ]
      })
  }

  /// The entries below a level, and the remaining ones.
  ///
  /// Recursive over levels: an entry contains the entries after it with a higher level. Regions
  /// have level 7, below all headings.
  private func tree(
    _ entries: ArraySlice<Entry>, above level: Int
  ) -> (symbols: [JSON], rest: ArraySlice<Entry>) {
    var (symbols, rest) = ([JSON](), entries)
    while let entry = rest.first, entry.level > level {
      let (children, after) = tree(rest.dropFirst(), above: entry.level)
      rest = after
      symbols.append([
        "name": .text(entry.name), "detail": entry.detail.map { .text($0) },
        "kind": .integer(entry.kind), "range": json(entry.range),
        "selectionRange": json(entry.selection),
        "children": children.isEmpty ? nil : .array(children),
      ])
    }
    return (symbols, rest)
  }

  /// `textDocument/foldingRange`: regions, and fences of more than a line.
  var folds: JSON {
    let regions = page.regions.filter { $0.kind == .generated }.map { ($0.range, true) }
    let fences = page.fences.map { ($0.range, false) }
    return .array(
      (regions + fences).filter { $0.0.start.line < $0.0.end.line }.map { range, isRegion in
        [
          "startLine": .integer(range.start.line - 1), "endLine": .integer(range.end.line - 1),
          "kind": isRegion ? "region" : nil,
        ]
      })
  }

  private func json(_ range: SourceRange) -> JSON {
    page.source.editorRange(of: range, encoding).json
  }
}
