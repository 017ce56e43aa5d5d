import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Defaults of the project's own options, as ArgumentParser declares them, in lists and tables.
///
///     - `--port`: the port to listen on (default: 8080)     `@Option var port = 9090`
extension WrongValue {
  static func optionFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, context.repository != nil,
      page.project.code.mentions("Option")
    else { return [] }
    let commands = context.commands(of: page.project)
    let pattern = /^[*_ ]*`(?:-\w,? ?)?--([a-z][a-z0-9-]*)/
    return page.enumerations.flatMap { list -> [Diagnostic] in
      let table =
        list.form == .table ? Table(page.page.lines(of: page.page.blocks[list.block])) : nil
      return list.entries.compactMap { entry in
        guard let option = entry.text.firstMatch(of: pattern)?.1,
          let literal = commands.defaults[String(option)] ?? nil,
          let text = defaultText(of: entry, in: table, on: page), text.differs(from: literal),
          !page.subject.isHistorical(atLine: entry.range.start.line)
        else { return nil }
        return Diagnostic(
          rule: id, severity: .warning, confidence: .medium, at: page.page.location(entry.range),
          "the default of `--\(option)` is \(ExpectedValue.text(of: literal)), "
            + "the page says \(text)", caretLabel: "documented")
      }
    }
  }

  /// The cell below `Default`, or the words after "default" in the entry's line.
  private static func defaultText(
    of entry: Enumeration.Entry, in table: Table?, on page: CheckedPage
  ) -> String? {
    if let table,
      let column = table.headings.firstIndex(where: { $0.text.lowercased() == "default" })
    {
      let row = table.rows.first { $0.first?.range == entry.range }
      return row.flatMap { $0.indices.contains(column) ? $0[column].text : nil }
    }
    let line = page.page.source.line(entry.range.start.line)
    let pattern =
      /\bdefaults?(?: to| is|:| =)?:? *(`[^`]+`|"[^"]+"|-?[0-9][0-9_.,]*[0-9]?|true|false)/
    return line.firstMatch(of: pattern.ignoresCase()).map { String($0.1) }
  }
}

extension String {
  /// Whether a written default is another value; one that is not a value of that kind is a remark.
  fileprivate func differs(from literal: Literal) -> Bool {
    if case .string(let own) = literal {
      let isQuoted = count > 2 && first == last && first.map { "`\"".contains($0) } == true
      let text = filter { $0 != "`" && $0 != "\"" }
      return isQuoted && text != own && !text.contains(" ")
    }
    return WrittenValue(self[...])?.differs(from: literal) ?? false
  }
}
