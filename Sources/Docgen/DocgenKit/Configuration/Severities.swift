package import Diagnostics
import JSON
import Rules
import Traces

/// The configured severities of findings:
///
///     { "unobserved-transition": "error", "unknown-symbol": {"docs/drafts/**": "off"}, "*": … }
///
/// A rule's own entry counts before `*`, and of several patterns the first match. An entry such as
/// `unknown-symbol/low` is only for findings of that confidence, and counts before the rule's;
/// without one, a finding of medium confidence is at most a warning, and one of low confidence a
/// note.
package struct Severities: Hashable, Sendable {
  private struct Choice: Hashable, Sendable {
    var rule: String
    /// `nil` for all files.
    var files: Glob?
    /// `nil` for `off`.
    var severity: Diagnostic.Severity?
  }

  private var choices: [Choice] = []

  package init() {}

  /// Reads the value of `severities`; it takes precedence over another configuration.
  init(_ node: JSONNode, before defaults: Severities) {
    for member in node.members {
      if let word = member.node.text {
        choices.append(Choice(rule: member.key, severity: Diagnostic.Severity(rawValue: word)))
      }
      for entry in member.node.members {
        choices.append(
          Choice(
            rule: member.key, files: Glob(entry.key),
            severity: Diagnostic.Severity(rawValue: entry.node.text ?? "")))
      }
    }
    choices += defaults.choices
  }

  /// The findings with their severities in this project, without those that are off.
  ///
  /// The limit by confidence is applied only to entries without a confidence: `"unknown-symbol":
  /// "error"` does not turn hints into errors, `"unknown-symbol/low": "error"` does.
  package func applied(to findings: [Diagnostic]) -> [Diagnostic] {
    if choices.isEmpty { return findings }
    return findings.compactMap { finding in
      guard let choice = choice(finding.rule, finding.confidence, in: finding.location.file)
      else { return finding }
      guard let severity = choice.severity else { return nil }
      var finding = finding
      // An entry for a rule alone is about its certain findings.
      finding.severity =
        choice.rule.contains("/") ? severity : min(severity, finding.confidence.severityLimit)
      return finding
    }
  }

  /// Whether all findings of a rule in a file are left out.
  ///
  /// Lets a check skip the rule and not only hide its findings.
  func isOff(_ rule: RuleID, in file: String) -> Bool {
    Confidence.allCases.allSatisfy { confidence in
      choice(rule, confidence, in: file).map { $0.severity == nil } ?? false
    }
  }

  private func choice(_ rule: RuleID, _ confidence: Confidence, in file: String) -> Choice? {
    func first(_ key: String) -> Choice? {
      choices.first { $0.rule == key && $0.files?.matches(file) != false }
    }
    guard ConfigurationKey.adjustable.contains(rule.rawValue) else { return nil }
    let suffix = "/" + confidence.rawValue
    return first(rule.rawValue + suffix) ?? first(rule.rawValue) ?? first("*" + suffix)
      ?? first("*")
  }
}
