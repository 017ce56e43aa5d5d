package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A value that a page writes next to a constant's name, and that differs from the code.
///
///     `maxRetries` (default: 5)  ·  `Queue.limit` = 20  ·  `maxRetries = 5`
///     | Name | Default |
///     | `maxRetries` | 5 |
///
/// Numbers agree in any unit: 30 s and 30_000, 5 MB and 5_242_880.
package enum WrongValue: Rule {
  package static let id = RuleID("wrong-value")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A value next to a constant's name differs from the code."
  package static let explanation = Explanation.document(
    """
    A number or truth value after a constant's name, or below "Default" in its row, must be the \
    constant's value. Units are ignored: 30 s and 30_000 agree. A variable is compared only with \
    what the page calls its default. Defaults of ArgumentParser's options are compared too.
    """,
    "It opens to `DoorMachine.width` (default: 70) degrees.",
    remedy: "Write the value of the code, or mark it: `<!-- docgen:value DoorMachine.width -->`.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    return claims(on: page).compactMap { claim in
      let constants = constants(named: claim.name, in: code)
      guard let constant = constants.first, let literal = constant.literal,
        Set(constants.map(\.literal)).count == 1, constant.isLet || claim.isDefault,
        claim.value.differs(from: literal)
      else { return nil }
      let isHistorical =
        claim.isOfEntry
        ? page.subject.isHistorical(atLine: claim.range.start.line)
        : page.subject.isHistorical(at: claim.span)
      return Diagnostic(
        rule: id, severity: severity, confidence: isHistorical ? .low : .medium,
        at: page.page.location(claim.range),
        "`\(constant.qualifiedName)` is \(ExpectedValue.text(of: literal)), "
          + "the page says \(claim.value.text)", caretLabel: "documented",
        evidence: [Evidence(.declared, constant.text, at: constant.location)])
    } + optionFindings(on: page) + fileFindings(on: page)
  }

  /// All constants of a name; an empty array if another declaration has the name too.
  private static func constants(named name: CodeName, in code: CodeModel) -> [ConstantValue] {
    func isSound(_ location: SourceLocation) -> Bool { code.error(in: location.file) == nil }
    let symbols = code.symbols(named: name.lookup).filter { isSound($0.nameLocation) }
    let constants = code.constants(named: name.lookup).filter { isSound($0.location) }
    guard symbols.count == constants.count,
      constants.allSatisfy({ !ExamplePath.isExample($0.location.file) })
    else { return [] }
    return constants
  }

  // MARK: - Claims

  private struct Claim {
    var name: CodeName
    var value: WrittenValue
    /// Whether the page calls it the default: a variable may have any other value later.
    var isDefault: Bool
    /// Whether the value ends the entry of a list: words between them do not speak of its past.
    var isOfEntry = false
    var span: CodeSpan
    var range: SourceRange
  }

  private static func claims(on page: CheckedPage) -> [Claim] {
    let spans = page.writtenCodeSpans
    return spans.compactMap { inline($0, page) ?? following($0, page) } + cells(on: page, spans)
  }

  /// `` `maxRetries = 5` ``
  private static func inline(_ span: CodeSpan, _ page: CheckedPage) -> Claim? {
    guard span.text.contains(" = "),
      let match = span.text.wholeMatch(of: /([A-Za-z_.]\w*(?:\.\w+)*) = (\S+)/),
      let name = CodeName(String(match.1)), let value = WrittenValue(match.2)
    else { return nil }
    return Claim(
      name: name, value: value, isDefault: false, span: span, range: span.contentRange)
  }

  /// `` `maxRetries` = 5 ``, `` `maxRetries` (default: 5) ``
  /// ` is 5 seconds.`, ` (default: 5)`
  nonisolated(unsafe) private static let stated =
    /\s*(?:(?:=|is|defaults to|is set to)\s*|\(\s*(?:default(?:s to)?:?|currently|=)?\s*)(`?-?(?:[0-9]+[ \u{A0}\u{202F}])*[\w.,]*\w`?(?:\s*[A-Za-z%]+)?)\s*(?=[),;.]|$)/

  private static func following(_ span: CodeSpan, _ page: CheckedPage) -> Claim? {
    guard let name = CodeName(span.text), !name.isCall,
      span.range.start.line == span.range.end.line
    else { return nil }
    let rest = page.text(after: span).prefix(80)
    if let claim = defaultOfEntry(span, page) { return claim }
    guard let first = rest.first(where: { $0 != " " }), "=(id".contains(first),
      let match = rest.prefixMatch(of: stated), let value = WrittenValue(match.1)
    else { return nil }
    return Claim(
      name: name, value: value, isDefault: match.0.contains("default"), span: span,
      range: span.range)
  }

  /// ``- `maxRetries`: how often a request is sent again. Defaults to `5`.``
  private static func defaultOfEntry(_ span: CodeSpan, _ page: CheckedPage) -> Claim? {
    let rest = page.text(after: span)
    guard rest.contains("efaults to `"), let name = CodeName(span.text),
      page.text(before: span).allSatisfy({ "*- +".contains($0) }),
      let match = rest.firstMatch(
        of: /^[:*\s–—-]+[^`]*\bdefaults to (`[^`]+`)\.?\s*$/.ignoresCase()),
      let value = WrittenValue(match.1)
    else { return nil }
    return Claim(
      name: name, value: value, isDefault: true, isOfEntry: true, span: span, range: span.range)
  }

  /// The cells below `Default` or `Value` in a table whose first column names constants.
  private static func cells(on page: CheckedPage, _ spans: [CodeSpan]) -> [Claim] {
    page.page.blocks.flatMap { block -> [Claim] in
      guard block.kind == .paragraph, page.isWritten(block.range),
        // The rules about tables check the cells of a verified table.
        !page.page.regions.contains(where: {
          $0.kind == .verified && $0.contentLines.contains(block.range.start.line)
        }),
        let table = Table(page.page.lines(of: block)),
        let column = table.headings.firstIndex(where: {
          ["default", "default value", "value"].contains($0.text.lowercased())
        })
      else { return [] }
      return table.rows.compactMap { row -> Claim? in
        guard column > 0, column < row.count,
          let span = spans.first(where: {
            row[0].range.start == $0.range.start && $0.range.end == row[0].range.end
          }), let name = CodeName(span.text), !name.isCall,
          let value = WrittenValue(row[column].text[...])
        else { return nil }
        return Claim(
          name: name, value: value,
          isDefault: table.headings[column].text.lowercased().contains("default"), span: span,
          range: row[column].range)
      }
    }
  }
}

