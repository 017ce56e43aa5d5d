package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A line number that is given for a symbol and is not a line of its declaration.
///
/// `LineReference` lists the forms. A line agrees from the documentation comment of the declaration
/// to its end. The range of a type ends at its name, since its body contains other declarations.
///
/// The line may be evidence for the sentence instead of the place of the name. So only the history
/// proves that it moved: the line had the name when the page was written.
package enum MovedLine: Rule {
  package static let id = RuleID("moved-line")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A line given for a name is not where the code has it."
  package static let explanation = Explanation.document(
    """
    A line given for a name must be one of its declaration: a link to `File.swift#L12` whose text is \
    the name, or the name and then the file with its line between backticks, or `(line 12)`. Lines \
    without a name, such as `File.swift:5-24`, are compared with the file as it was when the line of \
    the document was written: a warning shows where their text is today.
    """,
    "See `DoorMachine.width` (`Door.swift:1`).",
    remedy: "`docgen fix` writes the line of the declaration.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    let references = LineReference.all(on: page)
    let named = references.compactMap { reference -> Diagnostic? in
      let symbols = code.symbols(named: reference.name)
      guard let symbol = nearest(of: symbols, to: reference),
        !symbols.contains(where: { holds($0, reference) }),
        symbol.location.file == reference.file
          || !reference.name.hasPrefix(".") && !isUse(reference, on: page)
      else { return nil }
      let wasThere = wasDeclared(reference, on: page)
      if wasThere == false, !reference.isRemark { return nil }
      let namesakes = symbols.filter { $0.location.file == symbol.location.file && $0 != symbol }
      return finding(
        reference, symbol, on: page, namesakes: namesakes, isProven: wasThere == true)
    }
    return named + textFindings(on: page, except: references.map(\.range))
  }

  /// Of several declarations, the first in the named file.
  private static func nearest(of symbols: [Symbol], to reference: LineReference) -> Symbol? {
    symbols.first { $0.location.file == reference.file } ?? symbols.first
  }

  /// Whether the named file uses the symbol: then its line is not meant as a declaration.
  private static func isUse(_ reference: LineReference, on page: CheckedPage) -> Bool {
    guard let source = page.project.source(of: reference.file),
      let name = reference.name.split(separator: "(").first?.split(separator: ".").last
    else { return false }
    return String(decoding: source.bytes, as: UTF8.self).contains(name)
  }

  /// Whether the line had the name when the page was written; `nil` if the history has no answer.
  private static func wasDeclared(_ reference: LineReference, on page: CheckedPage) -> Bool? {
    guard let name = reference.name.split(separator: "(").first?.split(separator: ".").last else {
      return nil
    }
    let text = page.context?.repository?.text(
      ofLine: reference.lines.lowerBound, in: reference.file,
      whenWritingLine: reference.range.start.line, of: page.page.path)
    return text.map { $0.contains(name) }
  }

  private static func holds(_ symbol: Symbol, _ reference: LineReference) -> Bool {
    guard symbol.location.file == reference.file, let whole = symbol.location.range,
      let name = symbol.nameLocation.range
    else { return false }
    let first = symbol.info.documentation?.location.range?.start.line ?? whole.start.line
    let last = if case .type = symbol { name.end.line } else { whole.end.line }
    return (first...last).contains(reference.lines.lowerBound)
  }

  /// `others` are overloads: the author may mean a line of any of them, so nothing is replaced.
  private static func finding(
    _ reference: LineReference, _ symbol: Symbol, on page: CheckedPage, namesakes: [Symbol],
    isProven: Bool
  ) -> Diagnostic? {
    guard let line = symbol.nameLocation.range?.start.line,
      let end = symbol.location.range?.end.line
    else { return nil }
    let file = symbol.location.file
    let place = file == reference.file ? "line \(line)" : "`\(file)`"
    let lines = line...(reference.lines.count > 1 ? max(line, end) : line)
    let text = reference.text(to: file, lines: lines)
    let isHistorical = page.subject.isHistorical(atLine: reference.range.start.line)
    return Diagnostic(
      rule: id, severity: severity,
      confidence: isHistorical ? .low : reference.isRemark && !isProven ? .medium : .high,
      at: page.page.location(reference.range),
      "`\(symbol.qualifiedName)` is declared in \(place)", caretLabel: "documented",
      evidence: ([symbol] + namesakes.prefix(3)).map {
        Evidence(.declared, $0.info.headline, at: $0.nameLocation)
      },
      fixIts: namesakes.isEmpty && !isHistorical
        ? [
          FixIt(
            range: reference.range, replacement: text, title: "replace with `\(text)`",
            isSafe: isProven)
        ] : [])
  }
}
