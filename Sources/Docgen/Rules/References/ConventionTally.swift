package import Diagnostics

/// Counts the references of each kind and the Swift blocks of each folder. If most of them are
/// wrong, docgen probably does not know a convention of the project.
package struct ConventionTally: Sendable {
  private var references = ReferenceTally()
  private var blocks = SwiftBlockTally()

  /// The rules whose findings are counted.
  package static let rules = ReferenceKind.rules.union([SwiftFence.id])

  package init() {}

  /// Counts a page; `findings` are those on it.
  package mutating func add(_ page: CheckedPage, _ findings: [Diagnostic]) {
    references.add(page.references, findings)
    blocks.add(page, findings)
  }

  /// Counts the references in comments.
  package mutating func add(_ comments: CheckedProject, _ findings: [Diagnostic]) {
    references.add(comments.references, findings)
  }

  /// Whether the findings can be due to an unknown convention. `isComplete` means that they cover
  /// the complete project.
  package static func mayLimit(_ findings: [Diagnostic], isComplete: Bool) -> Bool {
    findings.count(where: ReferenceTally.isLimitable)
      >= (isComplete ? ReferenceTally.minimum : 1)
      || findings.contains(where: SwiftBlockTally.isLimitable)
  }

  /// Returns the findings with their final confidence, and one more for each unknown convention.
  ///
  /// The references are those that the findings are about. The further findings name the file of the
  /// configuration.
  package func limiting(
    _ findings: [Diagnostic], about references: [Reference],
    repository: (any RepositoryFacts)?, configuration: String
  ) -> [Diagnostic] {
    let limited = self.references.limiting(
      findings, about: references, repository: repository, configuration: configuration)
    return blocks.limiting(limited, configuration: configuration)
  }
}