/// A number with or without a unit, or a Boolean, as written on a page.
struct WrittenValue {
  let text: String
  private let number: Double?
  private let isTrue: Bool?

  init?(_ text: Substring) {
    let written = String(text.filter { $0 != "`" })
    // Spaces group digits.
    let text = written.replacing(/([0-9])[ \u{A0}\u{202F}](?=[0-9]{3}\b)/) { $0.1 }
    self.text = written
    let parts = text.split(separator: " ")
    guard let first = parts.first, parts.count <= 2 else { return nil }
    switch first {
    case "true", "false":
      guard parts.count == 1 else { return nil }
      (number, isTrue) = (nil, first == "true")
    default:
      guard let match = text.wholeMatch(of: /(-?[0-9][0-9_,]*(?:\.[0-9]+)?)( ?[A-Za-z%]*)/),
        match.2.isEmpty || match.2.hasPrefix(" ") || Self.units.contains(String(match.2))
      else { return nil }
      number = Double(match.1.filter { $0 != "_" && $0 != "," })
      isTrue = nil
    }
  }

  /// Units that follow a number without a space.
  private static let units: Set = [
    "ns", "us", "ms", "s", "sec", "min", "h", "d", "B", "kB", "KB", "MB", "GB", "KiB", "MiB", "GiB",
    "k", "K", "M", "px", "pt", "%",
  ]

  /// Ratios of units of time and size.
  private static let ratios: [Double] = [
    1, 60, 3_600, 86_400, 100, 1_000, 1_000_000, 1_000_000_000, 1_024, 1_048_576, 1_073_741_824,
    60_000, 3_600_000,
  ]

  func differs(from literal: Literal) -> Bool {
    switch literal {
    case .boolean(let flag): return isTrue.map { $0 != flag } ?? false
    case .integer(let own): return differs(from: Double(own))
    case .double(let own): return differs(from: own)
    case .string: return false
    }
  }

  private func differs(from own: Double) -> Bool {
    guard let number else { return false }
    return !Self.ratios.contains { ratio in
      [number * ratio, number / ratio].contains { abs($0 - own) <= abs(own) * 1e-9 }
    }
  }
}
