import SwiftSyntax

/// A `switch` of an example that lists cases alone.
///
///     switch result { case .success(let item): …  case .failure: … }   names `success`, `failure`
package struct ExampleSwitch: Hashable, Sendable {
  /// The members and calls that lead to the value, as in `ExampleReading.origins`; `nil` if the text
  /// does not show them.
  package var subject: String?
  package var names: [String]
  /// Whether it has a `default`.
  package var hasDefault = false
  /// 1-based, in the example.
  package var line: Int
  package var column: Int

  /// `nil` if a pattern is something else than a case, or if a comment stands for further ones.
  init?(_ node: SwitchExprSyntax, of subject: String?, line: Int, column: Int) {
    let text = node.trimmedDescription
    guard !text.contains("..."), !text.contains("…"),
      !text.contains(/\/\/\s*(etc|other|more|and |handle)/.ignoresCase())
    else { return nil }
    (self.subject, self.line, self.column, names) = (subject, line, column, [])
    for element in node.cases {
      guard case .switchCase(let element) = element else { return nil }
      guard let label = element.label.as(SwitchCaseLabelSyntax.self) else {
        hasDefault = true
        continue
      }
      for item in label.caseItems {
        guard let name = Self.name(of: item.pattern) else { return nil }
        names.append(name)
      }
    }
    if names.isEmpty { return nil }
  }

  /// `docked` of `.docked`, `.docked(at: 3)` and `let .docked(place)`.
  private static func name(of pattern: PatternSyntax) -> String? {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return name(of: binding.pattern) }
    guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    guard let access = called.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.is(DeclReferenceExprSyntax.self) }) ?? true
    else { return nil }
    return access.declName.baseName.text
  }
}
