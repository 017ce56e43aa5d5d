package import Diagnostics

/// A rule of `docgen check`: what it finds on one page.
package protocol Rule: Sendable {
  /// In kebab case, as findings show it and `docgen:disable` names it.
  static var id: String { get }
  static var severity: Diagnostic.Severity { get }
  /// One sentence for the manual's table.
  static var summary: String { get }
  /// Whether findings contradict facts that were read from Swift files.
  static var isAboutCode: Bool { get }

  static func findings(on page: CheckedPage) -> [Diagnostic]
}

extension Rule {
  package static var isAboutCode: Bool { true }
}

/// A rule about the project as a whole, whatever the documents say.
package protocol ProjectRule: Sendable {
  static var id: String { get }
  static var severity: Diagnostic.Severity { get }
  static var summary: String { get }

  static func findings(in project: CheckedProject) -> [Diagnostic]
}

/// A rule whose finding is made where the input is read; listed here so that the manual is whole.
package struct InputRule: Sendable {
  package var id: String
  package var severity: Diagnostic.Severity
  package var summary: String
}

/// Every rule.
package enum RuleCatalogue {
  package static let rules: [any Rule.Type] = [
    StaleRegion.self, HandEditedRegion.self, RegionSources.self, LooseDiagram.self,
    MermaidSyntax.self, MisreadSemicolon.self, OversizedDiagram.self, StaleValue.self,
    EmptyDocument.self,
    LargeDocument.self, UnknownRule.self,
    UnknownState.self, UndeclaredStep.self, UndeclaredObservedStep.self, MissingStep.self,
    MissingUnobservedStep.self, MissingUndeclaredStep.self, WrongTrigger.self, WrongStart.self,
    WrongEnd.self, LooseMarker.self, UnobservedStep.self, OutdatedStep.self,
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
    StaleSnippet.self, SwiftFence.self, OutdatedExample.self,
  ]

  package static let projectRules: [any ProjectRule.Type] = [
    OutdatedTrace.self, UndeclaredTransition.self, UnreachableState.self,
  ]

  package static let inputRules = [
    InputRule(id: "not-utf8", severity: .error, summary: "A file is not UTF-8."),
    InputRule(id: "nul-byte", severity: .warning, summary: "A document holds a NUL byte."),
    InputRule(id: "too-large", severity: .error, summary: "A document is too large to be read."),
    InputRule(id: "unreadable", severity: .error, summary: "A file cannot be read."),
    InputRule(
      id: "other-diagram", severity: .note,
      summary: "A Mermaid block of another kind is passed over (`docgen mermaid`)."),
    InputRule(
      id: "not-canonical", severity: .note,
      summary:
        "`docgen mermaid fmt` does not change a diagram: formatted, it would mean something else."
    ),
    UnknownConvention.rule,
    InputRule(id: "unwritable", severity: .error, summary: "A document cannot be written."),
    InputRule(
      id: "duplicate-scenario", severity: .error, summary: "Two traces are of the same scenario."),
    InputRule(
      id: "unknown-directive", severity: .error, summary: "A marker is no directive of docgen."),
    InputRule(
      id: "malformed-marker", severity: .error, summary: "A marker's arguments cannot be read."),
    InputRule(
      id: "misplaced-marker", severity: .error, summary: "A marker stands where it can do nothing."),
    UnusedDisable.rule,
    InputRule(id: "unclosed-region", severity: .error, summary: "A region has no end."),
    InputRule(id: "unmatched-end", severity: .error, summary: "An end marker closes nothing."),
    InputRule(id: "nested-region", severity: .error, summary: "A region begins inside another."),
    InputRule(
      id: "split-region", severity: .error,
      summary: "A region ends in another list item or quote than it begins in."),
    InputRule(
      id: "verify-without-fence", severity: .error,
      summary: "`docgen:verify` has nothing to prove behind it."),
    InputRule(
      id: "unclosed-value", severity: .error, summary: "A value has no closing marker."),
    InputRule(
      id: "unmatched-value-end", severity: .error,
      summary: "A value's closing marker closes nothing."),
    InputRule(
      id: "split-value", severity: .error,
      summary: "A value is closed in another paragraph than it is opened in."),
    InputRule(id: "unknown-region", severity: .error, summary: "A marker names no kind of region."),
    InputRule(
      id: "unknown-argument", severity: .error, summary: "A marker has a key that its kind lacks."),
    InputRule(
      id: "missing-argument", severity: .error, summary: "A marker lacks a key that its kind needs."
    ),
    InputRule(
      id: "unknown-choice", severity: .error, summary: "A key has a value that it cannot take."),
    InputRule(
      id: "value-splits-paragraph", severity: .warning,
      summary: "A value at the start of a line ends the paragraph when the page is shown."),
    InputRule(
      id: "unknown-template", severity: .error,
      summary: "A template includes one that is not there."),
    InputRule(
      id: "unsafe-write", severity: .error,
      summary: "What docgen would write would damage the document; nothing is written."),
    InputRule(
      id: "no-traces", severity: .error, summary: "A region needs traces and there are none."),
    InputRule(id: "trace-syntax", severity: .error, summary: "A line of a trace cannot be read."),
    InputRule(
      id: "swift-syntax", severity: .warning,
      summary: "A Swift file has a syntax error; the rest of it is read."),
    InputRule(
      id: "template-syntax", severity: .error, summary: "A template cannot be read or filled."),
    InputRule(
      id: "baseline", severity: .error,
      summary:
        "A value is less than in the committed baseline, or a finding in it is mended."),
    InputRule(
      id: "configuration", severity: .error, summary: "The configuration is missing or wrong."),
  ]

  /// The rules of all kinds as (id, severity, summary), by id.
  package static let descriptions: [(id: String, severity: Diagnostic.Severity, summary: String)] =
    {
      let all =
        rules.map { ($0.id, $0.severity, $0.summary) }
        + projectRules.map { ($0.id, $0.severity, $0.summary) }
        + inputRules.map { ($0.id, $0.severity, $0.summary) }
      return all.sorted { $0.0 < $1.0 }
    }()
}
