package import Diagnostics
package import Diagrams
import Markdown

/// A rule about hand-drawn class diagrams that reports one kind of deviation.
package protocol ClassRule: Rule {
  /// Returns `nil` if the deviation belongs to another rule.
  static func finding(for deviation: ClassDeviation) -> ClassFinding?
}

/// The message of a rule about a deviation.
package struct ClassFinding {
  var summary: String
  var label: String? = "documented"
  var evidence: [Evidence] = []
}

extension ClassRule {
  package static var severity: Diagnostic.Severity { .error }

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let verified = page.regions.flatMap { region -> [Diagnostic] in
      guard case .classes(let verification) = region.outcome else { return [] }
      return verification.deviations.compactMap { deviation in
        finding(for: deviation).map {
          finding($0, at: page.location(of: deviation.range, in: region.region.fences.first))
        }
      }
    }
    return verified + unmarkedFindings(on: page)
  }

  /// The findings in diagrams without a marker, each once on a page.
  private static func unmarkedFindings(on page: CheckedPage) -> [Diagnostic] {
    page.unmarkedFindings { diagram in
      guard case .classes(let verification) = diagram.outcome else { return [] }
      let found = verification.deviations.compactMap { deviation in
        finding(for: deviation).map { (deviation, $0) }
      }
      guard !found.isEmpty else { return [] }
      let judge = DiagramJudge(page, diagram.fence)
      return found.compactMap { deviation, words in
        judge.verdict(on: deviation).map {
          finding(words, at: page.location(of: deviation.range, in: diagram.fence), $0)
        }
      }
    }
  }

  private static func finding(
    _ found: ClassFinding, at place: SourceLocation,
    _ verdict: SymbolVerdict = SymbolVerdict(confidence: .high)
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: verdict.confidence, at: place, found.summary,
      caretLabel: found.label, evidence: verdict.evidence + found.evidence)
  }
}

extension CheckedPage {
  /// The findings about diagrams without a marker; equal ones of several diagrams are merged.
  func unmarkedFindings(_ findings: (UnmarkedDiagram) -> [Diagnostic]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var seen: [String: Int] = [:]
    for finding in unmarkedDiagrams.flatMap(findings) {
      if let first = seen[finding.summary] {
        if let line = finding.location.range?.start.line,
          line != result[first].location.range?.start.line
        {
          result[first].note(another: line)
        }
        continue
      }
      seen[finding.summary] = result.count
      result.append(finding)
    }
    return result
  }
}

extension ClassDeviation {
  func declared(_ words: String) -> [Evidence] { [Evidence(.declared, words, at: declaredAt)] }

  /// The member with its type: `SyncEngine.batchSize`.
  var member: String { "`\(type).\(other)`" }
}
