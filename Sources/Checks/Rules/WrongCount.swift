package import Diagnostics
import Markup

/// A sentence that counts members, cases or states otherwise than the code does.
///
/// Read are sentences of a few forms only, `CountClaim` shows them; others can be bound by a value
/// marker: `<!-- docgen:value NetworkClient.methods.count -->`.
package enum WrongCount: Rule {
  package static let id = "wrong-count"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A sentence counts otherwise than the code does."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
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
        fixIts: [fix(claim, right, things)])
    }
  }

  /// Another number; the noun too where it becomes singular or plural by that.
  private static func fix(_ claim: CountClaim, _ number: String, _ things: String) -> FixIt {
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
