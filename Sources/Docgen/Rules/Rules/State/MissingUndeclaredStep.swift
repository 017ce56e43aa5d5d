package import Diagnostics
import Diagrams

/// A step that was observed, and that is neither declared nor drawn.
package enum MissingUndeclaredStep: Rule {
  package static let id = "missing-undeclared-step"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A recorded scenario takes a step that is neither declared nor in a verified diagram."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(
      .observed, by: Self.self, on: page, "happened; it is neither drawn nor declared")
  }
}
