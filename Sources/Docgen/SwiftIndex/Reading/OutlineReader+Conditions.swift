import SwiftSyntax

/// Conditions that compare with cases, read as patterns.
///
///     if case .idle = state, isOnline      if state == .idle, isOnline
///     guard state != .idle else …          if [.idle, .failed].contains(state) …
extension OutlineReader {
  /// The subjects of a condition, with the patterns of which one must match.
  struct Match {
    var subjects: [String]
    var patterns: [[PatternOutline.Element]]
    /// The other conditions that must hold.
    var guardText: String?
    /// Whether no pattern may match.
    var isNegated = false
    /// The condition as written.
    var text: String

    /// Whether the body of `else` is short enough to be repeated, if necessary.
    func mayRepeat(_ rest: BodyOutline) -> Bool {
      !isNegated || guardText == nil || rest.withoutSends.steps.isEmpty
    }
  }

  /// One comparison of a condition.
  private struct Comparison {
    var subject: String
    var cases: [PatternOutline.Element]
    var isNegated = false
  }

  /// The comparisons among conditions; `nil` without comparisons.
  func matching(_ conditions: ConditionElementListSyntax) -> Match? {
    var match = Match(subjects: [], patterns: [[]], text: source.shortLine(conditions))
    var guards: [String] = []
    for element in conditions {
      switch element.condition {
      case .matchingPattern(let condition):
        let subjects = self.subjects(condition.initializer.value)
        let elements = source.pattern(condition.pattern, count: subjects.count)
        guard elements.count == subjects.count else { return nil }
        match.subjects += subjects
        for index in match.patterns.indices { match.patterns[index] += elements }
      case .expression(let expression): add(expression, to: &match, guards: &guards)
      default: guards.append(source.shortLine(element.condition))
      }
    }
    return finished(match, guards)
  }

  /// The comparison in the condition of `? :`.
  func matching(_ elements: some Collection<ExprSyntax>) -> Match? {
    let elements = Array(elements)
    guard let first = elements.first, let last = elements.last else { return nil }
    let text = source.shortText(from: first, to: last)
    var match = Match(subjects: [], patterns: [[]], text: text)
    var guards: [String] = []
    add(elements, to: &match, guards: &guards)
    return finished(match, guards)
  }

  private func finished(_ match: Match, _ guards: [String]) -> Match? {
    var match = match
    guard !match.subjects.isEmpty, match.patterns.count <= 64 else { return nil }
    if match.isNegated, match.subjects.count > 1 { return nil }
    match.guardText = guards.isEmpty ? nil : guards.joined(separator: ", ")
    return match
  }

  private func add(_ expression: ExprSyntax, to match: inout Match, guards: inout [String]) {
    let elements = expression.as(SequenceExprSyntax.self).map { Array($0.elements) }
    add(elements ?? [expression], to: &match, guards: &guards)
  }

  /// Adds the parts of `a == .b && c`.
  private func add(_ elements: [ExprSyntax], to match: inout Match, guards: inout [String]) {
    for part in elements.split(whereSeparator: { source.isOperator($0, "&&") }) {
      if let found = comparison(Array(part)), !match.subjects.contains(found.subject) {
        match.subjects.append(found.subject)
        match.patterns = match.patterns.flatMap { known in found.cases.map { known + [$0] } }
        if found.isNegated { match.isNegated = true }
      } else if let first = part.first, let last = part.last {
        guards.append(source.shortText(from: first, to: last))
      }
    }
  }

  private func comparison(_ elements: [ExprSyntax]) -> Comparison? {
    if elements.count == 1 { return comparison(elements[0]) }
    // `a == .b || a == .c`
    var found: Comparison?
    for part in elements.split(whereSeparator: { source.isOperator($0, "||") }) {
      let next = part.count == 1 ? comparison(part[part.startIndex]) : equality(Array(part))
      guard var next else { return nil }
      if let found {
        guard next.subject == found.subject, !next.isNegated, !found.isNegated else { return nil }
        next.cases = found.cases + next.cases
      }
      found = next
    }
    return found
  }

  private func equality(_ elements: [ExprSyntax]) -> Comparison? {
    guard elements.count == 3 else { return nil }
    let isNegated = source.isOperator(elements[1], "!=")
    guard isNegated || source.isOperator(elements[1], "==") else { return nil }
    for (subject, value) in [(elements[0], elements[2]), (elements[2], elements[0])] {
      guard let name = source.dottedName(subject), !name.hasPrefix("."),
        let element = source.caseElement(value)
      else { continue }
      return Comparison(subject: name, cases: [element], isNegated: isNegated)
    }
    return nil
  }

  /// `[.idle, .failed].contains(state)`, negated or in parentheses.
  private func comparison(_ node: ExprSyntax) -> Comparison? {
    if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      var inner = comparison(prefix.expression)
      inner?.isNegated.toggle()
      return inner
    }
    if let tuple = node.as(TupleExprSyntax.self)?.elements, tuple.count == 1,
      let inner = tuple.first?.expression
    {
      return comparison(inner.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [inner])
    }
    guard let call = node.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "contains",
      let list = member.base?.as(ArrayExprSyntax.self),
      let argument = call.arguments.first, argument.label == nil,
      let subject = source.dottedName(argument.expression)
    else { return nil }
    let cases = list.elements.compactMap { source.caseElement($0.expression) }
    guard !cases.isEmpty, cases.count == list.elements.count else { return nil }
    return Comparison(subject: subject, cases: cases)
  }
}

extension SourceContext {
  func isOperator(_ node: ExprSyntax, _ name: String) -> Bool {
    node.as(BinaryOperatorExprSyntax.self)?.operator.text == name
  }

  /// The text from one node to another on one line, truncated if it is long.
  func shortText(from first: some SyntaxProtocol, to last: some SyntaxProtocol) -> String {
    shortLine(extent(first).lowerBound..<extent(last).upperBound)
  }

  /// `.idle` and `State.idle` as a pattern.
  func caseElement(_ node: ExprSyntax) -> PatternOutline.Element? {
    guard case .member(let name) = value(node).form else { return nil }
    return PatternOutline.Element(
      form: .name(name), text: shortLine(node), bindings: [], location: location(node))
  }
}
