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
    page nor the sources declare. Both names share their first or last words, or differ in one letter, or are in lines one after the other: \
    one was renamed.
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
      let lines = example.fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      return types(in: example, on: page)
        + example.reading.freeValues.compactMap { name in
          variable(meantBy: name, in: example.reading, lines, on: page).map { declared in
            finding(name.name, (name.line, name.column), for: declared, in: example, on: page)
          }
        }
    }
  }

  /// The unused variable before a value that no block of the page declares.
  ///
  /// A variable that differs in one letter is meant even if the sources know the other name.
  private static func variable(
    meantBy value: FreeValue, in reading: ExampleReading, _ lines: [Substring],
    on page: CheckedPage
  ) -> String? {
    let name = value.name
    if let bound = pattern(before: value, in: reading, lines, on: page) { return bound }
    guard !page.blockNames.declared.contains(name) else { return nil }
    var matches = reading.unusedVariables.filter { isMisspelling($0.key, name) }
    if matches.isEmpty, !page.isKnown(name) {
      let wrapped = value.isAssigned ? reading.wrappedVariables : [:]
      matches = reading.unusedVariables.filter { share($0.key, name) }
        .merging(wrapped.filter { name.hasPrefix($0.key) && share($0.key, name) }) { line, _ in line
        }
    }
    if matches.isEmpty, let unused = only(before: value, in: reading, lines, on: page) {
      matches = [unused: value.line - 1]
    }
    guard matches.count == 1, let match = matches.first, match.value < value.line else {
      return nil
    }
    return match.key
  }

  /// The unused value of the pattern before a value that other blocks bind by a pattern.
  private static func pattern(
    before value: FreeValue, in reading: ExampleReading, _ lines: [Substring], on page: CheckedPage
  ) -> String? {
    let unused = reading.unusedVariables.filter { $0.value == value.line - 1 }
    guard unused.count == 1, let name = unused.first?.key, lines.indices.contains(value.line - 2),
      lines[value.line - 2].trimmedText.wholeMatch(of: /case \.\w+\(let \w+\):/) != nil,
      page.examples.contains(where: { $0.fence.literal.contains("(let \(value.name)):") })
    else { return nil }
    return name
  }

  /// The only variable that is not used, in the line before the only unknown value, if another line calls the
  /// same function with the variable of the line before it.
  ///
  ///     let first = make(1)
  ///     send(first)
  ///     let second = make(2)
  ///     send(other)
  private static func only(
    before value: FreeValue, in reading: ExampleReading, _ lines: [Substring], on page: CheckedPage
  ) -> String? {
    guard reading.unusedVariables.count == 1, let unused = reading.unusedVariables.first,
      unused.value == value.line - 1, lines.indices.contains(value.line - 1),
      let open = lines[value.line - 1].firstIndex(of: "("),
      case let call = lines[value.line - 1][...open],
      zip(lines, lines.dropFirst()).contains(where: { declaration, line in
        line.hasPrefix(call)
          && declaration.hasPrefix("let \(line.dropFirst(call.count).prefix { $0.isLetter }) = ")
      })
    else { return nil }
    return unused.key
  }

  /// Types that a block declares, and that it uses with another spelling only.
  private static func types(in example: Example, on page: CheckedPage) -> [Diagnostic] {
    let used = example.reading.names
    let unused = example.types.map(\.name).filter { name in
      name.count >= 8 && example.fence.literal.ranges(of: name).count == 1
    }
    guard !unused.isEmpty else { return [] }
    let declared = Set(example.types.map(\.name))
    return used.compactMap { name in
      guard name.text.first?.isUppercase == true, !declared.contains(name.text),
        !page.project.code.mentions(name.text), !PlatformNames.contains(name.text),
        let type = unused.first(where: { NearMiss.distance($0, name.text) == 1 })
      else { return nil }
      return finding(name.text, (name.line, name.column), for: type, in: example, on: page)
    }
  }

  private static func finding(
    _ name: String, _ place: (line: Int, column: Int), for declared: String, in example: Example,
    on page: CheckedPage
  ) -> Diagnostic {
    let range = SourceRange(line: place.line, column: place.column, length: name.utf8.count)
    return Diagnostic(
      rule: id, severity: severity, confidence: .medium,
      at: page.location(of: range, in: example.fence),
      "the block does not declare `\(name)`, and `\(declared)` is not used for it",
      caretLabel: "documented")
  }

  private static func isMisspelling(_ first: String, _ second: String) -> Bool {
    first.count >= 8 && NearMiss.distance(first, second) == 1
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
  /// Whether a type or file of the sources or a platform declares a name.
  fileprivate func isKnown(_ name: String) -> Bool {
    let code = project.code
    return code.members(named: name).contains { $0.enumCase == nil && !$0.isFromExample }
      || !code.globals(named: name).isEmpty || PlatformNames.contains(name)
      || Placeholder.isPlaceholder(name)
  }
}

extension Member {
  /// Whether it is declared in tests, examples or samples.
  fileprivate var isFromExample: Bool { ExamplePath.isExample(location.file) }
}
