/// The stable name of a rule in kebab case, for example `stale-region`.
package struct RuleID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ name: String) { rawValue = name }
  package init(_ rule: InputRule) { rawValue = rule.rawValue }

  package var description: String { rawValue }

  package static func < (left: RuleID, right: RuleID) -> Bool { left.rawValue < right.rawValue }
}

/// A rule whose findings come from the modules that read input or write output. The target `Rules`
/// describes each of them.
package enum InputRule: String, CaseIterable, Sendable {
  // Files
  case notUTF8 = "not-utf8"
  case nulByte = "nul-byte"
  case tooLarge = "too-large"
  case unreadable
  case unwritable
  case unsafeWrite = "unsafe-write"
  // Mermaid
  case otherDiagram = "other-diagram"
  case notCanonical = "not-canonical"
  // Markers
  case unknownDirective = "unknown-directive"
  case malformedMarker = "malformed-marker"
  case misplacedMarker = "misplaced-marker"
  case unclosedRegion = "unclosed-region"
  case unmatchedEnd = "unmatched-end"
  case nestedRegion = "nested-region"
  case splitRegion = "split-region"
  case verifyWithoutFence = "verify-without-fence"
  case unclosedValue = "unclosed-value"
  case unmatchedValueEnd = "unmatched-value-end"
  case splitValue = "split-value"
  case valueSplitsParagraph = "value-splits-paragraph"
  case unknownRegion = "unknown-region"
  case unknownArgument = "unknown-argument"
  case missingArgument = "missing-argument"
  case unknownChoice = "unknown-choice"
  // Swift sources, traces, templates, configuration
  case swiftSyntax = "swift-syntax"
  case noTraces = "no-traces"
  case traceSyntax = "trace-syntax"
  case duplicateScenario = "duplicate-scenario"
  case unknownTemplate = "unknown-template"
  case templateSyntax = "template-syntax"
  case configuration
  case baseline
}
