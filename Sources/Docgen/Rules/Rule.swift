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
package protocol Rule: DescribedRule {
  /// Whether findings contradict facts that were read from Swift files.
  static var isAboutCode: Bool { get }

  static func findings(on page: CheckedPage) -> [Diagnostic]
}

extension Rule {
  package static var isAboutCode: Bool { true }
}

/// A rule about the complete project, independent of the documents.
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
    StaleSnippet.self, SwiftFence.self, OutdatedExample.self, MismatchedName.self,
    DeprecatedSymbol.self,
  ]

  package static let projectRules: [any ProjectRule.Type] = [
    StaleTrace.self, OutdatedTrace.self, UndeclaredTransition.self, UnreachableState.self,
  ]

  /// Rules whose findings come from other parts of a check.
  private static let others: [any DescribedRule.Type] = [
    UnknownConvention.self, UnusedDisable.self,
  ]

  /// The descriptions of all rules, by id.
  package static let descriptions: [RuleDescription] = {
    let described = rules + projectRules + others as [any DescribedRule.Type]
    let inputs: [[RuleDescription]] = [.documents, .diagrams, .markers, .sources]
    return (described.map(RuleDescription.init) + inputs.joined()).sorted { $0.id < $1.id }
  }()

  /// The description of a rule; `nil` if the rule is unknown.
  package static func description(of rule: String) -> RuleDescription? {
    descriptions.first { $0.id.rawValue == rule }
  }
}
