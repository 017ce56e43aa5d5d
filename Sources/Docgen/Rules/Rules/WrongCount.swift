package import Diagnostics
import Markdown

/// A wrong number: of members, cases or states, of the entries of the list that follows, or of the
/// lines or tests of a file.
///
/// The rule reads sentences of a few forms: see `CountClaim` and `ListCount`. A value marker binds any
/// other number: `<!-- docgen:value NetworkClient.methods.count -->`. A number that disagrees with the
/// code is an error, one that disagrees with a list of its own page a warning.
package enum WrongCount: Rule {
  package static let id = RuleID("wrong-count")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A number differs from the code, or from the list after it."
  package static let explanation = Explanation.document(
    """
    "the five states of `Type`" and "`Type` requires 24 methods" are compared with the code, \
    "three tools:" with the list that follows, and "12 tests" after the name of a file with its \
    test functions, and "no tests exist" with those of the package.
    """,
    "`DoorMachine` has 12 methods.",
    remedy: """
      `docgen fix` writes the number of the code; a value marker keeps it right. Correct the \
      number or the list by hand.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    codeFindings(on: page) + listFindings(on: page) + lineFindings(on: page)
      + testFindings(on: page) + absenceFindings(on: page)
  }

  private static func codeFindings(on page: CheckedPage) -> [Diagnostic] {
    CountClaim.all(on: page).compactMap { claim in
      guard let count = claim.count(in: page.project), count.number != claim.number.number else {
        return nil
      }
      let things = claim.things.singular(if: count.number == 1)
      let right = claim.number.text(of: count.number)
      return Diagnostic(
        rule: id, severity: severity, at: page.page.location(claim.range),
        "`\(claim.owner)` has \(count.number) \(things)", caretLabel: "documented",
        evidence: [Evidence(.declared, "\(count.number)", at: count.location)],
        fixIts: [fix(claim, right, things: things)])
    }
  }

  /// A hint for headings and for text about the past: a section may have more headings than the
  /// counted ones.
  private static func listFindings(on page: CheckedPage) -> [Diagnostic] {
    page.enumerations.compactMap { list in
      guard let claim = ListCount(list, on: page), !claim.agrees else { return nil }
      let isHistorical = page.subject.isHistorical(atLine: claim.range.start.line)
      // A section may have more headings than those that the text counts.
      let isHint = isHistorical || list.form == .headings
      let form = list.form == .headings ? "section" : list.form.rawValue
      let right = claim.number.text(of: claim.count).lowercased()
      return Diagnostic(
        rule: id, severity: severity, confidence: isHint ? .low : .medium,
        at: page.page.location(claim.range),
        "the text says \(claim.text), the \(form) has \(right)",
        caretLabel: "documented",
        evidence: [
          Evidence(.documented, "\(claim.count) entries", at: page.page.location(list.range))
        ])
    }
  }

  /// Replaces the number, and the noun if it becomes singular or plural.
  private static func fix(_ claim: CountClaim, _ number: String, things: String) -> FixIt {
    let written = claim.things.singular(if: claim.number.number == 1)
    guard written != things, claim.range.start.line == claim.noun.end.line else {
      return FixIt(range: claim.range, replacement: number, title: "write \(number)", isSafe: true)
    }
    let both = "\(number) \(things)"
    return FixIt(
      range: SourceRange(start: claim.range.start, end: claim.noun.end), replacement: both,
      title: "write \(both)", isSafe: true)
  }
}
