import SwiftSyntax

/// An `#if` with a `guard case` in it: if its branch is compiled, the statements after it belong to
/// the pattern.
///
///     #if os(Linux)
///       guard case .idle = state else { return }
///     #endif
///     state = .racing
///
/// So the statements after it are read once with each branch, and once without any.
extension OutlineReader {
  /// The following statements are read once for each branch, and repeatedly for nested `#if`; these
  /// are the limits.
  private static let (mostBranches, guardsOfDirective) = (4, 6)

  /// The item as an `#if` with a pattern that matters to the following statements.
  func governing(_ item: CodeBlockItemSyntax.Item) -> IfConfigDeclSyntax? {
    guard case .decl(let declaration) = item, guardsLeft > 0,
      let node = declaration.as(IfConfigDeclSyntax.self),
      node.clauses.count <= Self.mostBranches
    else { return nil }
    let isGoverning = node.clauses.contains { clause in
      guard case .statements(let items)? = clause.elements else { return false }
      return items.contains { item in
        guard case .stmt(let statement) = item.item,
          let node = statement.as(GuardStmtSyntax.self)
        else { return governing(item.item) != nil }
        return matching(node.conditions) != nil
      }
    }
    return isGoverning ? node : nil
  }

  mutating func govern(_ node: IfConfigDeclSyntax, _ later: some Collection<CodeBlockItemSyntax>) {
    guardsLeft = max(0, guardsLeft - Self.guardsOfDirective)
    var earlier: [String] = []
    var hasElse = false
    for clause in node.clauses {
      let text = clause.condition.map { source.line($0) } ?? ""
      let condition = CompilationCondition(text: text, excluded: earlier)
      if text.isEmpty { hasElse = true } else { earlier.append(text) }
      var items: [CodeBlockItemSyntax] = []
      if case .statements(let own)? = clause.elements { items += own }
      append(condition, items + later)
    }
    if !hasElse {
      append(CompilationCondition(text: "", excluded: earlier), Array(later))
    }
  }

  private mutating func append(
    _ condition: CompilationCondition, _ items: [CodeBlockItemSyntax]
  ) {
    var reader = OutlineReader(source: source, guardsLeft: guardsLeft, values: values)
    reader.statements(items)
    reader.walkStack(to: 0)
    guard !reader.steps.isEmpty else { return }
    append(.branch(condition, BodyOutline(steps: reader.steps)))
  }
}
