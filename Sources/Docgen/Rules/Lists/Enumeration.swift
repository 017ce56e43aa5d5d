import Diagnostics
import Markdown

/// Things that a page enumerates: a list, the first column of a table, the headings of a section, or
/// names in a sentence.
struct Enumeration {
  enum Form: String {
    case list, table, headings, sentence, diagram
  }

  struct Entry {
    var names: [EntryName]
    /// The text of the entry up to the end of its first line.
    var text: String
    var range: SourceRange
  }

  var form: Form
  var entries: [Entry]
  /// The list, the table's paragraph, or the first heading.
  var block: Int
  /// The text directly before it; `nil` if something else is there.
  var lead: ListLead?
  /// The headings around it, the nearest first.
  var headings: [Heading]
  /// The type that a diagram draws with these cases.
  var drawnType: String?

  /// Where a finding about it is shown.
  var range: SourceRange { entries[0].range }
}

extension Enumeration {
  /// The enumerations that the author of a page wrote, each with at least two entries.
  ///
  /// Lists within regions that docgen writes are left out. Nested lists are enumerations of their
  /// own.
  static func all(on page: Page) -> [Enumeration] {
    let found = page.blocks.indices.compactMap { index -> Enumeration? in
      guard page.isWritten(page.blocks[index].range) else { return nil }
      return switch page.blocks[index].kind {
      case .list: list(index, page)
      case .paragraph: table(index, page)
      default: nil
      }
    }
    return
      (found + headings(of: page) + sentences(of: page) + blocks(of: page) + diagrams(of: page)
      + paragraphs(of: page)).filter {
        $0.entries.count > 1
      }
  }

  private static func list(_ index: Int, _ page: Page) -> Enumeration {
    let items = page.children(of: index).filter { page.blocks[$0].kind == .item }
    let entries = items.map { item -> Entry in
      let first = page.children(of: item).first { page.blocks[$0].kind == .paragraph }
      let line = first.flatMap { page.lines(of: page.blocks[$0]).first }
      let range = first.map { page.blocks[$0].range } ?? page.blocks[item].range
      let text = line?.text ?? ""
      return Entry(names: EntryName.names(in: text), text: text, range: range)
    }
    return Enumeration(
      form: .list, entries: entries, block: index, lead: ListLead(before: index, page),
      headings: page.headings(around: page.blocks[index].range))
  }

  private static func table(_ index: Int, _ page: Page) -> Enumeration? {
    guard let table = Table(page.lines(of: page.blocks[index])) else { return nil }
    let cells = table.rows.compactMap(\.first)
    let entries = cells.map {
      Entry(names: EntryName.names(in: $0.text), text: $0.text, range: $0.range)
    }
    return Enumeration(
      form: .table, entries: entries, block: index, lead: ListLead(before: index, page),
      headings: page.headings(around: page.blocks[index].range))
  }

  /// The headings directly below each heading.
  ///
  /// Only those of the highest level in the section: `##` below `#`, without `###`.
  private static func headings(of page: Page) -> [Enumeration] {
    page.headings.indices.compactMap { index in
      let own = page.headings[index]
      let section = page.headings[(index + 1)...].prefix { $0.level > own.level }
      guard let level = section.map(\.level).min(), let first = section.first else { return nil }
      let entries = section.filter { $0.level == level }.map { heading in
        let line = page.lines(of: page.blocks[heading.block]).first?.text ?? ""
        let text = String(line.drop { $0 == "#" || $0 == " " })
        return Entry(names: EntryName.names(in: text), text: text, range: heading.range)
      }
      return Enumeration(
        form: .headings, entries: entries, block: first.block,
        lead: ListLead(before: first.block, page),
        headings: page.headings(around: first.range))
    }
  }
}

extension Enumeration {
  private static func sentences(of page: Page) -> [Enumeration] {
    page.sentenceLists.map { spans in
      let entries = spans.map {
        Entry(names: EntryName.names(in: "`\($0.text)`"), text: $0.text, range: $0.contentRange)
      }
      return Enumeration(
        form: .sentence, entries: entries, block: spans[0].block,
        lead: ListLead(before: spans[0], page), headings: page.headings(around: spans[0].range))
    }
  }
}

extension Enumeration {
  /// Paragraphs one after another that begin with a bold name: `**North**: the wide gate`.
  private static func paragraphs(of page: Page) -> [Enumeration] {
    var runs: [[(block: Int, entry: Entry)]] = []
    for index in page.blocks.indices where page.blocks[index].kind == .paragraph {
      let first = page.source.line(page.blocks[index].range.start.line)
      guard first.contains("**"), page.isWritten(page.blocks[index].range),
        let text = page.lines(of: page.blocks[index]).first?.text,
        text.contains(/^\*\*[^*]+(:\*\*|\*\*:) +\S/)
      else { continue }
      let entry = Entry(
        names: EntryName.names(in: text), text: text, range: page.blocks[index].range)
      if let last = runs.last?.last?.block, page.sibling(before: index) == last {
        runs[runs.count - 1].append((index, entry))
      } else {
        runs.append([(index, entry)])
      }
    }
    return runs.filter { $0.count >= 3 }.map { run in
      Enumeration(
        form: .list, entries: run.map(\.entry), block: run[0].block,
        lead: ListLead(before: run[0].block, page),
        headings: page.headings(around: page.blocks[run[0].block].range))
    }
  }

