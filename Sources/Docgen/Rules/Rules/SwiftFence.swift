package import Diagnostics
import Markdown
import SwiftIndex

/// A block marked as Swift that does not parse, even as a part of a file with omissions.
package enum SwiftFence: Rule {
  package static let id = RuleID("swift-block")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A Swift block has a syntax error."
  package static let explanation = Explanation.document(
    "Readers copy examples: a Swift block must parse as some part of a file. `…` and `...` "
      + "stand for anything. A brace at the end must close something, unless the lines before it are "
      + "indented more. Numbers of alternatives, check marks and crosses, and scalars "
      + "without width are ignored.",
    """
    ```swift
    let door = = DoorMachine()
    ```
    """,
    remedy: "Fix it, or remove the word `swift` from a block that is not Swift.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let unread = page.unreadExample.map { fence in
      Diagnostic(
        rule: id, severity: severity, at: page.location(of: nil, in: fence),
        "this block and those after it are not read: "
          + Limit.exampleBytes.message("the search for missing parts of the blocks above"),
        evidence: [Evidence(.help, Limit.exampleBytes.help)])
    }
    return syntaxErrors(on: page) + slips(on: page) + [unread].compactMap(\.self)
  }

  private static func syntaxErrors(on page: CheckedPage) -> [Diagnostic] {
    page.examples.flatMap { example -> [Diagnostic] in
      guard !isText(example.fence.literal) else { return [] }
      var seen: Set<String> = []
      let errors = example.excerpt.syntaxErrors.filter { error in
        let line = error.location.range?.start.line
        return line.map(example.counterExampleLines.contains) != true
          && seen.insert(error.summary).inserted
      }
      // A notation may have any number of errors, but not an omission.
      let after = errors.drop { isOmission($0, in: example) }
      let isText = after.first.map { isNotation($0, in: example) } ?? true
      return (isText ? errors.prefix(1) : after.filter { !isNotation($0, in: example) }[...]).map {
        error in
        let isUncertain = page.subject.isHistorical || isText
        return Diagnostic(
          rule: id, severity: severity, confidence: isUncertain ? .low : .medium,
          at: page.location(of: error.location.range, in: example.fence), error.summary,
          evidence: [Evidence(.help, "remove the word `swift` from a block that is not Swift")])
      }
    }
  }

  /// Whether an error looks like a notation that the author chose, and not like a mistake: a colon
  /// or a dot where Swift has none, a piece that begins or ends within a statement, an omission.
  ///
  ///     Flow: load, then save  ·  protocol Name.Service { … }  ·  } label: { text in
  private static func isNotation(_ error: Diagnostic, in example: Example) -> Bool {
    let isPiece =
      error.summary == "unexpected code in source file"
      || error.summary.hasPrefix("`case` can only appear")
    let unexpected = error.summary.prefixMatch(of: /unexpected code `(.)/)?.1.first
    let line = error.location.range.map { example.fence.literal.line($0.start.line) } ?? ""
    // `after: .save: { … }` has one colon too many, whatever a notation may look like.
    if line.contains(/[\w)]\s*:\s*\.\w+\s*:\s*\{/) { return false }
    // `"save": "App save",` between members: entries of a table.
    return isPiece || line.contains(/^\s*"[^"]*":/)
      || unexpected.map { ":,.✅".contains($0) } == true
      || isOmission(error, in: example)
  }

  private static func isOmission(_ error: Diagnostic, in example: Example) -> Bool {
    error.location.range.map { example.excerpt.elidedLines.contains($0.start.line) } == true
  }

  /// Whether a block is a drawing, a template, a list of answers or of operators, whatever its
  /// language says.
  private static func isText(_ text: String) -> Bool {
    !text.contains { $0.isLetter || $0.isNumber || "(){}".contains($0) }
      || text.contains { "└├│".contains($0) } || text.contains("{%") || text.contains("<%")
      || text.split(separator: "\n").contains { $0.hasPrefix("A) ") }
      // A template with placeholders: `struct <Name>Mapper {`
      || text.contains(/[ (]<[A-Z][A-Za-z]*>/)
  }
}

extension String {
  /// A line by its number, from 1; empty if there is none.
  fileprivate func line(_ number: Int) -> Substring {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }
}

/// Slips that parse, or that are in inline code.
///
///     try task = try await client.load()        `let` is missing
///     `.one(next: .done(with: pier)`            a parenthesis is missing
///     let pier = Pier() }                       nothing opens the brace
extension SwiftFence {
  static func slips(on page: CheckedPage) -> [Diagnostic] {
    assignments(on: page) + calls(on: page) + braces(on: page)
  }

  /// A brace at the end of a block that closes nothing.
  private static func braces(on page: CheckedPage) -> [Diagnostic] {
    page.examples.compactMap { example in
      guard let line = example.excerpt.lineOfSurplusBrace,
        !page.subject.isHistorical(example.fence)
      else { return nil }
      let range = SourceRange(line: line, column: 1, length: 1)
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium,
        at: page.location(of: range, in: example.fence), "this brace closes nothing")
    }
  }

  /// A variable that is assigned with `try` before and after `=`, and that nothing declares.
  private static func assignments(on page: CheckedPage) -> [Diagnostic] {
    page.examples.filter { $0.fence.literal.contains(" = try ") }.flatMap { example in
      let lines = example.fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line -> Diagnostic? in
        guard let name = line.prefixMatch(of: /\s*try ([a-z]\w*) = try\b/)?.1,
          !page.blockNames.declared.contains(String(name)),
          !page.subject.isHistorical(example.fence)
        else { return nil }
        let column = line.utf8.distance(from: line.startIndex, to: name.startIndex) + 1
        let range = SourceRange(line: index + 1, column: column, length: name.utf8.count)
        return Diagnostic(
          rule: id, severity: severity, confidence: .medium,
          at: page.location(of: range, in: example.fence), "`let` is missing before `\(name)`")
      }
    }
  }

  /// Inline code that calls something with a label, and does not close a parenthesis.
  private static func calls(on page: CheckedPage) -> [Diagnostic] {
    page.writtenCodeSpans.compactMap { span in
      let text = span.text
      guard text.last.map({ $0.isLetter || $0 == ")" }) == true, !text.contains("…"),
        text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" }),
        text.wholeMatch(of: /\.?[A-Za-z_][\w.]*\(\w+: \S[^"\\\n]*/) != nil,
        !text.contains("..."), !page.subject.isHistorical(at: span)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium,
        at: page.page.location(span.contentRange),
        "a closing parenthesis is missing")
    }
  }
}
