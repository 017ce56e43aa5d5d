import Diagnostics
import SwiftSyntax

extension OutlineReader {
  /// `if case` and `guard case` become switches of two cases, so that later code reads one form. A
  /// negated match has its bodies exchanged.
  mutating func appendMatch(
    _ match: Match, body: BodyOutline, other: BodyOutline, at node: some SyntaxProtocol
  ) {
    let place = match.patterns.first?.first?.location ?? source.location(node)
    var body = body
    if match.isNegated, let text = match.guardText {
      // The other conditions are evaluated if no pattern matches.
      body = choice([(text, body)], otherwise: other)
    }
    let patterns = match.patterns.map { elements in
      PatternOutline(
        elements: elements, guardText: match.isNegated ? nil : match.guardText, location: place)
    }
    func clause(_ patterns: [PatternOutline], _ body: BodyOutline) -> CaseOutline {
      CaseOutline(
        patterns: patterns, isDefault: patterns.isEmpty, conditions: [], body: body,
        location: place)
    }
    let (matching, others) = match.isNegated ? (other, body) : (body, other)
    append(
      .switch(
        SwitchOutline(
          subjects: match.subjects, cases: [clause(patterns, matching), clause([], others)],
          condition: match.isNegated ? match.text.negatedCondition : match.text)))
  }

  mutating func readSwitch(_ node: SwitchExprSyntax) {
    let subjects = subjects(node.subject)
    let values = branchValues(of: node)
    let cases = cases(node.cases, count: subjects.count, values: values, conditions: [])
    append(.switch(SwitchOutline(subjects: subjects, cases: cases, condition: nil)))
  }

  /// Several for a tuple, whose patterns then have as many elements.
  func subjects(_ node: ExprSyntax) -> [String] {
    if let tuple = node.as(TupleExprSyntax.self) {
      return tuple.elements.map { subject($0.expression) }
    }
    return [subject(node)]
  }

  private func subject(_ node: ExprSyntax) -> String {
    source.path(node)
  }

  /// Cases in `#if` keep the conditions of all branches around them.
  private func cases(
    _ list: SwitchCaseListSyntax, count: Int, values: ImplicitValue,
    conditions: [CompilationCondition]
  ) -> [CaseOutline] {
    list.flatMap { element -> [CaseOutline] in
      switch element {
      case .switchCase(let node):
        return [clause(node, count: count, values: values, conditions: conditions)]
      case .ifConfigDecl(let node):
        return source.branches(of: node).flatMap { branch -> [CaseOutline] in
          guard case .switchCases(let inner) = branch.elements else { return [] }
          return cases(
            inner, count: count, values: values, conditions: conditions + [branch.condition])
        }
      @unknown default: return []
      }
    }
  }

  private func clause(
    _ node: SwitchCaseSyntax, count: Int, values: ImplicitValue,
    conditions: [CompilationCondition]
  ) -> CaseOutline {
    var patterns: [PatternOutline] = []
    var isDefault = true
    switch node.label {
    case .case(let label):
      isDefault = false
      patterns = label.caseItems.map { pattern($0, count: count) }
    case .default: break
    @unknown default: break
    }
    return CaseOutline(
      patterns: patterns, isDefault: isDefault, conditions: conditions,
      body: inner(node.statements, values: values), location: source.location(node.label))
  }

  private func pattern(_ item: SwitchCaseItemSyntax, count: Int) -> PatternOutline {
    PatternOutline(
      elements: source.pattern(item.pattern, count: count),
      guardText: item.whereClause.map { source.shortLine($0.condition) },
      location: source.location(item.pattern))
  }
}
