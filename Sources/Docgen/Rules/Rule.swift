// The Rules module compares documents with the project and reports every difference as a finding.
//
// Inputs: a `Page` of the Markdown module, the facts of `Models`, and, if they are known, the files
// and the history of the repository (`ProjectContext`, `RepositoryFacts`). Output: diagnostics with
// confidence, evidence and, where the right text is certain, a fix. The module reads no files and
// runs no programs itself; `DocgenKit` supplies both and decides which findings are shown and which
// fail a check.
//
// Two kinds of text are compared. Marked text, the regions between docgen's markers, claims to
// agree with the code, so most differences are errors (`Regions`, `Tables`). Unmarked text such as
// inline code, lists, counts and unmarked diagrams makes no such claim. There a rule first decides
// whether the text is about the project at all, and then how certain a difference is: an error only
// if the history proves that the code changed after the text was written, a warning if other facts
// support it, a hint otherwise (`Prose`, `Lists`, `Evidence`, `Unmarked`).
//
// A new rule is a type that conforms to `Rule`, with its explanation, and an entry in
// `RuleCatalogue`.

package import Diagnostics

/// The name, severity and explanation of a rule.
package protocol DescribedRule: Sendable {
  /// The id in findings and in `docgen:disable`.
  static var id: RuleID { get }
  static var severity: Diagnostic.Severity { get }
  /// One sentence for the manual's table.
  static var summary: String { get }
  static var explanation: Explanation { get }
}

/// A rule of `docgen check` that reports findings on one page.
///
/// A rule sees one page at a time and must not depend on the order of rules. It reports each
/// problem once; `CheckedPage.findings` filters, limits and sorts.
package protocol Rule: DescribedRule {
  /// Whether findings contradict facts that were read from Swift files.
  ///
  /// Such findings are limited to warnings if syntax errors in the sources may explain them.
  static var isAboutCode: Bool { get }

  static func findings(on page: CheckedPage) -> [Diagnostic]
}

extension Rule {
  package static var isAboutCode: Bool { true }
}

/// A rule about the complete project, independent of the documents.
///
/// These rules run once for each check and not for each page.
package protocol ProjectRule: DescribedRule {
  static func findings(in project: CheckedProject) -> [Diagnostic]
}

/// The description of one rule of any kind.
package struct RuleDescription: Sendable {
  package var id: RuleID
  package var severity: Diagnostic.Severity
  package var summary: String
  package var explanation: Explanation

  init(_ rule: any DescribedRule.Type) {
    (id, severity, summary) = (rule.id, rule.severity, rule.summary)
    explanation = rule.explanation
  }

  /// The rule of an input; the code that reads the input makes its findings.
  init(
    _ rule: InputRule, severity: Diagnostic.Severity, summary: String,
    explanation: Explanation
  ) {
    (id, self.severity, self.summary) = (RuleID(rule), severity, summary)
    self.explanation = explanation
  }
}

/// Every rule.
package enum RuleCatalogue {
  package static let rules: [any Rule.Type] = [
    StaleRegion.self, HandEditedRegion.self, RegionSources.self, LooseDiagram.self,
    MermaidSyntax.self, MisreadSemicolon.self, OversizedDiagram.self, StaleValue.self,
    EmptyDocument.self,
    LargeDocument.self, UnknownRule.self,
    UnknownState.self, ImpossibleTransition.self, UndeclaredObservedTransition.self,
    MissingTransition.self, MissingLikelyTransition.self, MissingUnobservedTransition.self,
    MissingUndeclaredTransition.self,
    WrongTrigger.self, WrongStart.self,
    WrongEnd.self, LooseMarker.self, UnobservedTransition.self, OutdatedTransition.self,
    MissingState.self,
    MissingMessage.self, NeverSentMessage.self, MovedMessage.self, RedirectedMessage.self,
    MessageLabel.self, MessageArrow.self, LoopCount.self, UntakenBranch.self, EmptyBlock.self,
    UnprovenSequence.self, UnknownParticipant.self, UnknownCall.self,
    UnknownType.self, WrongClass.self, UnknownMember.self, WrongParameters.self,
    WrongMemberType.self,
    WrongModifier.self, WrongMultiplicity.self, MissingType.self, MissingMember.self,
    MissingRelation.self, UnknownRelation.self, UnknownNode.self, UnknownDependency.self,
    ReversedDependency.self, MissingDependency.self,
    UnknownRow.self, WrongCell.self, MissingRow.self,
    UnknownSymbol.self, UnknownFile.self, UnknownCommand.self, MovedLine.self, BrokenLink.self,
    UnresolvedDocLink.self, WrongCount.self, WrongValue.self, IncompleteList.self,
    WrongVersion.self,
    WrongKind.self, StrayFence.self,
    BrokenContract.self,
    StaleSnippet.self, WrongOutput.self, InvalidData.self, SwiftFence.self, OutdatedExample.self,
    MismatchedName.self,
    DeprecatedSymbol.self,
  ]

  package static let projectRules: [any ProjectRule.Type] = [
    StaleTrace.self, OutdatedTrace.self, UndeclaredTransition.self, UnreachableState.self,
  ]

  /// Rules whose findings come from other parts of a check.
  private static let pageRules: [any DescribedRule.Type] = [
    StalePicture.self, UnknownConvention.self, UnusedDisable.self,
    SwiftBlockError.self, MissingError.self, WrongResult.self, FailingBlock.self,
  ]

  /// Rules about blocks that run, whose exceptions are of use only if they do.
  static let ofRuns: Set<String> = Set(
    [SwiftBlockError.id, MissingError.id, WrongResult.id, FailingBlock.id].map(\.rawValue))

  /// The descriptions of all rules, by id.
  package static let descriptions: [RuleDescription] = {
    let described = rules + projectRules + pageRules as [any DescribedRule.Type]
    let inputs: [[RuleDescription]] = [.documents, .diagrams, .markers, .sources]
    return (described.map(RuleDescription.init) + inputs.joined()).sorted { $0.id < $1.id }
  }()

  /// The description of a rule; `nil` if the rule is unknown.
  package static func description(of rule: String) -> RuleDescription? {
    descriptions.first { $0.id.rawValue == rule }
  }
}
