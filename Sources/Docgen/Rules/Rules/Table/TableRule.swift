package import Diagnostics
import Markdown

/// A rule about hand-written tables that reports one kind of deviation.
package protocol TableRule: Rule {
  /// Returns `nil` if the deviation belongs to another rule.
  static func finding(
    for deviation: TableVerification.Deviation, of table: TableVerification, on page: CheckedPage
  ) -> Diagnostic?
}

extension TableRule {
  package static var severity: Diagnostic.Severity { .error }

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { region -> [Diagnostic] in
      guard case .table(let table) = region.outcome else { return [] }
      return table.deviations.compactMap { finding(for: $0, of: table, on: page) }
    }
  }
}