  /// Swift blocks with only members of one value: `pier.depth`, `pier.length`.
  private static func blocks(of page: Page) -> [Enumeration] {
    page.fences.filter { $0.language.lowercased() == "swift" && page.isWritten($0.range) }
      .compactMap { fence in
        let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
        let entries = lines.enumerated().compactMap { index, line -> (Substring, Entry)? in
          guard let match = line.wholeMatch(of: /([a-z]\w*)\.([a-z]\w*)\s*(?:\/\/.*)?/) else {
            return nil
          }
          let start = fence.position(in: page.source, line: index + 1, column: 1)
          let range = SourceRange(line: start.line, column: start.column, length: line.utf8.count)
          let names = EntryName.names(in: "`\(match.2)`")
          return (match.1, Entry(names: names, text: String(match.2), range: range))
        }
        guard entries.count == lines.count(where: { !$0.isEmpty }),
          Set(entries.map(\.0)).count == 1
        else { return nil }
        return Enumeration(
          form: .list, entries: entries.map(\.1), block: fence.block,
          lead: ListLead(before: fence.block, page), headings: page.headings(around: fence.range))
      }
  }
}

extension Enumeration {
  /// The enumerations in hand-drawn class diagrams.
  ///
  ///     class Mood {
  ///       <<enumeration>>
  ///       calm
  ///       merry
  ///     }
  private static func diagrams(of page: Page) -> [Enumeration] {
    page.looseFences.flatMap { fence -> [Enumeration] in
      guard fence.literal.contains("<<enum") else { return [] }
      let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      let starts = lines.indices.filter { lines[$0].contains(/^\s*class \w+ *\{\s*$/) }
      return starts.compactMap { start in
        let body = lines.indices[(start + 1)...].prefix { !lines[$0].contains("}") }
        guard body.contains(where: { lines[$0].contains(/<<enum(?:eration)?>>/) }) else {
          return nil
        }
        let entries = body.compactMap { index -> Entry? in
          guard let match = lines[index].wholeMatch(of: /\s*[+\-#~]?([a-z]\w*)\s*/) else {
            return nil
          }
          let place = fence.position(in: page.source, line: index + 1, column: 1)
          let range = SourceRange(
            line: place.line, column: place.column, length: lines[index].utf8.count)
          let names = EntryName.names(in: "`\(match.1)`")
          return Entry(names: names, text: String(match.1), range: range)
        }
        let type = lines[start].split(separator: " ").dropFirst().first
        return Enumeration(
          form: .diagram, entries: entries, block: fence.block, lead: nil,
          headings: page.headings(around: fence.range),
          drawnType: type?.prefix { $0 != "{" }.description)
      }
    }
  }
}

extension Page {
  /// At least three pieces of inline code in a sentence with only commas and "and" between them.
  ///
  /// A row of a table is not a sentence, and "and more" after the last one shows a selection.
  var sentenceLists: [[CodeSpan]] {
    var lists: [[CodeSpan]] = []
    for span in codeSpans where isWritten(span.range) && blocks[span.block].kind == .paragraph {
      if let last = lists.last?.last, last.block == span.block,
        [",", ", and", "and", ", or", "or", "/"].contains(text(between: last, and: span))
      {
        lists[lists.count - 1].append(span)
      } else {
        lists.append([span])
      }
    }
    return lists.filter { list in
      guard list.count > 2, let last = list.last else { return false }
      let line = source.line(last.range.end.line)
      let rest = String(decoding: line.utf8.dropFirst(last.range.end.column - 1), as: UTF8.self)
      return line.utf8.first != UInt8(ascii: "|")
        && rest.prefixMatch(of: /[,; ]*(?:etc|and (?:more|others|so|many|similar)|\.\.\.|…|or )/)
          == nil
    }
  }

  /// The blocks directly inside a block.
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < blocks[index].end {
      children.append(child)
      child = blocks[child].end
    }
    return children
  }

  /// The block directly before a block within the same parent; HTML is skipped.
  func sibling(before index: Int) -> Int? {
    var place = index - 1
    let parent = blocks[index].parent
    while place >= 0, blocks[place].parent != parent || blocks[place].kind == .html {
      guard place != parent else { return nil }
      place -= 1
    }
    return place < 0 ? nil : place
  }

  /// The headings of the sections that a place is in, the innermost first.
  func headings(around range: SourceRange) -> [Heading] {
    var found: [Heading] = []
    for heading in headings.reversed() where heading.range.start < range.start {
      if heading.level < found.last?.level ?? 7 { found.append(heading) }
    }
    return found
  }
}
