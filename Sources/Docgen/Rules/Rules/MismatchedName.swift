package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A variable of a Swift block that the block uses under a longer or shorter name.
///
///     guard let statement = result.statement else { return }
///     run(preparedStatement)
///
/// The name that is used must be declared nowhere else. The variable before it must be unused, or be
/// a wrapped property whose name the assigned one continues.
package enum MismatchedName: Rule {
  package static let id = RuleID("mismatched-name")
  package static let severity = Diagnostic.Severity.warning
  package static let isAboutCode = false
  package static let summary = "A Swift block uses a variable under a name it does not declare."
  package static let explanation = Explanation.document(
    """
    A Swift block declares a variable that it never uses, and uses one that neither the block, the \
    page nor the sources declare. Both names share their first or last words: one was renamed.
    """,
    """
    ```swift
    let letter = box.first
    print(sealedLetter)
    ```
    """,
    remedy: "Use the declared name.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard page.context?.repository != nil else { return [] }
    return page.examples.flatMap { example -> [Diagnostic] in
      guard !example.isDamaged, !page.subject.isHistorical(example.fence) else { return [] }
      let reading = example.reading
      return reading.freeValues.compactMap { name in
        guard !page.isKnown(name.name) else { return nil }
        let wrapped = name.isAssigned ? reading.wrappedVariables : [:]
        let matches = (reading.unusedVariables.filter { share($0.key, name.name) })
          .merging(wrapped.filter { name.name.hasPrefix($0.key) && share($0.key, name.name) }) {
            line, _ in line
          }
        guard matches.count == 1, let match = matches.first, match.value < name.line else {
          return nil
        }
        let range = SourceRange(line: name.line, column: name.column, length: name.name.utf8.count)
        return Diagnostic(
          rule: id, severity: severity, confidence: .medium,
          at: page.location(of: range, in: example.fence),
          "the block does not declare `\(name.name)`, and `\(match.key)` is not used for it",
          caretLabel: "documented")
      }
    }
  }

  /// Whether the longer name begins or ends with the words of the shorter one.
  private static func share(_ first: String, _ second: String) -> Bool {
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    guard short.count >= 5, long.count > short.count else { return false }
    if long.hasPrefix(short) { return long.dropFirst(short.count).first?.isUppercase == true }
    return long.hasSuffix(short.prefix(1).uppercased() + short.dropFirst())
  }
}

extension CheckedPage {
  /// Whether a type or file of the sources, a platform or a block of the page declares a name.
  fileprivate func isKnown(_ name: String) -> Bool {
    let code = project.code
    return code.members(named: name).contains { $0.enumCase == nil && !$0.isFromExample }
      || !code.globals(named: name).isEmpty || PlatformNames.contains(name)
      || Placeholder.isPlaceholder(name) || blockNames.declared.contains(name)
  }
}

extension Member {
  /// Whether it is declared in tests, examples or samples.
  fileprivate var isFromExample: Bool { ExamplePath.isExample(location.file) }
}
