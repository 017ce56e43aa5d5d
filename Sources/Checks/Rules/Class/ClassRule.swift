package import Diagnostics
package import Diagrams
import Markup

/// A rule about hand-drawn class diagrams: what it says of one kind of deviation.
package protocol ClassRule: Rule {
  /// Nothing where the deviation is another rule's.
  static func words(for deviation: ClassDeviation) -> ClassFinding?
}

/// What a rule says of a deviation.
package struct ClassFinding {
  var summary: String
  var label: String? = "documented"
  var evidence: [Evidence] = []
}

extension ClassRule {
  package static var severity: Diagnostic.Severity { .error }

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { region -> [Diagnostic] in
      guard case .classes(let verification) = region.outcome else { return [] }
      return verification.deviations.compactMap { deviation in
        guard let found = words(for: deviation) else { return nil }
        let place = page.location(of: deviation.range, in: region.region.fences.first)
        return Diagnostic(
          rule: id, severity: severity, at: place, found.summary, caretLabel: found.label,
          evidence: found.evidence)
      }
    }
  }
}

extension ClassDeviation {
  func declared(_ words: String) -> [Evidence] { [Evidence(.declared, words, at: declaredAt)] }

  /// The member with its type: `SyncEngine.batchSize`.
  var member: String { "`\(type).\(other)`" }
}
