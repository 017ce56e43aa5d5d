import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Models

/// Finds the completions at a place of a page: in a marker, in inline code, in a diagram.
struct PageCompletion {
  let page: Page
  let project: Project

  /// Returns `nil` at places without completions.
  func completion(at place: SourcePosition) -> Completion? {
    let source = page.source
    let cursor = source.offset(of: place)
    let range = source.lineRange(place.line)
    let line = String(decoding: source.bytes[range.lowerBound..<cursor], as: UTF8.self)
    if let fence = page.fences.first(where: { $0.contentLines.contains(place.line) }) {
      return fence.language.lowercased() == "mermaid" ? diagram(fence, place, line: line) : nil
    }
    if let slot = MarkerSlot(endOf: text(before: cursor, from: place.line)) {
      let rest = source.bytes[cursor..<max(cursor, range.upperBound)]
      let items = MarkerCompletion(
        slot: slot, project: project, isAtEndOfLine: rest.allSatisfy { $0 == 0x20 || $0 == 0x09 },
        table: table(behind: place.line))
      return Completion(items: items.items, written: slot.written)
    }
    return code(line, at: place)
  }

  /// The text up to a place, with some lines before it, since a marker may have several lines.
  /// Quote marks at line starts are removed.
  ///
  /// Ten lines are enough: a longer marker would be hard to read as well.
  private func text(before cursor: Int, from line: Int) -> Substring {
    let start = page.source.offset(ofLine: max(1, line - 10))
    let lines = String(decoding: page.source.bytes[start..<cursor], as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { $0.drop { $0 == " " || $0 == ">" } }.joined(separator: "\n")[...]
  }

  /// The lines of a table after a line. An unclosed marker absorbs them, so that they are not a
  /// table yet.
  private func table(behind line: Int) -> String {
    let start = page.source.lineRange(line).upperBound
    let end = page.source.offset(ofLine: min(line + 40, page.source.lineCount + 1))
    let lines = String(decoding: page.source.bytes[start..<max(start, end)], as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == ">" } }
    return lines.drop(while: \.isEmpty).prefix { $0.contains("|") }.joined(separator: "\n")
  }

  private func diagram(_ fence: Fence, _ place: SourcePosition, line: String) -> Completion? {
    let before = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(place.line - fence.contentLines.lowerBound)
    let region = page.regions.first { $0.fences.contains { $0.block == fence.block } }
    return DiagramCompletion(
      project: project.model, region: region, before: Array(before), line: line
    ).completion
  }

  /// In inline code: with an odd number of backticks on the line, the last one is open.
  private func code(_ line: String, at place: SourcePosition) -> Completion? {
    let isInside = page.codeSpans.contains {
      $0.contentRange.start <= place && place <= $0.contentRange.end
    }
    guard isInside || line.count(where: { $0 == "`" }) % 2 == 1,
      let tick = line.lastIndex(of: "`")
    else { return nil }
    let written = String(line[line.index(after: tick)...])
    guard !written.contains(where: \.isWhitespace) else { return nil }
    if written.contains("/") {
      let files = project.model.sources.keys.sorted() + project.pages.map(\.path)
      return Completion(items: files.map { CompletionItem($0, .file) }, written: written)
    }
    var items = SymbolCompletion(code: project.model.code).items(written)
    if !written.contains(".") {
      let machines = project.model.machineNames.compactMap(project.model.machine)
      items += machines.flatMap { $0.states.map { CompletionItem($0) } }
      items += machines.flatMap { $0.events.map { CompletionItem($0) } }
    }
    return Completion(items: items.distinct(by: \.label), written: written)
  }
}

extension EditorSession {
  /// `textDocument/completion`: uses the current text without checking it.
  func completion(_ shown: EditorPage, _ position: EditorPosition) async -> JSON {
    await Self.completion(shown, position, client: client)
  }

  @concurrent
  private static func completion(
    _ shown: EditorPage, _ position: EditorPosition, client: ClientCapabilities
  ) async -> JSON {
    let source = shown.page.source
    let end = source.position(of: position, client.encoding)
    let completion = PageCompletion(page: shown.page, project: shown.project).completion(at: end)
    guard let completion else { return ["isIncomplete": false, "items": []] }
    let start = SourcePosition(
      line: end.line, column: end.column - completion.written.utf8.count)
    let range = source.editorRange(of: SourceRange(start: start, end: end), client.encoding)
    let (items, isWhole) = completion.matching
    return [
      "isIncomplete": .boolean(!isWhole || completion.written.count < 2),
      "items": .array(
        items.enumerated().map { $1.json(replacing: range, place: $0, client) }),
    ]
  }
}
